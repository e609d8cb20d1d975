// An external engine as a player, over the text protocol UBGI. Each of its answers must be a legal
// play. If the engine fails, PlayerFailure makes it lose the game, and it is restarted for the next
// one.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/games/game.h"
#include "eval/engines/engine_process.h"
#include "eval/engines/engine_spec.h"
#include "eval/engines/ubgi_session.h"
#include "eval/play/player.h"

namespace gioul {

/// Returns the index in `list` of the afterstate that the engine chose in the decision at `before`.
/// The choice is in the response line `bestmoveid` or, if that is missing or not a position, in
/// `bestmove`, in any spelling. If there is only one afterstate, any response chooses it. Throws
/// PlayerFailure for an illegal or ambiguous play.
std::size_t find_engine_choice(Game game, const Position& before, const AfterstateList& list,
                               const UbgiResponse& response);

/// Returns the kind of answer that the engine must give to a decision with these afterstates.
UbgiSession::AnswerKind expected_answer_kind(const AfterstateList& list);

/// A player with its own engine process.
class UbgiPlayer : public Player {
 public:
  /// Starts no process; the first decision does.
  UbgiPlayer(const EngineSpec& spec, Game game) : spec_(spec), game_(game) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override;
  void begin_game() override {
    is_new_game_ = true;
    game_seconds_used_ = 0.0;
  }

 private:
  // Starts the engine if it is not running. Throws as StartFailureLimiter::record_failure() does.
  void ensure_running();
  // Kills the engine; the next decision starts it again.
  void kill_session();
  // Requests a decision, within the time limits of a decision and of a game.
  UbgiResponse request_decision_in_time(const std::vector<std::string>& lines,
                                        UbgiSession::AnswerKind wanted);

  EngineSpec spec_;
  Game game_;
  std::optional<UbgiSession> session_;
  bool is_new_game_ = false;        // the engine must be told that a new game begins
  double game_seconds_used_ = 0.0;  // time used for decisions in this game
  StartFailureLimiter start_failures_;
};

/// Makes players that use this engine, each with its own process. Starts the engine once to test
/// it. Throws InputError if the engine fails, does not speak UBGI or does not support the game.
PlayerFactory ubgi_player_factory(const EngineSpec& spec, Game game);

/// Starts the engine once and returns the name by which it introduces itself; empty if it gives
/// none or cannot be started.
std::string ask_engine_name(const EngineSpec& spec, Game game);

}  // namespace gioul
