// GNU Backgammon's Position ID: a board of 15 checkers a side in 14 characters, for exchange with
// programs that know it (https://www.gnu.org/software/gnubg/manual, "A technical description of the
// Position ID"). It has no room for what is pending, pinned or counted.
#pragma once

#include <string>
#include <string_view>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Reads a Position ID as a position to roll of the game with these axes. Its first 25 places are
/// the side **not** to act. Throws InputError for what is no ID and for boards that are none of the
/// game.
Position parse_position_id(const Axes& axes, std::string_view id);

/// The ID of a position. Throws InputError if it has fewer than 15 checkers a side, or anything
/// pending, pinned or counted.
std::string format_position_id(const Axes& axes, const Position& position);

}  // namespace gioul
