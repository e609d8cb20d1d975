#include "selfplay/bench/player_bench.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine/games/variants.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net_file.h"
#include "selfplay/bench/measurement.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

std::size_t kind_of(const Axes& axes, const Position& position, Dice dice) {
  if (position.is_pending()) return position.forfeited != 0 ? 2 : 1;
  return dice.is_doublet() && rolls_chain(axes, position) ? 1 : 0;
}

DecisionSpeed speed_of(std::vector<double> times_ms) {
  DecisionSpeed speed{.decisions = times_ms.size()};
  if (times_ms.empty()) return speed;
  const double sum = std::accumulate(times_ms.begin(), times_ms.end(), 0.0);
  std::ranges::sort(times_ms);
  speed.per_second = 1000.0 * static_cast<double>(times_ms.size()) / sum;
  speed.median_ms = times_ms[times_ms.size() / 2];
  speed.slowest_ms = times_ms.back();
  return speed;
}

PlayerSpeeds measure(const Axes& axes, const std::string& name, const PlayerFactory& factory,
                     const std::vector<Decision>& decisions, double seconds) {
  std::array<std::vector<double>, kTimedKinds.size()> times_ms;
  CounterRng rng(kBenchSeed, 0, Stream::kFirstSeat);
  const auto begin = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds) {
    const auto player = factory();  // a new one: it would remember what it saw the last time
    for (const Decision& decision : decisions) {
      if (decision.list->lines() == 1) continue;
      const auto asked = Clock::now();
      (void)player->choose(decision.position, *decision.list, rng);
      const std::chrono::duration<double, std::milli> taken = Clock::now() - asked;
      times_ms[kind_of(axes, decision.position, decision.dice)].push_back(taken.count());
    }
  }
  PlayerSpeeds speeds{.player = name, .kinds = {}};
  for (std::size_t k = 0; k < times_ms.size(); ++k) {
    speeds.kinds[k] = speed_of(std::move(times_ms[k]));
  }
  return speeds;
}

}  // namespace

std::vector<PlayerSpeeds> measure_players(const PlayerBenchOptions& options) {
  std::vector<PlayerSpeeds> result;
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    const Encoder encoder(R::kAxes);
    const CompiledNet net(load_net(options.net, R::kAxes, encoder), encoder);
    const std::vector<Decision> decisions = real_decisions<R>(options.checkers, net);
    for (const std::string& name : options.players) {
      result.push_back(
          measure(R::kAxes, name, make_player_factory(name, R::kAxes), decisions, options.seconds));
    }
  });
  return result;
}

}  // namespace gioul
