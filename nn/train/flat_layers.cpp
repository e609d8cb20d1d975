#include "nn/train/flat_layers.h"

#include <cassert>
#include <cstddef>

namespace gioul {
namespace {

std::int64_t round_up(std::int64_t n, std::int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

// Calls f(position in the flat tensors, element) for all weights and biases of `layers`.
template <typename Layers, typename F>
void visit_elements(const std::vector<FlatLayer>& places, Layers& layers, F f) {
  for (std::size_t n = 0; n < places.size(); ++n) {
    const FlatLayer& place = places[n];
    assert(layers[n].inputs == place.inputs && layers[n].outputs == place.outputs);
    std::size_t element = 0;
    for (int o = 0; o < place.outputs; ++o) {
      for (int i = 0; i < place.inputs; ++i) {
        f(place.weight_position(o, i), layers[n].weight[element++]);
      }
      f(place.bias_offset + o, layers[n].bias[static_cast<std::size_t>(o)]);
    }
  }
}

}  // namespace

std::vector<FlatLayer> flat_layers(const std::vector<DenseLayer>& plain, bool sparse) {
  std::vector<FlatLayer> layers;
  std::int64_t size = 0;
  for (const DenseLayer& each : plain) {
    FlatLayer layer;
    layer.inputs = each.inputs;
    layer.outputs = each.outputs;
    layer.sparse = sparse && layers.empty();
    layer.stride = layer.sparse ? round_up(each.outputs, kBlockUnits) : each.outputs;
    layer.weight_offset = size;
    layer.bias_offset = size + layer.stride * layer.inputs;
    size = layer.bias_offset + layer.stride;
    layers.push_back(layer);
  }
  return layers;
}

void flatten(const std::vector<FlatLayer>& layers, const std::vector<DenseLayer>& plain,
             float* flat) {
  visit_elements(layers, plain, [&](std::int64_t at, float x) { flat[at] = x; });
}

std::vector<DenseLayer> plain_layers(const std::vector<FlatLayer>& layers, const float* flat) {
  std::vector<DenseLayer> plain;
  for (const FlatLayer& layer : layers) {
    const auto outputs = static_cast<std::size_t>(layer.outputs);
    plain.push_back({.inputs = layer.inputs, .outputs = layer.outputs, .weight = {}, .bias = {}});
    plain.back().weight.resize(outputs * static_cast<std::size_t>(layer.inputs));
    plain.back().bias.resize(outputs);
  }
  visit_elements(layers, plain, [&](std::int64_t at, float& x) { x = flat[at]; });
  return plain;
}

}  // namespace gioul
