// GNU Backgammon's Position ID, a board of 15 checkers per side in 14 characters, for exchange with
// other programs (https://www.gnu.org/software/gnubg/manual, "A technical description of the
// Position ID"). It cannot hold owed or forfeited moves, pins or roll counts.
#pragma once

#include <string>
#include <string_view>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Parses a Position ID of GNU Backgammon as a position of the given game in which the player to
/// move rolls. The first 25 places of an ID are those of the side that is **not** to move. Throws
/// InputError if the ID is invalid or the board cannot occur in the game.
Position parse_position_id(const Variant& variant, std::string_view id);

/// Returns the GNU Backgammon Position ID of a position. Throws InputError if the ID cannot hold
/// it: fewer than 15 checkers per side, moves owed or forfeited, pins or early rolls.
std::string format_position_id(const Variant& variant, const Position& position);

}  // namespace gioul
