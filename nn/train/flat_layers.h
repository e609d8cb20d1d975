// Where the layers of a net lie in the trainer's flat tensors, which have all weights, gradients or
// moments one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// One layer's share of the flat tensors. `stride` is what its outputs take in memory: the sparse
/// layer pads them to whole blocks with units that stay zero.
struct FlatLayer {
  int inputs = 0;
  int outputs = 0;
  bool sparse = false;
  std::int64_t stride = 0;
  std::int64_t weight_offset = 0;
  std::int64_t bias_offset = 0;

  // Where the weight from input i to output o is in the flat tensors.
  std::int64_t weight_position(std::int64_t o, std::int64_t i) const {
    if (!sparse) return weight_offset + o * inputs + i;
    const std::int64_t block = o / kBlockUnits;
    return weight_offset + (block * inputs + i) * kBlockUnits + o % kBlockUnits;
  }
};

/// `sparse`: the first layer is.
std::vector<FlatLayer> flat_layers(const std::vector<DenseLayer>& plain, bool sparse);

/// How many numbers a flat tensor has.
inline std::int64_t flat_size(const std::vector<FlatLayer>& layers) {
  return layers.back().bias_offset + layers.back().stride;
}

// Between plain layers and a flat tensor; padding is left alone.
void flatten(const std::vector<FlatLayer>& layers, const std::vector<DenseLayer>& plain,
             float* flat);
std::vector<DenseLayer> plain_layers(const std::vector<FlatLayer>& layers, const float* flat);

}  // namespace gioul
