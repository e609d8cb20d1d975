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

/// Returns the reason why this version of the program cannot use the net, such as an unknown game;
/// "" if it can use the net.
std::string find_incompatibility(Net net);

/// Returns the names of the groups of inputs (InputBlock) of a net. find_incompatibility(net) must
/// be "".
std::vector<std::string> list_input_block_names(const Net& net);

/// Describes a net as one line of JSON: game, layers, training. `bytes` is the length of its file.
std::string net_json(const Net& net, std::uint64_t bytes);

/// Returns all inputs that a net with this encoder gets for a position, as one line of JSON.
std::string inputs_json(Game game, const Encoder& encoder, const Position& position);

}  // namespace gioul
