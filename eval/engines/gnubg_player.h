// GNU Backgammon as a player of Portes. Its answers are matched with the legal plays. If it fails,
// it loses the game by PlayerFailure and is restarted for the next one.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/games/game.h"
#include "eval/engines/engine_process.h"
#include "eval/engines/gnubg_session.h"
#include "eval/play/player.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// A player with its own GNU Backgammon process.
class GnubgPlayer : public Player {
 public:
  /// Starts no process yet; the first decision does.
  GnubgPlayer(const GnubgSpec& spec, Game game, std::shared_ptr<CpuPool> cpus);

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override;

 private:
  void ensure_ready();

  GnubgSpec spec_;
  Game game_;
  std::shared_ptr<CpuPool> cpus_;
  std::optional<GnubgSession> session_;
  StartFailureLimiter start_failures_;
};

/// Returns the path of the installed gnubg, in PATH or where Debian installs games; empty if there
/// is none.
std::string installed_gnubg();

/// Makes players that use gnubg. Starts it once to test it: throws InputError if it fails, if
/// `game` is not Portes, or if `spec` names no program and gnubg is not installed.
PlayerFactory gnubg_player_factory(GnubgSpec spec, Game game);

/// Makes external evaluators that use gnubg at spec.plies. Each has its own process and throws
/// PlayerFailure. Throws as gnubg_player_factory() does.
ExternalEvaluatorFactory gnubg_evaluator_factory(GnubgSpec spec, Game game);

}  // namespace gioul
