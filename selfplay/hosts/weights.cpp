#include "selfplay/hosts/weights.h"

#include <algorithm>
#include <cassert>

namespace gioul {

std::vector<float> weights_of(const Net& net) {
  std::vector<float> weights;
  for (const DenseLayer& layer : net.layers) {
    weights.insert(weights.end(), layer.weight.begin(), layer.weight.end());
    weights.insert(weights.end(), layer.bias.begin(), layer.bias.end());
  }
  return weights;
}

void set_weights(const std::vector<float>& weights, Net& net) {
  auto at = weights.begin();
  const auto take = [&](std::vector<float>& values) {
    assert(weights.end() - at >= static_cast<std::ptrdiff_t>(values.size()));
    std::copy_n(at, values.size(), values.begin());
    at += static_cast<std::ptrdiff_t>(values.size());
  };
  for (DenseLayer& layer : net.layers) {
    take(layer.weight);
    take(layer.bias);
  }
}

}  // namespace gioul
