// Converts played games to records, and replays records. A replay checks every rule, so that a
// record that violates the rules is never accepted.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/afterstates.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "selfplay/record/game_step.h"
#include "selfplay/record/record.h"

namespace gioul {

/// Converts a played game to a record. `number` is the game's number in the run, `steps` are its
/// decisions, and `last_result` is the result for the last player to move.
GameRecord make_game_record(Game game, std::uint64_t number, std::span<const GameStep> steps,
                            Outcome last_result);

/// Thrown for a record that violates the rules. The message is "decision 7: ...".
class ReplayError : public InputError {
 public:
  ReplayError(std::size_t decision, const std::string& what)
      : InputError("decision " + std::to_string(decision) + ": " + what),
        decision_number_(decision),
        problem_(what) {}

  /// Returns the number of the decision that violates the rules, from 1; 0 for a game without
  /// decisions.
  std::size_t decision_number() const { return decision_number_; }
  /// Returns the message without the number of the decision.
  const std::string& problem() const { return problem_; }

 private:
  std::size_t decision_number_;
  std::string problem_;
};

/// The player who lost a game by failing (such as an external program that died) or resigning.
enum class FailedPlayer { kNone, kFirst, kSecond };

/// Replays recorded games by the rules, all of one variant with one number of checkers. Not
/// thread-safe.
class GameReplayer {
 public:
  /// Makes a replayer of games that start at the variant's start position. `checkers` is the number
  /// of checkers per side. Throws InputError if `game` cannot be played with that number.
  GameReplayer(Game game, int checkers);

  /// Makes a replayer of games that start at `start`, as seen by the player who moves first.
  GameReplayer(Game game, const Position& start) : game_(game), start_position_(start) {}

  /// Replays a record and returns its steps with the recorded values; valid until the next call.
  /// Throws ReplayError at the first violation: wrong player, wrong pending moves, illegal play,
  /// decisions missing or after the end of the game, wrong result. Decisions may be missing in a
  /// game in which a player `failed` and in a running game. The result of a running game is
  /// ignored.
  std::span<const GameStep> operator()(const GameRecord& record,
                                       FailedPlayer failed = FailedPlayer::kNone,
                                       bool is_running = false);

  /// Returns the final position of the last replay. If the last play ended the game, the position
  /// is seen by the player who made that play, else by the player to move.
  const Position& last_position() const { return last_position_; }
  /// Returns true if last_position() is seen by the second player.
  bool is_last_position_seen_by_second() const { return is_last_position_seen_by_second_; }

  Game game() const { return game_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ReplayError(decision_number_, what);
  }
  // Fails unless the decision has the type, the number of pending moves and the player that the
  // rules require.
  void check_decision_type(const GameState& state, const RecordedDecision& decision) const;
  // Fills afterstates_, and returns the index of the afterstate of the decision's play. Fails if
  // the play is illegal.
  std::size_t find_play_index(const GameState& state, const RecordedDecision& decision);
  // Checks the result of a game that did not end by the rules. Fails unless a player failed and the
  // result is the loss that a failure counts.
  void check_failure(const GameState& state, const GameRecord& record, FailedPlayer failed) const;

  Game game_;
  Position start_position_{};        // start position, as seen by the player who moves first
  std::size_t decision_number_ = 0;  // number of the current decision, from 1
  std::unique_ptr<AfterstateList> afterstates_ = std::make_unique<AfterstateList>();
  std::vector<GameStep> steps_;                   // steps of the last replay
  Position last_position_{};                      // see last_position()
  bool is_last_position_seen_by_second_ = false;  // last_position_ is seen by the second player
};

}  // namespace gioul
