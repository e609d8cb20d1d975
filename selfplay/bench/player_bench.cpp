#include "selfplay/bench/player_bench.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "selfplay/bench/bench_common.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

// Returns the index in kTimedDecisionKinds.
std::size_t decision_kind(Game game, const Decision& decision) {
  const Position& position = decision.position;
  if (position.is_pending()) return position.is_forfeited != 0 ? 2 : 1;
  return decision.dice->is_doublet() && doublet_starts_chain(game, position) ? 1 : 0;
}

DecisionSpeed speed_of(std::vector<double> times_ms) {
  DecisionSpeed speed{.decision_count = times_ms.size()};
  if (times_ms.empty()) return speed;
  const double sum = std::accumulate(times_ms.begin(), times_ms.end(), 0.0);
  std::ranges::sort(times_ms);
  speed.decisions_per_second = 1000.0 * static_cast<double>(times_ms.size()) / sum;
  speed.median_ms = times_ms[times_ms.size() / 2];
  speed.slowest_ms = times_ms.back();
  return speed;
}

PlayerSpeeds measure(Game game, const std::string& name, const PlayerFactory& factory,
                     const std::vector<SampledDecision>& decisions, double seconds) {
  std::array<std::vector<double>, kTimedDecisionKinds.size()> times_ms;
  CounterRng rng(kBenchSeed, 0, RngStream::kFirstPlayer);
  const auto begin = Clock::now();
  while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds) {
    const auto player = factory();  // a new player, with empty caches
    for (const auto& [decision, afterstates] : decisions) {
      if (afterstates->size() == 1) continue;
      const auto asked = Clock::now();
      (void)player->choose(decision.position, *afterstates, rng);
      const std::chrono::duration<double, std::milli> taken = Clock::now() - asked;
      times_ms[decision_kind(game, decision)].push_back(taken.count());
    }
  }
  PlayerSpeeds speeds{.player = name, .speeds_by_decision_kind = {}};
  for (std::size_t k = 0; k < times_ms.size(); ++k) {
    speeds.speeds_by_decision_kind[k] = speed_of(std::move(times_ms[k]));
  }
  return speeds;
}

}  // namespace

double PlayerSpeeds::decisions_per_second() const {
  double decisions = 0.0;
  double seconds = 0.0;
  for (const DecisionSpeed& kind : speeds_by_decision_kind) {
    if (kind.decision_count == 0) continue;
    decisions += static_cast<double>(kind.decision_count);
    seconds += static_cast<double>(kind.decision_count) / kind.decisions_per_second;
  }
  return seconds > 0.0 ? decisions / seconds : 0.0;
}

std::vector<PlayerSpeeds> measure_player_speeds(const PlayerBenchOptions& options) {
  std::vector<PlayerSpeeds> result;
  const Encoder encoder(options.game);
  const QuantizedNet net(load_net(options.net_file, options.game, encoder), encoder);
  const std::vector<SampledDecision> decisions =
      sample_decisions(options.game, options.checkers, net);
  for (const std::string& name : options.players) {
    result.push_back(measure(options.game, name, make_player_factory(name, options.game), decisions,
                             options.min_seconds_per_player));
  }
  return result;
}

}  // namespace gioul
