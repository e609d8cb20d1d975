// What a net file holds and what a net sees, for people who ask and for other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// How many weights and biases there are.
std::size_t parameter_count(const DenseLayer& layer);
std::size_t parameter_count(const Net& net);

/// Why no program of this version could use the net; empty if they can.
std::string misfit_of(Net net);

/// The blocks of inputs that a net without a misfit sees.
std::vector<std::string> names_of_blocks(const Net& net);

/// A net whose file has `bytes` bytes, as one object of JSON on a line of its own.
std::string net_json(const Net& net, std::uint64_t bytes);

/// All inputs of a position of `game`, as one object of JSON on a line of its own.
std::string inputs_json(Game game, const Encoder& encoder, const Position& position);

}  // namespace gioul
