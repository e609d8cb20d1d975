// What the README of an export says about its game: how positions are written, which inputs they
// have and how plays are compared. Only that one game, as nobody should have to skip another's
// rules.
#pragma once

#include <ostream>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/encode/encoder.h"

namespace gioul {

/// Section 1, with the start of the game with `checkers` a side and one more position.
void write_positions(std::ostream& out, const Axes& axes, const Position& example, int checkers);

/// Section 2, the inputs in short, and what their words mean in this game.
void write_inputs(std::ostream& out, const Axes& axes, const Encoder& encoder);

/// Section 4, from values to plays.
void write_playing(std::ostream& out, const Axes& axes);

}  // namespace gioul
