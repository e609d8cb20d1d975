#include "eval/testset/decision_score.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/parallel.h"
#include "engine/games/game.h"

namespace gioul {

namespace {

struct Choice {
  PlayLoss loss;
  double seconds = 0.0;
};

// `list` is scratch memory.
Choice choose(Game game, const DecisionSet& set, const ReferenceDecision& decision, Player& player,
              AfterstateList& list) {
  game.generate_afterstates(decision.decision.position, decision.decision.dice, list);
  CounterRng rng(set.header.seed, static_cast<std::uint64_t>(decision.number),
                 RngStream::kFirstPlayer);
  const auto begin = std::chrono::steady_clock::now();
  const std::size_t index = player.choose(decision.decision.position, list, rng);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  const std::vector<std::size_t> order = indices_in_text_order(game, list);
  const auto rank = static_cast<std::size_t>(std::ranges::find(order, index) - order.begin());
  return {play_loss(decision, rank), passed.count()};
}

struct Sums {
  IntegerSample losses;
  std::int64_t best = 0;
  std::int64_t estimated = 0;

  void add(const PlayLoss& loss) {
    losses.add(loss.loss);
    best += loss.is_rolled_out && loss.loss == 0 ? 1 : 0;
    estimated += loss.is_rolled_out ? 0 : 1;
  }

  KindScore score() const {
    const auto count = static_cast<double>(std::max<std::int64_t>(losses.count(), 1));
    return {.decision_count = losses.count(),
            .mean_loss = losses.estimate(),
            .best_play_fraction = static_cast<double>(best) / count,
            .estimated_loss_fraction = static_cast<double>(estimated) / count};
  }
};

using nlohmann::ordered_json;

ordered_json to_json(const KindScore& score) {
  return {{"decisions", score.decision_count},
          {"loss", score.mean_loss.mean},
          {"standard_error", score.mean_loss.standard_error},
          {"best", score.best_play_fraction},
          {"estimated", score.estimated_loss_fraction}};
}

ordered_json header_json(const DecisionSet& set) {
  ordered_json json = {
      {"game", set.header.game.name()},          {"checkers", set.header.checkers},
      {"seed", std::to_string(set.header.seed)}, {"trials", set.header.trials_per_play},
      {"truncate", set.header.truncation_rolls}, {"net", set.header.net_checksum},
      {"program", set.header.program_version},   {"decisions", set.decisions.size()}};
  if (!set.header.external_evaluator.empty()) json["judge"] = set.header.external_evaluator;
  return json;
}

}  // namespace

PlayerScore score_player(const DecisionSet& set, const PlayerFactory& player, int threads,
                         const std::function<void()>& on_decision) {
  const Game game = set.header.game;
  const auto& decisions = set.decisions;
  std::vector<Choice> choices(decisions.size());
  parallel_for_with_workers(threads, std::ssize(decisions), [&] {
    return [&, own = player(), list = std::make_unique<AfterstateList>()](std::int64_t i) {
      const auto index = static_cast<std::size_t>(i);
      choices[index] = choose(game, set, decisions[index], *own, *list);
      if (on_decision) on_decision();
      return true;
    };
  });

  PlayerScore score;
  Sums all;
  std::array<Sums, kDecisionKindCount> kinds;
  std::vector<double> times;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const Choice& choice = choices[i];
    const DecisionKind kind =
        decision_kind(game, decisions[i].decision.position, decisions[i].decision.dice);
    all.add(choice.loss);
    kinds[static_cast<std::size_t>(kind)].add(choice.loss);
    score.loss_by_decision.push_back(choice.loss.loss);
    score.total_seconds += choice.seconds;
    times.push_back(choice.seconds);
  }
  score.all_kinds = all.score();
  for (std::size_t kind = 0; kind < kDecisionKindCount; ++kind) {
    score.by_kind[kind] = kinds[kind].score();
  }
  if (times.empty()) return score;
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  score.median_seconds = *middle;
  return score;
}

Estimate mean_loss_difference(std::span<const int> losses, std::span<const int> other) {
  assert(losses.size() == other.size());
  IntegerSample differences;
  for (std::size_t i = 0; i < losses.size(); ++i) differences.add(losses[i] - other[i]);
  return differences.estimate(1.0, 0.0);  // equal players differ by exactly 0
}

std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players) {
  ordered_json json = {{"set", header_json(set)}, {"players", ordered_json::array()}};
  for (const ScoredPlayer& scored : players) {
    const Estimate more =
        mean_loss_difference(scored.score.loss_by_decision, players.front().score.loss_by_decision);
    ordered_json player = {{"player", scored.name}, {"all", to_json(scored.score.all_kinds)}};
    for (std::size_t kind = 0; kind < kDecisionKindCount; ++kind) {
      player[std::string(kDecisionKindNames[kind])] = to_json(scored.score.by_kind[kind]);
    }
    player["more_than_first"] = {{"loss", more.mean}, {"standard_error", more.standard_error}};
    player["seconds"] = scored.score.total_seconds;
    player["median_seconds"] = scored.score.median_seconds;
    json["players"].push_back(std::move(player));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
