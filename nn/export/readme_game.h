// The parts of an export README that depend on the game: position text, inputs and how to compare
// plays. They explain the rules of that one game only.
#pragma once

#include <ostream>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/encode/encoder.h"

namespace gioul {

/// Writes section 1 of the README: the text of positions. Its examples are the start of the game
/// with `checkers` per side, and `example`.
void write_positions_section(std::ostream& out, const Variant& variant, const Position& example,
                             int checkers);

/// Writes section 2 of the README: a summary of the inputs and what their terms mean in this game.
void write_inputs_section(std::ostream& out, const Variant& variant, const Encoder& encoder);

/// Writes section 4 of the README: how to choose a play by the values of its afterstates.
void write_playing_section(std::ostream& out, const Variant& variant);

}  // namespace gioul
