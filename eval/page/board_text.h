// The board as text, the way a person sees it who sits at the bottom right with his home.
#pragma once

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Draws `position` for its player to act: his checkers are O, the other's X, points in his
/// numbering, pinned checkers in small letters at the edge. 52 columns wide, each line with its
/// end. `you` and `opponent` are what the two are called.
std::string draw_board(Game game, const Position& position, std::string_view you,
                       std::string_view opponent);

}  // namespace gioul
