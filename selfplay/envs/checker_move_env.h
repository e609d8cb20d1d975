// A game played by single checker moves, from a fixed set of actions: an origin with a die, or
// pass. Exactly the legal plays can be made, with their moves in any legal order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"

namespace gioul {

/// Number of origins (places from which a checker can move): 24 points and the bar, which is number
/// 25. The action that moves a checker has the index (die - 1) * kOriginCount + (origin - 1).
inline constexpr int kOriginCount = 25;

/// Index of the last action, to pass. It is legal only if no checker can move.
inline constexpr int kPassAction = 6 * kOriginCount;

/// Number of actions, legal or not: every checker move, and pass.
inline constexpr std::size_t kActionCount = kPassAction + 1;

/// Length of an observation: the numbers that describe a state to an agent. They are, in this
/// order: the checkers of the player to move by place (26), those of the opponent in the opponent's
/// numbering (26), the pinned points of both sides (24 and 24), how often each number of the dice
/// may still be played in this decision (6), the pending checker moves (1), whether they were
/// forfeited (1), and Position::own_roll_count and Position::opp_roll_count (2).
inline constexpr std::size_t kObservationSize = 110;

/// The state of a CheckerMoveEnv, to save and restore it.
struct CheckerMoveCheckpoint {
  Decision decision;               // the current decision, or the last one of a finished game
  std::size_t player_to_move = 0;  // the player to move
  bool is_decision_pending =
      false;  // false: a roll is due (then `decision` has no dice), or the game is over
  std::vector<std::uint8_t> played_actions;  // checker moves played in the decision so far
  Ending ending = Ending::kNone;             // how the game ended, if it is over
  bool operator==(const CheckerMoveCheckpoint&) const = default;
};

/// A game in progress, advanced by single checker moves. A decision (the play of one roll) takes
/// several actions.
class CheckerMoveEnv {
 public:
  CheckerMoveEnv(Game game, const Position& start) : game_(game), state_(start) {
    begin_decision_if_pending();
  }
  /// Restores a state. Throws InputError if no game can have it.
  CheckerMoveEnv(Game game, const CheckerMoveCheckpoint& state);
  /// Returns the state, from which the constructor continues.
  CheckerMoveCheckpoint checkpoint() const;

  Game game() const { return game_; }
  /// Returns the player to move: 0 made the first decision of the game, 1 is the other.
  std::size_t player_to_move() const { return state_.player_to_move(); }
  const Position& position() const { return state_.position(); }
  /// Returns true if the game has ended.
  bool is_over() const { return state_.ending() != Ending::kNone; }
  /// Returns the points that player 0 has won, negative for a loss.
  int points() const { return gioul::points(state_.outcome()); }
  /// Returns true if the caller must roll() the dice next.
  bool needs_roll() const { return !is_over() && !is_decision_pending_; }

  /// Starts the next decision with these dice.
  void roll(Dice dice) { begin_decision(dice); }

  /// Returns the places from which a checker may now move by `number`, 1 to 6; bit p is place p.
  PlaceSet legal_origins_for_die(int number) const {
    return legal_origins_[static_cast<std::size_t>(number)];
  }
  /// Returns true if the action may be played now.
  bool is_legal(std::int64_t action) const;
  /// Writes the action mask: 1 for each legal action and 0 for the others. No action is legal if a
  /// roll is due or the game is over.
  void write_action_mask(std::span<std::int8_t, kActionCount> mask) const;
  /// Writes the observation of the player to move, as kObservationSize describes it.
  void write_observation(std::span<std::int8_t, kObservationSize> numbers) const;
  /// Returns a random legal action.
  int sample_action(CounterRng& rng) const;

  /// Plays a legal action. Returns true if it completed the decision.
  bool play(int action);

  /// Plays a whole decision as `player` chooses. None of its moves may have been played yet.
  void play(Player& player, CounterRng& rng);

 private:
  // `dice` is nullopt if the position is pending.
  void begin_decision(std::optional<Dice> dice);
  void end_decision();
  // Ends the game by a whole play, none of whose checker moves has been played.
  void end_game(Ending ending);
  void begin_decision_if_pending() {
    if (state_.position().is_pending()) begin_decision(std::nullopt);
  }

  // Finds the legal checker moves of the current decision, by the rules of one variant.
  template <typename GameRules>
  struct LegalMoves;

  Game game_;
  GameState state_;
  bool is_decision_pending_ = false;  // false: a roll is due, or the game is over
  // State of the current decision:
  Side own_side_{};
  PlaceSet hit_points_ = 0;  // points where the player has hit in this decision
  int move_count_ = 0;       // checker moves made
  std::array<std::uint8_t, kDoubletMoves> played_actions_{};  // the checker moves made, as actions
  int play_length_ = 0;    // checker moves of a complete play, unless one ends the game earlier
  int remaining_die_ = 0;  // the single number, or the remaining one of two dice; 0: both remain
  std::array<PlaceSet, 7> legal_origins_{};  // legal origins by number
};

}  // namespace gioul
