// A game played by single checker moves. The set of actions is fixed: an origin with a die, or to
// pass. Exactly the legal plays can be made, with their checker moves in any legal order.
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

/// Number of actions, legal or not: every checker move, and to pass.
inline constexpr std::size_t kActionCount = kPassAction + 1;

/// Length of an observation: the numbers that describe a state to an agent. They are, in this
/// order: the number of checkers of the player to move on each place (26), the number of checkers
/// of the opponent on each place in the opponent's numbering (26), the pinned points of both sides
/// (24 and 24), how often each number of the dice may still be played in this decision (6), the
/// number of pending checker moves (1), whether they were forfeited (1), and
/// Position::own_roll_count and Position::opp_roll_count (2).
inline constexpr std::size_t kObservationSize = 110;

/// The saved state of a CheckerMoveEnv.
struct CheckerMoveCheckpoint {
  Decision decision;               // the current decision, or the last one of a finished game
  std::size_t player_to_move = 0;  // the player to move; 0 made the first decision of the game
  /// False if a roll is due (then `decision` has no dice) or the game is over.
  bool is_decision_pending = false;
  std::vector<std::uint8_t> played_actions;  // actions played in the decision so far
  Ending ending = Ending::kNone;             // the way in which the game ended, if it is over
  bool operator==(const CheckerMoveCheckpoint&) const = default;
};

/// A game in progress, advanced by single checker moves. A decision (the play of one roll) takes
/// several actions.
class CheckerMoveEnv {
 public:
  /// Starts a game from the position `start`.
  CheckerMoveEnv(Game game, const Position& start) : game_(game), state_(start) {
    begin_decision_if_pending();
  }
  /// Continues from a saved state. Throws InputError if no game can reach that state.
  CheckerMoveEnv(Game game, const CheckerMoveCheckpoint& state);
  /// Returns the state, to be saved.
  CheckerMoveCheckpoint checkpoint() const;

  Game game() const { return game_; }
  /// Returns the player to move: 0 made the first decision of the game, 1 is the other.
  std::size_t player_to_move() const { return state_.player_to_move(); }
  const Position& position() const { return state_.position(); }
  /// Returns true if the game has ended.
  bool is_over() const { return state_.ending() != Ending::kNone; }
  /// Returns the points that player 0 has won in the finished game, negative for a loss.
  int first_player_points() const { return gioul::points(state_.outcome()); }
  /// Returns true if the caller must roll() the dice next.
  bool needs_roll() const { return !is_over() && !is_decision_pending_; }

  /// Sets the dice of the next decision, which starts. Requires needs_roll().
  void roll(Dice dice) { begin_decision(dice); }

  /// Returns true if the action may be played now.
  bool is_legal(std::int64_t action) const;
  /// Writes the action mask: 1 for each legal action, and 0 for the others. No action is legal
  /// while a roll is due or if the game is over.
  void write_action_mask(std::span<std::int8_t, kActionCount> mask) const;
  /// Writes the observation for the player to move. kObservationSize lists its numbers.
  void write_observation(std::span<std::int8_t, kObservationSize> numbers) const;
  /// Returns a random legal action.
  int sample_action(CounterRng& rng) const;

  /// Plays a legal action. Returns true if it completed the decision.
  bool play(int action);

  /// Lets `player` play a whole decision, of which no checker move has been played yet.
  void play(Player& player, CounterRng& rng);

 private:
  // Starts a decision. `dice` is nullopt if the position has pending moves (of a chain or
  // forfeited).
  void begin_decision(std::optional<Dice> dice);
  // Ends the decision after its last checker move, and starts the next one if moves are pending.
  void end_decision();
  // Ends the game by a whole play of which no checker move has been played.
  void end_game(Ending ending);
  // Starts a decision without a roll if moves are pending.
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
  Side own_side_{};          // the checkers of the player to move, after the moves made
  PlaceSet hit_points_ = 0;  // points where the player to move has hit a checker
  int move_count_ = 0;       // number of checker moves made
  std::array<std::uint8_t, kDoubletMoves> played_actions_{};  // the checker moves made, as actions
  int play_length_ = 0;  // number of moves of a complete play, unless the game ends earlier
  // The die that remains after the first move: the other one or, if all moves are of one number,
  // that number. 0 before the first move.
  int remaining_die_ = 0;
  std::array<PlaceSet, 7> legal_origins_by_die_{};  // places with a legal move; [0] is unused
};

}  // namespace gioul
