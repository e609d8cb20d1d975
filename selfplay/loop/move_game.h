// A game in which one checker move is decided at a time, from a set of actions that is the same in
// every state: an origin with a number, or to pass. Every play of the rules can be made so, in any
// order of its moves in which it is lawful, and no other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "eval/play/player.h"

namespace gioul {

/// Action (number - 1) * 25 + (origin - 1), origin 25 being the bar; the last is to pass, which is
/// lawful where no checker can move.
inline constexpr int kMoveOrigins = 25;
inline constexpr int kPassAction = 6 * kMoveOrigins;
inline constexpr std::size_t kMoveActions = kPassAction + 1;

/// Numbers of an observation: checkers of who acts by place (26), of the other in his own numbering
/// (26), pinned points of the one and the other (24, 24), how often each number may still be played
/// in this decision (6), checker moves pending (1), whether they were forfeited (1), own rolls of
/// both as far as the game counts them (2).
inline constexpr std::size_t kMoveInputs = 110;

class MoveGame {
 public:
  MoveGame(Game game, const Position& start) : game_(game), turn_(start) { begin_if_pending(); }

  Game game() const { return game_; }
  /// Who acts, 0 or 1; 0 makes the first decision of the game.
  std::size_t actor() const { return turn_.actor(); }
  const Position& position() const { return turn_.position(); }
  bool is_over() const { return turn_.ending() != Ending::kNone; }
  /// Points that the game was worth to player 0.
  int points() const { return gioul::points(turn_.outcome()); }
  /// Dice come next.
  bool needs_roll() const { return !is_over() && !is_deciding_; }

  void roll(Dice dice);

  /// The lawful origins of a number; bit p is place p.
  PlaceSet origins_of(int number) const { return lawful_[static_cast<std::size_t>(number)]; }
  bool is_lawful(std::int64_t action) const;
  /// 1 for each lawful action, else 0. None is where dice come next or the game is over.
  void write_mask(std::span<std::int8_t, kMoveActions> mask) const;
  void write_observation(std::span<std::int8_t, kMoveInputs> numbers) const;
  /// One of the lawful actions by lot.
  int sample(CounterRng& lots) const;

  /// A lawful action. True if it ended the decision.
  bool play(int action);

  /// Plays the whole decision, of which nothing was played yet, as the player chooses.
  void play(Player& player, CounterRng& lots);

 private:
  void end_decision();
  void begin_if_pending() {
    if (turn_.position().is_pending()) roll(kNoDice);
  }

  template <typename Rules>
  struct Steps;

  Game game_;
  Turn turn_;
  bool is_deciding_ = false;
  // The decision so far:
  Side own_{};
  PlaceSet hits_ = 0;
  int made_ = 0;    // checker moves
  int needed_ = 0;  // that the play has, unless it ends the game before
  int die_ = 0;     // the number, or of two dice the one that is left; 0: both are
  std::array<PlaceSet, 7> lawful_{};  // by number
};

}  // namespace gioul
