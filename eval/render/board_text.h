// Renders a position as text, seen by the player at the bottom, whose home is at the right.
#pragma once

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Draws `position` as text, 52 columns wide; each line ends with a newline. Points are numbered
/// for the player to move, whose checkers are O; the opponent's are X. Pinned checkers are
/// lower-case letters at the edge. `you` and `opponent` are the names of the players.
std::string board_text(Game game, const Position& position, std::string_view you,
                       std::string_view opponent);

}  // namespace gioul
