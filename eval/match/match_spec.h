// Parses the names of game cycles ("tavli") and lists of players per game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Returns the games of the cycle with this name, "tavli" or "tapa-gul-bara". Throws InputError for
/// another name.
std::vector<Game> parse_game_cycle(std::string_view name);

/// Returns the name of the player for each of `games`. `text` is one player name for all games, or
/// "GAME=PLAYER;..." with each game once. Throws InputError if a game is missing or given twice.
std::vector<std::string> parse_players_by_game(std::string_view text,
                                               const std::vector<Game>& games);

}  // namespace gioul
