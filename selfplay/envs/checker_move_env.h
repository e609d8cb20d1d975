// A game played by single checker moves, from a fixed set of actions: an origin with a die, or
// pass. Every legal play can be made in any legal order of its moves, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"

namespace gioul {

/// Action index: (die - 1) * 25 + (origin - 1), where origin 25 is the bar. The last action is to
/// pass, legal only if no checker can move.
inline constexpr int kMoveOrigins = 25;
inline constexpr int kPassAction = 6 * kMoveOrigins;
inline constexpr std::size_t kMoveActions = kPassAction + 1;

/// Length of an observation: checkers by place of the player to move (26) and of the opponent in
/// the opponent's numbering (26), pinned points of both (24, 24), how often each number may still
/// be played in this decision (6), pending checker moves (1), whether they were forfeited (1), own
/// rolls of both as far as the game counts them (2).
inline constexpr std::size_t kMoveInputs = 110;

/// One game, advanced by single checker moves.
class CheckerMoveEnv {
 public:
  CheckerMoveEnv(Game game, const Position& start) : game_(game), state_(start) {
    begin_if_pending();
  }

  Game game() const { return game_; }
  /// Player to move: 0 made the first decision of the game, 1 is the other.
  std::size_t actor() const { return state_.actor(); }
  const Position& position() const { return state_.position(); }
  bool is_over() const { return state_.ending() != Ending::kNone; }
  /// Points won by player 0.
  int points() const { return gioul::points(state_.outcome()); }
  /// True if the next event is a roll.
  bool needs_roll() const { return !is_over() && !is_deciding_; }

  /// Starts the next decision with these dice.
  void roll(Dice dice);

  /// Returns the legal origins for a die; bit p is place p.
  PlaceSet origins_of(int number) const { return legal_[static_cast<std::size_t>(number)]; }
  bool is_legal(std::int64_t action) const;
  /// Writes 1 for each legal action, else 0. There is none if a roll is due or the game is over.
  void write_mask(std::span<std::int8_t, kMoveActions> mask) const;
  /// Writes the observation of the player to move; see kMoveInputs.
  void write_observation(std::span<std::int8_t, kMoveInputs> numbers) const;
  /// Returns a random legal action.
  int sample(CounterRng& rng) const;

  /// Plays a legal action. Returns true if it completed the decision.
  bool play(int action);

  /// Plays a whole decision, of which nothing was played yet, as `player` chooses.
  void play(Player& player, CounterRng& rng);

 private:
  void end_decision();
  void begin_if_pending() {
    if (state_.position().is_pending()) roll(kNoDice);
  }

  template <typename GameRules>
  struct LegalMoves;

  Game game_;
  GameState state_;
  bool is_deciding_ = false;
  // State of the current decision:
  Side own_{};
  PlaceSet hits_ = 0;
  int moves_made_ = 0;   // checker moves made
  int play_length_ = 0;  // checker moves of a complete play, unless one ends the game earlier
  int die_ = 0;          // the single number, or the remaining one of two dice; 0: both remain
  std::array<PlaceSet, 7> legal_{};  // legal origins by number
};

}  // namespace gioul
