// What a match is played of, by name: its games in turn, and who plays which of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The games that are played in turn in "tavli" or "tapa-gul-bara". Throws InputError for another
/// name.
std::vector<Game> cycle_games(std::string_view name);

/// The player's name for each of `games`: `text` is one for all of them, or "GAME=PLAYER;..." with
/// each game once. Throws InputError for a game that is named twice or not at all.
std::vector<std::string> players_by_game(std::string_view text, const std::vector<Game>& games);

}  // namespace gioul
