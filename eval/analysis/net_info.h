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

/// Returns the number of weights and biases of a layer.
std::size_t parameter_count(const DenseLayer& layer);
/// Returns the number of weights and biases of a net.
std::size_t parameter_count(const Net& net);

/// Returns the reason why this version cannot use the net; empty if it can.
std::string incompatibility(Net net);

/// Returns the names of the input blocks of a net for which incompatibility() is empty.
std::vector<std::string> block_names(const Net& net);

/// Describes a net as one line of JSON. `bytes` is the length of its file.
std::string net_json(const Net& net, std::uint64_t bytes);

/// Returns all inputs of the net for a position as one line of JSON.
std::string inputs_json(Game game, const Encoder& encoder, const Position& position);

}  // namespace gioul
