#include "eval/players/rollout_player.h"

#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/play/rollout.h"
#include "eval/players/players.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

// As where decisions are made for the benchmark (docs/benchmark.md), for the same reasons.
constexpr SearchOptions kPolicy = {.plies = 0, .beam = 1};
constexpr double kCertainty = 3.0;

class RolloutPlayer : public Player {
 public:
  RolloutPlayer(Game game, const RolloutPlayerOptions& options, const EvaluatorFactory& judge,
                EvaluatorFactory fast)
      : options_(options),
        search_(make_search(game, options.search, judge())),
        fast_(std::move(fast)),
        policy_(search_player_factory(game, kPolicy, fast_)) {
    rollout_.game = game;
    rollout_.trials = options.trials;
    rollout_.truncate = options.truncate;
    rollout_.luck = game.axes().doublets == Doublets::kChain ? Luck::kDoublets : Luck::kLeftIn;
    rollout_.certainty = kCertainty;
    rollout_.minimum_trials = 1;  // whatever one round is
  }

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override {
    if (list.lines() == 1) return 0;
    const std::span<const RankedLine> ranked = search_->rank(before, list);
    std::vector<std::size_t> lines;
    std::vector<RolloutStart> starts;
    for (const RankedLine& line : ranked) {
      const bool is_candidate = line.plies == ranked.front().plies &&
                                line.equity >= ranked.front().equity - options_.margin;
      if (!is_candidate || lines.size() == static_cast<std::size_t>(options_.plays)) break;
      lines.push_back(line.line);
      starts.push_back(rollout_start(list, line.line));
    }
    if (lines.size() == 1) return lines.front();
    rollout_.seed = rng.next();
    return lines[best_start(rollout(rollout_, starts, fast_, policy_))];
  }

 private:
  RolloutPlayerOptions options_;
  std::unique_ptr<Search> search_;
  EvaluatorFactory fast_;
  PlayerFactory policy_;
  RolloutOptions rollout_;
};

}  // namespace

PlayerFactory rollout_player_factory(Game game, const RolloutPlayerOptions& options,
                                     EvaluatorFactory judge, EvaluatorFactory fast) {
  return [game, options, judge = std::move(judge), fast = std::move(fast)] {
    return std::make_unique<RolloutPlayer>(game, options, judge, fast);
  };
}

}  // namespace gioul
