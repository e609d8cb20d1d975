// Positions in the notations of other programs: GNU Backgammon's Position ID and Match ID, and
// eXtreme Gammon's XGID. They hold boards of 15 checkers per side, without owed or forfeited moves,
// pins or roll counts. Their cubes and scores have no meaning here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Parses a Position ID of GNU Backgammon
/// (https://www.gnu.org/software/gnubg/manual, "A technical description of the Position ID") as a
/// position of the given game in which the player to move rolls. As in GNU Backgammon, the first 25
/// places of the ID belong to the side that is **not** to move. Throws InputError if the ID is
/// invalid or the board cannot occur in the game.
Position parse_position_id(const Variant& variant, std::string_view id);

/// Returns the GNU Backgammon Position ID of a position. Throws InputError if the ID cannot hold
/// it: fewer than 15 checkers per side, moves owed or forfeited, pins or early rolls.
std::string format_position_id(const Variant& variant, const Position& position);

/// Returns the GNU Backgammon Match ID that belongs to the Position ID of a decision: that of an
/// unlimited match in which the player to move has rolled `dice`.
std::string format_match_id(std::optional<Dice> dice);

/// Returns the XGID of a position and a roll, with the player to move as the bottom player. Throws
/// InputError like format_position_id(), and for games in which both players move in the same
/// direction.
std::string format_xgid(const Variant& variant, const Position& position, std::optional<Dice> dice);

/// The board of an XGID, each side in its own numbering.
struct XgBoard {
  Side bottom_side;  // checkers of the bottom player
  Side top_side;     // checkers of the top player
};

/// Parses the first field of an XGID, such as "-b----E-C---eE---c-e----B-". Throws InputError.
XgBoard parse_xg_board(std::string_view text);
/// Formats a board of 15 checkers per side as the first field of an XGID.
std::string format_xg_board(const XgBoard& board);

/// The result of parsing any of these notations: a position, and the dice if the text has them.
struct ParsedPosition {
  Position position;              // the position, for the player to move
  std::optional<Dice> dice = {};  // the roll in the text, if it has one
  std::string cube_note = {};     // message that a doubling cube is ignored; "" if there is none
};

/// Parses "Position ID" or "Position ID:Match ID". Throws InputError.
ParsedPosition parse_gnubg_id(const Variant& variant, std::string_view text);

/// Parses an XGID, with or without "XGID=". Fields at its end may be missing. Throws InputError,
/// also for games in which both players move in the same direction.
ParsedPosition parse_xgid(const Variant& variant, std::string_view text);

/// Parses a position of the given game as text (engine/text/notation.h), XGID, Position ID or
/// "Position ID:Match ID". Throws InputError.
ParsedPosition parse_any_position(const Variant& variant, std::string_view text);

/// Returns the dice in an XGID or a Match ID; nullopt for other texts.
std::optional<Dice> dice_in_position_id(std::string_view text);

}  // namespace gioul
