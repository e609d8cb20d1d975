// Makes players from their names, which are the same in all commands and config files:
//
//   random, blocker                     random plays; plays that hold as many points as possible
//   net:FILE[,plies=N][,filter=N][,margin=X][,beam=N][,tables=on|off]
//           [,precision=int16][,temperature=MILLIPOINTS]
//   net[,...]                           the game's bundled net
//   rollout:FILE[,trials=N][,truncate=N][,candidates=N][,plies=N][,tables=on|off], rollout[,...]
//                                       rolls out the best plays of a search (rollout_player.h)
//   table:FILE                          plays perfectly by a table of `gioul solve`
//   ubgi:COMMAND[,time=SECONDS][,...]   an external engine (eval/engines/engine_spec.h)
//   gnubg[:plies=N][,prune=on|off][,time=SECONDS][,start=SECONDS]
//                                       GNU Backgammon, for Portes (external_players.cpp)
//
// `net:FILE,plies=2,filter=8,beam=16` searches two plies (eval/search/search.h). Players that
// search use endgame tables by default; other net players use them with `tables=on`.
//
// Every player may have the option `name=NAME`, the name to display for it.
//
// To add a kind of player, write a function that fills in a PlayerSpec (player_spec.h) and add it
// to the list in players.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_spec.h"

namespace gioul {

/// Parses a player's name without loading any file. If `plies` is set, it overrides the search
/// depth in the name; players without lookahead ignore it. Throws InputError for an unknown or
/// invalid name.
PlayerSpec parse_player(std::string_view name, std::optional<int> plies = {});

/// Parses a player's name and loads what it needs for `game`. Throws InputError for an unknown name
/// or an unusable file.
PlayerFactory make_player_factory(std::string_view name, Game game);

/// Returns the name of the player `net` ("net" or "net:FILE") with an option that makes it search
/// each chain (a doublet that continues with higher numbers) to its end. At 0 plies, the option
/// gains 0.2 points per game, and a decision takes milliseconds. Meant for single games.
std::string add_chain_search_option(const std::string& net);

/// Returns the name of the default player of a game: the bundled net, or "random" for games without
/// one.
std::string default_player_name(Game game);

}  // namespace gioul
