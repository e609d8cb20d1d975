// The luck of dice rolls by a fixed evaluator: the control variate that takes most of the spread
// out of rollouts, reviews and tournaments.
//
// The luck of a roll is f - m: f is any function of the position and the roll, m the mean of f over
// the rolls. Its expectation is 0 whatever f is, so a result less all luck has the mean of the
// result; the closer f is to the true value after the roll, the less spread is left. Two functions
// are offered:
//
// - kAllRolls: the evaluator's value after the best reply to the roll and to all that it leaves
//   pending. If the evaluator is exact, no spread is left at all. It takes some 20 decisions per
//   roll, in games with chains twice as many.
// - kDoublets: in games with chains five sixths of the luck are doublets. f is the evaluator's
//   value of the chain still owed, one evaluation; other rolls share what makes its value of the
//   position to roll the mean.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The rolls whose luck is subtracted from results. kAuto is the fastest way of rollouts to a given
/// error when a net chooses the plays: kDoublets in games with chains, else kNone. With slow
/// players kAllRolls is faster.
enum class VarianceReduction : std::uint8_t { kAuto, kAllRolls, kDoublets, kNone };

/// The values of all rolls at one position, for the player to roll.
struct RollValues {
  std::array<Value, kRolls.size()> after;  // f, in the order of kRolls
  Value mean{};                            // m

  /// The luck of a roll. Not a distribution: its entries sum to 0.
  Value luck(Dice roll) const;
};

/// Computes the luck of rolls. Used by one thread at a time.
class LuckEvaluator {
 public:
  /// `luck` is kAllRolls or kDoublets.
  LuckEvaluator(Game game, VarianceReduction luck, std::unique_ptr<Evaluator> evaluator)
      : game_(game), luck_(luck), evaluator_(std::move(evaluator)) {}

  /// The values of all rolls at `before`, a position to roll.
  RollValues values(const Position& before) {
    return luck_ == VarianceReduction::kAllRolls ? all_rolls(before) : doublets(before);
  }

  /// The luck of `roll`, the `number`th of a game (from 0). The first two rolls are at the same few
  /// positions in all games, so their values are remembered.
  Value luck(const Position& before, Dice roll, int number);

  Evaluator& evaluator() { return *evaluator_; }

 private:
  // A decision that the best reply to a roll passes through.
  struct Decision {
    std::size_t roll;
    Position position;
    Dice dice;
  };
  // The same, queued for evaluation.
  struct Queued {
    std::size_t roll;
    bool mover_acts;
    Ending best_ending;
    std::vector<Position> chain;  // the afterstates, if the chain continues there
  };

  RollValues all_rolls(const Position& before);
  RollValues doublets(const Position& before);
  Value value_of_doublet(const Position& before, Dice roll);
  void play_best(std::vector<Decision> decisions, RollValues& values);
  Queued submit(const Decision& decision);

  Game game_;
  VarianceReduction luck_;
  std::unique_ptr<Evaluator> evaluator_;
  AfterstateList list_;
  std::unordered_map<Position, RollValues, PositionHash> remembered_;
};

/// Makes one instance per thread.
using LuckEvaluatorFactory = std::function<std::unique_ptr<LuckEvaluator>()>;

}  // namespace gioul
