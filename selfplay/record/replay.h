// From a game as it was played to its record, and back: a record is played again by the rules, so
// that nothing in it is believed that can't have happened.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/turn.h"
#include "selfplay/record/record.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// The record of game `number` of `variant`, which went through `visits` and ended with
/// `last_result` for the last player to act.
GameRecord record_game(Game game, std::uint64_t number, std::span<const Visit> visits,
                       Outcome last_result);

/// What is wrong with a record. Its message is "decision 7: ...".
class ReplayError : public InputError {
 public:
  ReplayError(std::size_t decision, const std::string& what)
      : InputError("decision " + std::to_string(decision) + ": " + what),
        decision_(decision),
        problem_(what) {}

  /// Counted from 1; 0 for a game without decisions.
  std::size_t decision() const { return decision_; }
  const std::string& problem() const { return problem_; }

 private:
  std::size_t decision_;
  std::string problem_;
};

/// Who could not go on with a game, or gave it up, and lost it, if anybody.
enum class FailedSeat { kNobody, kFirst, kSecond };

/// Plays records of one game with one number of checkers again. Used by one thread at a time.
class Replay {
 public:
  /// Throws InputError for a game that can't be played with so few checkers.
  Replay(Game game, int checkers);

  /// The same from any position, seen by who acts first.
  Replay(Game game, const Position& start) : game_(game), start_(start) {}

  /// The positions that the game went through, with values as the record has them. Throws
  /// ReplayError at the first thing that is not as the rules have it: the player, what is owed, the
  /// play, an end too early or missing, the result. A game that somebody failed in stops anywhere
  /// before its end, and so does one that is still running, whose result is not looked at. Valid
  /// until the next call.
  std::span<const Visit> operator()(const GameRecord& record,
                                    FailedSeat failed = FailedSeat::kNobody,
                                    bool is_running = false);

  /// The board when the last game stopped, seen by who made the last decision if that ended the
  /// game, else by who acts next.
  const Position& last_position() const { return last_position_; }
  bool second_acts_last() const { return second_acts_last_; }

  Game game() const { return game_; }
  const Position& start() const { return start_; }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw ReplayError(number_, what); }
  void check_demand(const Turn& turn, const RecordedDecision& decision) const;
  // Of the decision's afterstates, which are in list_.
  std::size_t line_of(const Turn& turn, const RecordedDecision& decision);
  void check_failure(const Turn& turn, const GameRecord& record, FailedSeat failed) const;

  Game game_;
  Position start_{};
  std::size_t number_ = 0;  // of the decision that is played, from 1
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<Visit> visits_;
  Position last_position_{};
  bool second_acts_last_ = false;
};

}  // namespace gioul
