// The state of a game: position, player to move, dice. GameState also converts values between the
// viewpoints of the two players. play_out() (engine/games/play_out.h) plays a game to its end.
#pragma once

#include <cstddef>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/outcome.h"
#include "engine/position.h"

namespace gioul {

/// A decision to be made: a position from the viewpoint of the player to move, and the roll.
struct Decision {
  Position position{};
  Dice dice = kNoDice;  // kNoDice if the position is pending

  bool operator==(const Decision&) const = default;
};

/// A decision and its result, as in reinforcement learning.
struct Transition {
  Decision decision;
  Ending ending = Ending::kNone;  // kNone if the game goes on
  Position next{};                // else: the afterstate, from the viewpoint of the next player
  bool mover_acts_next = false;   // true if the next player is the one who decided
};

/// One game from its first decision on. Player 0 makes the first decision.
class GameState {
 public:
  explicit GameState(const Position& start) : decision_{start, kNoDice} {}

  /// The player to move, 0 or 1; after the end, the player who made the last decision.
  std::size_t actor() const { return actor_; }
  /// The position, from the viewpoint of the player to move.
  const Position& position() const { return decision_.position; }
  /// The position with the dice.
  const Decision& decision() const { return decision_; }
  /// The dice of the decision; kNoDice if it is pending.
  Dice dice() const { return decision_.dice; }

  /// Sets the dice of the next decision from roll(), unless it is pending. Returns true if roll()
  /// was called.
  template <typename Roll>
  bool roll(const Roll& roll) {
    const bool rolls = !decision_.position.is_pending();
    decision_.dice = rolls ? roll() : kNoDice;
    return rolls;
  }

  /// Makes a play: the state becomes the afterstate `index` of `list`. Returns false if the play
  /// ends the game.
  bool apply(const AfterstateList& list, std::size_t index) {
    ending_ = list.ending(index);
    if (ending_ != Ending::kNone) return false;
    decision_.position = list.positions()[index];
    if (!list.mover_acts_next()) actor_ = 1 - actor_;
    return true;
  }

  /// Makes a play that leads to `next`, or ends the game unless `ending` is kNone. Returns false if
  /// it ends the game.
  bool apply(Ending ending, const Position& next, bool mover_acts_next) {
    ending_ = ending;
    if (ending_ != Ending::kNone) return false;
    decision_.position = next;
    if (!mover_acts_next) actor_ = 1 - actor_;
    return true;
  }

  /// Converts a value from the viewpoint of the player to move to that of player 0.
  template <typename T>
  T for_first_player(const T& value) const {
    return actor_ == 0 ? value : flipped(value);
  }

  /// The way the last decision ended the game; kNone while the game goes on.
  Ending ending() const { return ending_; }
  /// The outcome of a finished game, for player 0.
  Outcome outcome() const { return for_first_player(outcome_of(ending_)); }

 private:
  Decision decision_;
  std::size_t actor_ = 0;
  Ending ending_ = Ending::kNone;
};

/// Returns the transition from `decision` to the afterstate `index` of its list.
inline Transition make_transition(const Decision& decision, const AfterstateList& list,
                                  std::size_t index) {
  const Ending ending = list.ending(index);
  return {decision, ending, ending == Ending::kNone ? list.positions()[index] : Position{},
          list.mover_acts_next()};
}

}  // namespace gioul
