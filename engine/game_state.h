// The state of a game: position, player to move, dice. GameState also converts values between the
// viewpoints of the two players. play_out() (engine/games/play_out.h) plays a game to its end.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/outcome.h"
#include "engine/position.h"

namespace gioul {

/// A decision to be made: a position from the viewpoint of the player to move, and the roll.
struct Decision {
  Position position{};         // from the viewpoint of the player to move
  std::optional<Dice> dice{};  // nullopt if moves of a chain are owed

  bool operator==(const Decision&) const = default;
};

/// A step of a game as in reinforcement learning: a decision and the state to which the chosen play
/// led.
struct Transition {
  Decision decision;              // the decision that was made
  Ending ending = Ending::kNone;  // the way the play ended the game; kNone if the game goes on
  Position next{};  // the afterstate, for its player to move; empty if the play ended the game
  bool mover_acts_next = false;  // the player to move in `next` is the one who decided
};

/// One game in progress between the players 0 and 1. Player 0 moves first unless the constructor is
/// told otherwise.
class GameState {
 public:
  /// Starts a game at `start`, in which player `actor` (0 or 1) is to move and has not rolled yet.
  explicit GameState(const Position& start, std::size_t actor = 0)
      : decision_{start, std::nullopt}, player_to_move_(actor) {}

  /// The player to move, 0 or 1. After the end of the game: the player who made the last decision.
  std::size_t player_to_move() const { return player_to_move_; }
  /// The position, from the viewpoint of the player to move.
  const Position& position() const { return decision_.position; }
  /// The position and the dice.
  const Decision& decision() const { return decision_; }
  /// The dice of the current decision; nullopt before the roll, and if moves of a chain are owed.
  std::optional<Dice> dice() const { return decision_.dice; }

  /// Rolls for the current decision: sets its dice to the result of roll(). If moves of a chain are
  /// owed, the decision has no dice and roll() is not called. Returns true if roll() was called.
  template <typename Roll>
  bool roll(const Roll& roll) {
    const bool rolls = !decision_.position.is_pending();
    decision_.dice.reset();
    if (rolls) decision_.dice = roll();
    return rolls;
  }

  /// Makes the play that leads to the afterstate `index` of `list`. Returns true if the game goes
  /// on, false if the play ends it.
  bool apply(const AfterstateList& list, std::size_t index) {
    ending_ = list.ending(index);
    if (ending_ != Ending::kNone) return false;
    decision_.position = list.positions()[index];
    if (!list.mover_acts_next()) player_to_move_ = 1 - player_to_move_;
    return true;
  }

  /// Makes a play that leads to the afterstate `next`, or that ends the game if `ending` is not
  /// kNone. Returns true if the game goes on, false if the play ends it.
  bool apply(Ending ending, const Position& next, bool mover_acts_next) {
    ending_ = ending;
    if (ending_ != Ending::kNone) return false;
    decision_.position = next;
    if (!mover_acts_next) player_to_move_ = 1 - player_to_move_;
    return true;
  }

  /// Converts a value (Value, Distribution, Outcome) from the viewpoint of the player to move to
  /// that of player 0.
  template <typename T>
  T to_first_player_view(const T& value) const {
    return player_to_move_ == 0 ? value : flipped(value);
  }

  /// The way the last decision ended the game; kNone while the game goes on.
  Ending ending() const { return ending_; }
  /// The outcome of a finished game, from the viewpoint of player 0.
  Outcome outcome() const { return to_first_player_view(outcome_of(ending_)); }

 private:
  Decision decision_;              // from the viewpoint of the player to move
  std::size_t player_to_move_;     // the player to move, 0 or 1
  Ending ending_ = Ending::kNone;  // the way the last play ended the game; kNone if it did not
};

/// Returns the transition from `decision` to the afterstate `index` of `list`, which must hold the
/// afterstates of the decision.
inline Transition make_transition(const Decision& decision, const AfterstateList& list,
                                  std::size_t index) {
  const Ending ending = list.ending(index);
  return {decision, ending, ending == Ending::kNone ? list.positions()[index] : Position{},
          list.mover_acts_next()};
}

}  // namespace gioul
