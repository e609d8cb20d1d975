// Players by name, the same names in every command and config:
//
//   random, blocker                     chance; as many points held as possible
//   net:FILE[,plies=N][,filter=N][,margin=X][,beam=N][,tables=on|off]
//           [,precision=int16][,temperature=MILLIPOINTS]
//   net[,...]                           the net of the game that comes with the program
//   rollout:FILE[,trials=N][,truncate=N][,candidates=N][,plies=N][,tables=on|off], rollout[,...]
//                                       plays the best plays of a search out (rollout_player.h)
//   table:FILE                          perfect, of `gioul solve`
//   ubgi:COMMAND[,time=SECONDS][,...]   somebody else's engine (eval/ubgi/engine_spec.h)
//   gnubg[:plies=N][,prune=on|off][,time=SECONDS][,start=SECONDS]
//                                       GNU Backgammon, for Portes (eval/players/foreign_kinds.cpp)
//
// `net:FILE,plies=2,filter=8,beam=16` looks two plies ahead (eval/search/search.h). Players that
// look ahead take the values of endgame tables, others if `tables=on`.
//
// A new kind is a function that fills a PlayerSpec in (player_spec.h) and a line in the list of
// players.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_spec.h"

namespace gioul {

/// Throws InputError for an unknown name. `plies` stand for those of the name if they are set
/// elsewhere; players that don't look ahead stay as they are.
PlayerSpec parse_player(std::string_view name, std::optional<int> plies = {});

/// Reads a player's name for `game` and loads what it needs. Throws InputError
/// for an unknown name or a file that can't be used.
PlayerFactory make_player_factory(std::string_view name, Game game);

/// The name of a player of single games, who has time: "net" or "net:FILE" that plays his chains on
/// to their ends, which costs milliseconds and is worth 0.2 points a game at 0 plies.
std::string patient(const std::string& net);

/// Who plays a single game if nobody is named: the shipped net, or "random" in games without one.
std::string default_player(Game game);

}  // namespace gioul
