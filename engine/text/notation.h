// Positions and dice as text, as docs/notation.md defines them. Each position has exactly one text;
// parsing rejects any other with the column and the reason.
#pragma once

#include <string>
#include <string_view>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Parses the text of a position of the given game. Throws InputError ("column N: REASON").
Position parse_position(const Variant& variant, std::string_view text);

/// Formats a position of the given game as text.
std::string format_position(const Variant& variant, const Position& position);

/// Parses a roll "a-b": two dice, each 1..6, in either order. Throws InputError ("column N:
/// REASON").
Dice parse_dice(std::string_view text);
/// Formats a roll as "a-b", the higher die first.
std::string format_dice(Dice dice);

/// Returns the position before the first roll, with `checkers` (1..15) per side. Throws InputError
/// if the game cannot be played with that number of checkers.
Position start_position(const Variant& variant, int checkers = kMaxCheckers);

/// Formats the way in which a play ends the game, as "win=1", "win=2" or "tie"; `ending` must not
/// be kNone.
std::string_view format_ending(Ending ending);

}  // namespace gioul
