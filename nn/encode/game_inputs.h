// Defines the inputs of each game, block by block.
#pragma once

#include <string>
#include <vector>

#include "engine/rules.h"
#include "nn/encode/input_table.h"

namespace gioul {

/// Returns the table of a game's inputs, or of those in the named blocks (InputBlock) only; the
/// names may be in any order. Throws InputError if a name is unknown or repeated, or if "places" is
/// missing.
InputTable make_input_table(const Variant& variant, const std::vector<std::string>& blocks = {});

}  // namespace gioul
