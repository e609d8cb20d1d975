#include "selfplay/bench/units_on.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/games/game.h"
#include "engine/walk/sample_positions.h"

namespace gioul {

namespace {

constexpr std::size_t kPositions = 64;

// Weights times inputs, without a bias.
std::vector<float> products(const DenseLayer& layer, const std::vector<float>& inputs) {
  std::vector<float> sums(static_cast<std::size_t>(layer.outputs), 0.0f);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == 0.0f) continue;
    for (std::size_t unit = 0; unit < sums.size(); ++unit) {
      sums[unit] += layer.weight[unit * inputs.size() + i] * inputs[i];
    }
  }
  return sums;
}

}  // namespace

Net with_units_on(Net net, const Encoder& encoder, double share) {
  std::vector<std::vector<float>> values;
  for (const Position& position :
       sample_positions(find_game(net.game), net.checkers, 1, kPositions)) {
    values.push_back(encoder.dense(position));
  }
  for (std::size_t l = 0; l + 1 < net.layers.size(); ++l) {
    DenseLayer& layer = net.layers[l];
    std::vector<float> all;
    for (std::vector<float>& value : values) {
      value = products(layer, value);
      all.insert(all.end(), value.begin(), value.end());
    }
    const auto off = static_cast<std::ptrdiff_t>((1.0 - share) * static_cast<double>(all.size()));
    std::nth_element(all.begin(), all.begin() + off, all.end());
    const float bias = -all[static_cast<std::size_t>(off)];
    layer.bias.assign(layer.bias.size(), bias);
    for (std::vector<float>& value : values) {
      for (float& unit : value) unit = std::max(unit + bias, 0.0f);
    }
  }
  return net;
}

}  // namespace gioul
