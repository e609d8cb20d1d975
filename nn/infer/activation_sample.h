// What integers need to know of a net's activations (int_net.h): how large they get, and which
// units act often.
#pragma once

#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// What the hidden layers of a net with several say in positions of games that are played at
/// random, the same ones each time.
struct ActivationSample {
  /// Of each hidden layer but the last, first of its loud units (kLoudUnits), then of its quiet
  /// ones: the largest, or for the latter less where so coarse steps would be heard in the output.
  std::vector<float> tops;
  /// Of each hidden layer its units: of later layers the kFineUnits that cost most to round, then
  /// those that get largest, kLoudUnits in all, then the others; and within these parts those next
  /// to each other that are on together.
  std::vector<std::vector<int>> order;
  /// Of what later layers multiply by their weights, how much is not 0; 0 of narrow layers, whose
  /// units all have weights of 14 bits (kFineUnits).
  double share_on = 0.0;
};

/// Empty for a net of one hidden layer, which needs none. `net` must fit `encoder`.
ActivationSample sample_activations(const Net& net, const Encoder& encoder);

/// The same net but for the order of its hidden units.
Net reordered(const Net& net, const std::vector<std::vector<int>>& order);

}  // namespace gioul
