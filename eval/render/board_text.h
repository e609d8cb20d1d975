// Renders a position as text, seen by the player at the bottom, whose home is at the right.
#pragma once

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Draws `position` for the player to move, whose checkers are O and for whom the points are
/// numbered; the opponent's checkers are X. Pinned checkers are lower-case letters at the edge. The
/// text is 52 columns wide, and each line ends with a newline. `you` and `opponent` are the names
/// of the players.
std::string draw_board(Game game, const Position& position, std::string_view you,
                       std::string_view opponent);

}  // namespace gioul
