#include "nn/net/dead_units.h"

#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

namespace gioul {

namespace {

// Returns the weights [outputs][inputs] of these outputs and inputs.
std::vector<float> kept_weights(const DenseLayer& layer, const std::vector<std::size_t>& outputs,
                                const std::vector<std::size_t>& inputs) {
  const auto width = static_cast<std::size_t>(layer.input_count);
  std::vector<float> weight;
  weight.reserve(outputs.size() * inputs.size());
  for (const std::size_t output : outputs) {
    for (const std::size_t input : inputs) weight.push_back(layer.weight[output * width + input]);
  }
  return weight;
}

std::vector<std::size_t> all_indices(int count) {
  std::vector<std::size_t> indices(static_cast<std::size_t>(count));
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  return indices;
}

// Returns the indices that are set, or 0 if none is: a layer needs a unit.
std::vector<std::size_t> kept_indices(const std::vector<bool>& kept) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) indices.push_back(i);
  }
  if (indices.empty()) indices.push_back(0);
  return indices;
}

}  // namespace

void merge_unit_masks(UnitMask& into, const UnitMask& other) {
  assert(into.size() == other.size());
  for (std::size_t l = 0; l < into.size(); ++l) {
    for (std::size_t unit = 0; unit < into[l].size(); ++unit) {
      if (other[l][unit]) into[l][unit] = true;
    }
  }
}

void remove_dead_units(Net& net, const UnitMask& active_units) {
  assert(active_units.size() + 1 == net.layers.size());
  std::vector<std::size_t> inputs = all_indices(net.input_count());
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    DenseLayer& layer = net.layers[l];
    const bool is_last = l + 1 == net.layers.size();
    std::vector<std::size_t> outputs =
        is_last ? all_indices(layer.output_count) : kept_indices(active_units[l]);
    layer.weight = kept_weights(layer, outputs, inputs);
    std::vector<float> bias;
    for (const std::size_t output : outputs) bias.push_back(layer.bias[output]);
    layer.bias = std::move(bias);
    layer.input_count = static_cast<int>(inputs.size());
    layer.output_count = static_cast<int>(outputs.size());
    inputs = std::move(outputs);
  }
  net.pruning_weights = {};
}

std::vector<int> count_dead_units(const UnitMask& active_units) {
  std::vector<int> counts;
  for (const std::vector<bool>& layer : active_units) {
    counts.push_back(static_cast<int>(layer.size() - kept_indices(layer).size()));
  }
  return counts;
}

}  // namespace gioul
