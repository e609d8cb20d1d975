// Positions and dice as text, to the letter of docs/notation.md. Reading refuses whatever is
// not exactly the text that writing would produce, with the column and the reason.
#pragma once

#include <string>
#include <string_view>

#include "engine/dice.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// Reads position text of the game with these axes. Throws InputError ("column N: ...").
Position parse_position(const Axes& axes, std::string_view text);

/// The one text of a position.
std::string format_position(const Axes& axes, const Position& position);

/// "a-b", either order, each 1..6. Throws InputError ("column N: ...").
Dice parse_dice(std::string_view text);
/// The higher die first.
std::string format_dice(Dice dice);

/// The position before the first roll, with `checkers` (1..15) a side. Throws InputError if the
/// game can't be played with that number.
Position start_position(const Axes& axes, int checkers = kMaxCheckers);

/// "win=1", "win=2" or "tie".
std::string_view format_ending(Ending ending);

}  // namespace gioul
