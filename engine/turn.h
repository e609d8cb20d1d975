// A game at play: where it stands, whose decision it is, what he rolled, and how viewpoints turn
// when the other player acts. One that is played to its end is played by play_out()
// (engine/games/play_out.h).
#pragma once

#include <cstddef>

#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/outcome.h"
#include "engine/position.h"

namespace gioul {

/// What a player is asked: a position, seen by him, and the dice if it is to roll.
struct Decision {
  Position position{};
  Dice dice = kNoDice;  // of a position to roll

  bool operator==(const Decision&) const = default;
};

/// A decision as it was made.
struct MadeDecision {
  Decision decision;
  Ending ending = Ending::kNone;  // that the play was
  Position after{};               // if it was none, seen by whoever acts next
  bool acts_again = false;        // and that is the same player
};

/// One game from its first decision on. Players are numbered: 0 makes the first decision.
class Turn {
 public:
  explicit Turn(const Position& start) : decision_{start, kNoDice} {}

  /// Who decides now; after the end, who made the last decision.
  std::size_t actor() const { return actor_; }
  const Position& position() const { return decision_.position; }
  const Decision& decision() const { return decision_; }
  /// kNoDice where something is pending.
  Dice dice() const { return decision_.dice; }

  /// Calls `roll` for the dice of the next decision, unless something is pending. True if it did.
  template <typename Roll>
  bool roll(const Roll& roll) {
    const bool rolls = !decision_.position.is_pending();
    decision_.dice = rolls ? roll() : kNoDice;
    return rolls;
  }

  /// Goes on by line `line` of the decision's afterstates. False if that ends the game.
  bool play(const AfterstateList& list, std::size_t line) {
    ending_ = list.ending(line);
    if (ending_ != Ending::kNone) return false;
    decision_.position = list.positions()[line];
    if (!list.mover_acts_next()) actor_ = 1 - actor_;
    return true;
  }

  /// The same for a line of which only this is known.
  bool play(Ending ending, const Position& after, bool mover_acts_next) {
    ending_ = ending;
    if (ending_ != Ending::kNone) return false;
    decision_.position = after;
    if (!mover_acts_next) actor_ = 1 - actor_;
    return true;
  }

  /// What was seen by who decides, seen by player 0.
  template <typename Seen>
  Seen for_first(const Seen& seen) const {
    return actor_ == 0 ? seen : flipped(seen);
  }

  /// How the last decision ended the game, kNone before.
  Ending ending() const { return ending_; }
  /// The outcome of a game that has ended, for player 0.
  Outcome outcome() const { return for_first(outcome_of(ending_)); }

 private:
  Decision decision_;
  std::size_t actor_ = 0;
  Ending ending_ = Ending::kNone;
};

/// A decision and the line of its list that was chosen.
inline MadeDecision made(const Decision& decision, const AfterstateList& list, std::size_t line) {
  const Ending ending = list.ending(line);
  return {decision, ending, ending == Ending::kNone ? list.positions()[line] : Position{},
          list.mover_acts_next()};
}

}  // namespace gioul
