// Somebody else's engine as a player: it is asked over UBGI, and what it answers is looked up among
// the lawful lines. An engine that fails loses the game by PlayerFailure and is started again.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/ubgi/engine_process.h"
#include "eval/ubgi/engine_spec.h"
#include "eval/ubgi/ubgi_session.h"

namespace gioul {

/// The line of `list`, the decision at `before`, that an engine has chosen: the one `bestmoveid`
/// names, and only if there is none the one `bestmove` leads to. Throws PlayerFailure for what is
/// not lawful.
std::size_t line_of_answer(Game game, const Position& before, const AfterstateList& list,
                           const UbgiAnswer& answer);

/// One process an instance.
class UbgiPlayer : public Player {
 public:
  /// Starts nothing yet.
  UbgiPlayer(const EngineSpec& spec, Game game) : spec_(spec), game_(game) {}

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng) override;
  void begin_game() override {
    game_is_new_ = true;
    spent_ = 0.0;
  }

 private:
  void be_ready();
  UbgiAnswer ask(const std::vector<std::string>& lines);

  EngineSpec spec_;
  Game game_;
  std::optional<UbgiSession> session_;
  bool game_is_new_ = false;
  double spent_ = 0.0;  // seconds in this game
  FailedStarts failed_starts_;
};

/// Starts the engine once, to see that it can be: throws InputError if it can't, does not speak
/// UBGI, or does not know the game.
PlayerFactory ubgi_player_factory(const EngineSpec& spec, Game game);

/// Starts the engine once, to ask for its name; empty if it says none or can't be started.
std::string engine_name(const EngineSpec& spec, Game game);

}  // namespace gioul
