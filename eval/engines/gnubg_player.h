// GNU Backgammon as a player of Portes. Each of its answers must be a legal play. If gnubg fails,
// PlayerFailure makes it lose the game, and it is restarted for the next one.
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
  /// Starts no process; the first decision does. `cpus` are the cores that gnubg can share with its
  /// caller (CpuPool).
  GnubgPlayer(const GnubgSpec& spec, Game game, std::shared_ptr<CpuPool> cpus);

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override;

 private:
  // Starts gnubg if it is not running. Throws as StartFailureLimiter::record_failure() does.
  void ensure_ready();

  GnubgSpec spec_;
  Game game_;
  std::shared_ptr<CpuPool> cpu_pool_;
  std::optional<GnubgSession> session_;
  StartFailureLimiter start_failures_;
};

/// Finds the installed gnubg in PATH or where Debian installs games. Returns its path; empty if
/// there is none.
std::string find_installed_gnubg();

/// Makes players that use gnubg. Starts it once to test it. Throws InputError if the test fails, if
/// `game` is not Portes, or if `spec` names no program and gnubg is not installed.
PlayerFactory gnubg_player_factory(GnubgSpec spec, Game game);

/// Makes evaluators that ask gnubg for equities by a search of `spec.plies` plies. Each has its own
/// process and throws PlayerFailure if gnubg fails. Starts gnubg once to test it. Throws InputError
/// if the test fails, if `game` is not Portes, or if `spec` names no program and gnubg is not
/// installed.
ExternalEvaluatorFactory gnubg_evaluator_factory(GnubgSpec spec, Game game);

}  // namespace gioul
