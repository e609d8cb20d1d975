// Measures the luck of dice rolls with an evaluator. Subtracting it from results removes most of
// their variance, in rollouts, reviews and tournaments (a control variate).
//
// The luck of a roll is f - m, where f is any function of the position and the roll, and m is the
// mean of f over all rolls. Its expectation is 0 for any f, so subtracting luck does not change the
// mean of results. The closer f is to the true value after the roll, the less variance is left.
// There are two choices of f:
//
// - kAllRolls: f is the evaluator's value after the best play of the roll and of all pending moves
//   that follow. If the evaluator is exact, no variance is left. Computing f for all rolls takes
//   some 20 decisions, in games with chains twice as many.
// - kDoublets: in games with chains, five sixths of the variance of luck come from doublets. For a
//   doublet, f is the evaluator's value of the position in which the whole chain is still owed,
//   which takes one evaluation. All other rolls share one value of f, chosen so that m is the
//   evaluator's value of the position to roll.
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

/// Estimates of the value of each roll at one position, for the player to roll (f and m in the
/// comment at the top).
struct RollValues {
  /// The estimated value after each roll (f), in the order of kDistinctRolls.
  std::array<Value, kDistinctRolls.size()> value_by_roll;
  Value mean{};  // the mean of these values (m), weighted by the probabilities of the rolls

  /// Returns the luck of a roll, f - m. Its entries, one per outcome, sum to 0.
  Value luck(Dice roll) const;
};

/// Computes the luck of rolls with an evaluator, to subtract it from results. Not thread-safe.
class LuckEvaluator {
 public:
  /// `method` is kAllRolls or kDoublets, or kNone if only evaluator() is used.
  LuckEvaluator(Game game, VarianceReduction method, std::unique_ptr<Evaluator> evaluator)
      : game_(game), method_(method), evaluator_(std::move(evaluator)) {}

  /// Returns the estimated values of all rolls at `before`, a position to roll.
  RollValues roll_values(const Position& before) {
    return method_ == VarianceReduction::kAllRolls ? values_of_all_rolls(before)
                                                   : values_from_doublets(before);
  }

  /// Returns the luck of `roll` at `before`, for the player who rolls. `number` is the index of the
  /// roll in its game, from 0. The values of rolls 0 and 1 are cached, since they occur at the same
  /// few positions in all games.
  Value luck(const Position& before, Dice roll, int number);

  Evaluator& evaluator() { return *evaluator_; }

 private:
  // A decision to evaluate: how to play a roll, or the rest of its chain, at `position`.
  struct Decision {
    std::size_t roll_index;    // index in kDistinctRolls of the roll whose value depends on it
    Position position;         // the position of the decision
    std::optional<Dice> dice;  // the roll; nullopt while moves of its chain are pending
  };
  // A decision that was submitted to the evaluator, and properties of its afterstates.
  struct SubmittedDecision {
    Decision decision;
    bool mover_acts_next;  // true if the player who decides also moves next
    bool chain_continues;  // true if moves of the chain are pending in the afterstates
    Ending best_ending;    // the best of the endings that plays lead to; kNone if there is none
  };

  // roll_values() by the method kAllRolls.
  RollValues values_of_all_rolls(const Position& before);
  // roll_values() by the method kDoublets.
  RollValues values_from_doublets(const Position& before);
  // Returns the value of the position in which the moves of the doublet `roll` are still owed.
  Value value_of_doublet(const Position& before, Dice roll);
  // Finds the best plays of `decisions`, with the rest of their chains, and stores the values after
  // these plays in `values`.
  void add_best_play_values(std::vector<Decision> decisions, RollValues& values);
  SubmittedDecision submit(const Decision& decision);

  Game game_;
  VarianceReduction method_;
  std::unique_ptr<Evaluator> evaluator_;
  AfterstateList list_;
  std::unordered_map<Position, RollValues, PositionHash> cache_;  // by position to roll
};

/// Creates luck evaluators, one for each thread.
using LuckEvaluatorFactory = std::function<std::unique_ptr<LuckEvaluator>()>;

}  // namespace gioul
