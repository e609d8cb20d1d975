// Describes a network file and the inputs of a position as JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Returns the number of weights and biases of a layer or net.
std::size_t parameter_count(const DenseLayer& layer);
std::size_t parameter_count(const Net& net);

/// Returns why this version cannot use the net; empty if it can.
std::string incompatibility(Net net);

/// Returns the names of the input blocks of a usable net.
std::vector<std::string> block_names(const Net& net);

/// Describes a net, whose file has `bytes` bytes, as one line of JSON.
std::string net_json(const Net& net, std::uint64_t bytes);

/// Returns all inputs of a position as one line of JSON.
std::string inputs_json(Game game, const Encoder& encoder, const Position& position);

}  // namespace gioul
