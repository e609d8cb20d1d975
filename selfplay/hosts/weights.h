// The weights of a net as one piece of memory, as they are broadcast.
#pragma once

#include <vector>

#include "nn/net/net.h"

namespace gioul {

/// Those of all layers, each layer's weights and then its biases.
std::vector<float> weights_of(const Net& net);

/// The other way, for a net of the same shapes.
void set_weights(const std::vector<float>& weights, Net& net);

}  // namespace gioul
