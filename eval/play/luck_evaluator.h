// Measures the luck of dice rolls with an evaluator. Subtracting it from results removes most of
// their variance, in rollouts, reviews and tournaments (a control variate).
//
// The luck of a roll is f - m, where f is any function of the position and the roll, and m is the
// mean of f over all rolls. Its expectation is 0 for any f, so subtracting luck does not change the
// mean of results. The closer f is to the true value after the roll, the less variance is left.
// There are two choices of f:
//
// - kAllRolls: the evaluator's value after the best reply to the roll, including all pending
//   decisions that follow. If the evaluator is exact, no variance is left. This takes some 20
//   decisions per roll, in games with chains twice as many.
// - kDoublets: in games with chains, five sixths of the variance of luck come from doublets. For a
//   doublet, f is the evaluator's value of the chain still owed, which takes one evaluation. All
//   other rolls share one f, chosen so that m is the evaluator's value of the position to roll.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The rolls whose luck is subtracted from results. kDoublets takes one evaluation per doublet.
/// kAllRolls removes more variance but takes some 20 decisions per roll; it is faster only if the
/// players are slow. kAuto is best for rollouts in which a net chooses the plays: kDoublets in
/// games with chains, else kNone.
enum class VarianceReduction : std::uint8_t { kAuto, kAllRolls, kDoublets, kNone };

/// Estimates of the value of each roll at one position, for the player to roll. Their differences
/// to the mean are the luck of the rolls.
struct RollValues {
  /// The f of each roll, in the order of kDistinctRolls.
  std::array<Value, kDistinctRolls.size()> value_by_roll;
  Value mean{};  // m, the mean of f over all rolls by probability

  /// Returns the luck of a roll, f - m. Its entries, one per outcome, sum to 0.
  Value luck(Dice roll) const;
};

/// Computes the luck of rolls with an evaluator, to subtract it from results. Not thread-safe.
class LuckEvaluator {
 public:
  /// `method` is kAllRolls or kDoublets.
  LuckEvaluator(Game game, VarianceReduction method, std::unique_ptr<Evaluator> evaluator)
      : game_(game), method_(method), evaluator_(std::move(evaluator)) {}

  /// Returns the estimated values of all rolls at `before`, a position to roll.
  RollValues roll_values(const Position& before) {
    return method_ == VarianceReduction::kAllRolls ? values_of_all_rolls(before)
                                                   : values_from_doublets(before);
  }

  /// Returns the luck of `roll` at `before`, for the player who rolls. `number` is the number of
  /// the roll in its game, from 0; the values of the first two rolls are cached, since they occur
  /// at the same few positions in all games.
  Value luck(const Position& before, Dice roll, int number);

  Evaluator& evaluator() { return *evaluator_; }

 private:
  // A decision on the best way to play a roll.
  struct Decision {
    std::size_t roll_index;  // index into kDistinctRolls
    Position position;
    std::optional<Dice> dice;
  };
  // A decision that was submitted to the evaluator, and properties of its afterstates.
  struct SubmittedDecision {
    Decision decision;
    bool mover_acts_next;  // the player who decides also moves next
    bool chain_continues;  // in the afterstates
    Ending best_ending;
  };

  RollValues values_of_all_rolls(const Position& before);
  RollValues values_from_doublets(const Position& before);
  Value value_of_doublet(const Position& before, Dice roll);
  // Finds the best plays of rolls, with the rest of their chains, and stores the values after them.
  void add_best_play_values(std::vector<Decision> decisions, RollValues& values);
  SubmittedDecision submit(const Decision& decision);

  Game game_;
  VarianceReduction method_;
  std::unique_ptr<Evaluator> evaluator_;
  AfterstateList list_;
  std::unordered_map<Position, RollValues, PositionHash> cache_;
};

/// Creates luck evaluators, one for each thread.
using LuckEvaluatorFactory = std::function<std::unique_ptr<LuckEvaluator>()>;

}  // namespace gioul
