// Nets that are as busy as trained ones: what a kernel is worth depends on how many units are on.
#pragma once

#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// `net` with other biases: in each hidden layer so large a share of units is on, taken over all
/// units and positions of random games. `net` must fit `encoder`.
Net with_units_on(Net net, const Encoder& encoder, double share);

}  // namespace gioul
