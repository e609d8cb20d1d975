// GNU Backgammon as a player of Portes: what it answers is looked up among the lawful lines. If it
// fails it loses the game by PlayerFailure and is started again.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/games/game.h"
#include "eval/gnubg/gnubg_session.h"
#include "eval/play/player.h"
#include "eval/ubgi/engine_process.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// One process an instance.
class GnubgPlayer : public Player {
 public:
  /// Starts nothing yet.
  GnubgPlayer(const GnubgSpec& spec, Game game, std::shared_ptr<CorePool> cores);

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override;

 private:
  void be_ready();

  GnubgSpec spec_;
  Game game_;
  std::shared_ptr<CorePool> cores_;
  std::optional<GnubgSession> session_;
  FailedStarts failed_starts_;
};

/// The gnubg that is installed, in PATH or where Debian keeps games; empty if there is none.
std::string installed_gnubg();

/// Starts gnubg once, to see that it can be: throws InputError if it can't, or if `game` isn't
/// Portes. A spec without words is of the gnubg that is installed; InputError too if there is none.
PlayerFactory gnubg_player_factory(GnubgSpec spec, Game game);

/// The same for what it thinks of positions, spec.plies rolls ahead. A process each; they throw
/// PlayerFailure.
OutsideJudgeFactory gnubg_judge_factory(GnubgSpec spec, Game game);

}  // namespace gioul
