// Statistics of a net's activations in sample positions, for quantization (quantize.h): how large
// they get, and which units are active often.
#pragma once

#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Activation statistics of the hidden layers, for nets with at least two. The sample positions
/// come from random games and are always the same.
struct ActivationStats {
  /// For each hidden layer but the last, two ranges: the largest activation of its first
  /// kWideRangeUnits units, and the largest of the others, capped so that rounding hardly affects
  /// the output.
  std::vector<float> activation_ranges;
  /// For each hidden layer, the indices of its units in a new order. A layer after the first begins
  /// with the kHighPrecisionUnits units that lose most by rounding. The units with the largest
  /// activations follow, until there are kWideRangeUnits units in all; then come the others. Within
  /// each of these groups, units that are often active together are neighbors.
  std::vector<std::vector<int>> unit_order;
  /// Fraction of the inputs of the hidden layers after the first that are not 0; it decides which
  /// kernel is fastest (best_kernel()). 0 if all layers are narrow, because then all weights
  /// have 14 bits (kHighPrecisionUnits).
  double active_fraction = 0.0;
};

/// Computes the statistics of a net, which must fit `encoder`. The result is empty for a net of one
/// hidden layer, which needs none.
ActivationStats collect_activation_stats(const Net& net, const Encoder& encoder);

/// Returns the same net with the units of each hidden layer in the given order
/// (ActivationStats::unit_order).
Net with_unit_order(const Net& net, const std::vector<std::vector<int>>& order);

}  // namespace gioul
