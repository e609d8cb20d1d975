// Which inputs a game has, block by block.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// The inputs of the game, or those of the blocks named alone, in whatever order. Throws InputError
/// for names that are none of the game's or stand twice, and for a list without "places".
InputTable make_input_table(const Axes& axes, const std::vector<std::string>& blocks = {});

}  // namespace gioul
