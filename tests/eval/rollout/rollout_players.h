// Evaluators and players with known rollout results, for tests.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "eval/value/evaluator.h"
#include "tests/eval/analysis/small_net.h"
#include "tests/eval/value/noisy_evaluator.h"

namespace gioul {

#ifdef GIOUL_REDUCED_TESTS
inline constexpr int kCheckers = 1;
#else
inline constexpr int kCheckers = 2;
#endif

// The tolerance for equities of plays: plays are chosen by floats, so choices between equal plays
// can differ by rounding errors.
inline constexpr double kFloatChoice = 1e-6;

// Returns the exact table of a variant. It is solved on first use.
inline std::shared_ptr<const ExactTable> table_of(const std::string& variant,
                                                  int checkers = kCheckers) {
  static std::map<std::pair<std::string, int>, std::shared_ptr<const ExactTable>> known;
  auto& table = known[{variant, checkers}];
  if (!table) table = solve({.game = find_game(variant), .checkers = checkers, .threads = 2});
  return table;
}

// Evaluates exactly, from a table. is_exact() returns `admits`.
class PerfectEvaluator : public NoisyEvaluator {
 public:
  PerfectEvaluator(std::shared_ptr<const ExactTable> table, bool admits)
      : NoisyEvaluator(std::move(table), 0.0), admits_(admits) {}

  bool is_exact(const Position&) const override { return admits_; }

 private:
  bool admits_;
};

// The result of is_exact() of a perfect evaluator: false, or true for all positions.
enum class Admits { kNothing, kAll };

// Makes perfect evaluators of a variant.
inline EvaluatorFactory perfect(const std::string& variant, Admits admits = Admits::kNothing) {
  return [table = table_of(variant), admits] {
    return std::make_unique<PerfectEvaluator>(table, admits == Admits::kAll);
  };
}

// Makes evaluators of a small net with random weights.
inline EvaluatorFactory random_net_evaluator(const std::string& variant) {
  return small_net(find_game(variant), {16}, 5);
}

// Makes players that choose plays by a perfect evaluator.
inline PlayerFactory perfect_player(const std::string& variant) {
  class PerfectPlayer : public Player {
   public:
    explicit PerfectPlayer(std::unique_ptr<Evaluator> evaluator)
        : evaluator_(std::move(evaluator)) {}
    std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
      return best_afterstate_index(list, evaluator_->evaluate(before, list));
    }

   private:
    std::unique_ptr<Evaluator> evaluator_;
  };
  return [factory = perfect(variant)] { return std::make_unique<PerfectPlayer>(factory()); };
}

}  // namespace gioul
