// What tells the files that a player plays by from others under the same names.
#pragma once

#include <string>

#include "engine/games/game.h"

namespace gioul {

/// Of the files that a player plays by: a file under the same name can be another net tomorrow.
/// Empty if there are none.
std::string player_fingerprint(const std::string& name, Game game);

/// The names of the endgame tables that a game is usually played with, with blanks between them.
/// They belong to how it is played: another program's usual ones may be larger.
std::string tables_fingerprint(Game game);

}  // namespace gioul
