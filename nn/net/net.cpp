#include "nn/net/net.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/checksum.h"
#include "base/format_number.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "engine/rng.h"
#include "nn/encode/input_table.h"

namespace gioul {
namespace {

// For 15 checkers per side: each holds about ten places, and each place sets one to four inputs.
constexpr int kExpectedNonZero = 40;

// The output layer's weights are this much smaller than in Kaiming initialization, so that a new
// net gives nearly 1/5 to each outcome and training need not unlearn noise first.
constexpr double kOutputScale = 0.1;

constexpr double kMaxInputValue = 3.75;  // a quarter for each of 15 places

// Returns a layer whose weights and biases are 0.
DenseLayer zero_layer(int inputs, int outputs) {
  const auto units = static_cast<std::size_t>(outputs);
  return {.input_count = inputs,
          .output_count = outputs,
          .weight = std::vector<float>(static_cast<std::size_t>(inputs) * units),
          .bias = std::vector<float>(units)};
}

DenseLayer random_layer(int inputs, int outputs, double bound, CounterRng rng) {
  DenseLayer layer = zero_layer(inputs, outputs);
  // 2u - 1 is exact for 53-bit u, so fused and separate operations round alike.
  for (float& weight : layer.weight) {
    weight = static_cast<float>((2.0 * rng.uniform() - 1.0) * bound);
  }
  return layer;
}

template <typename T>
std::uint64_t hash_values(const std::vector<T>& values, std::uint64_t hash) {
  static_assert(std::endian::native == std::endian::little,
                "the checksum is of little-endian bytes");
  return fnv1a({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)}, hash);
}

bool is_plain_text(const std::string& text, std::size_t max_length = 255) {
  return text.size() <= max_length &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

std::string layer_name(std::size_t index) { return "layers." + std::to_string(index); }

std::string format_range(int first, int last) {
  return std::to_string(first) + " to " + std::to_string(last);
}

std::string shape_error(const DenseLayer& layer, const std::string& name, int inputs, bool last) {
  if (layer.input_count != inputs) {
    return name + " takes " + std::to_string(layer.input_count) +
           " inputs, the layer before gives " + std::to_string(inputs);
  }
  if (layer.output_count < 1 || layer.output_count > kMaxWidth) {
    return name + " has " + std::to_string(layer.output_count) + " outputs; possible are " +
           format_range(1, kMaxWidth);
  }
  if (last && layer.output_count != static_cast<int>(kOutcomeCount)) {
    return name + ", the last layer, has " + std::to_string(layer.output_count) +
           " outputs, not one for each of the " + std::to_string(kOutcomeCount) + " outcomes";
  }
  return {};
}

std::string validation_error(const std::vector<float>& values, const std::string& name) {
  const auto found = std::ranges::find_if_not(
      values, [](float value) { return std::abs(value) <= kMaxWeight; });  // false for NaN
  if (found == values.end()) return {};
  if (!std::isfinite(*found)) return name + " holds a number that is not finite";
  return name + " holds " + format_general(*found) + "; possible are " +
         format_general(-kMaxWeight) + " to " + format_general(kMaxWeight);
}

std::string weight_error(const DenseLayer& layer, const std::string& name) {
  const auto outputs = static_cast<std::size_t>(layer.output_count);
  if (layer.bias.size() != outputs ||
      layer.weight.size() != outputs * static_cast<std::size_t>(layer.input_count)) {
    return name + " has a number of weights that does not match its shape";
  }
  const std::string problem = validation_error(layer.weight, name + ".weight");
  return problem.empty() ? validation_error(layer.bias, name + ".bias") : problem;
}

// Enlarges `layer` to the shape of `drawn`, whose elements become the new ones, except that weights
// from new inputs to old outputs are 0.
void enlarge(DenseLayer& layer, DenseLayer drawn) {
  for (int o = 0; o < layer.output_count; ++o) {
    const auto from = static_cast<std::size_t>(o) * static_cast<std::size_t>(layer.input_count);
    const auto to = static_cast<std::size_t>(o) * static_cast<std::size_t>(drawn.input_count);
    std::fill_n(drawn.weight.begin() + static_cast<std::ptrdiff_t>(to), drawn.input_count, 0.0f);
    std::copy_n(layer.weight.begin() + static_cast<std::ptrdiff_t>(from), layer.input_count,
                drawn.weight.begin() + static_cast<std::ptrdiff_t>(to));
  }
  std::ranges::copy(layer.bias, drawn.bias.begin());
  layer = std::move(drawn);
}

// Widens layer n to `width` units and adds their inputs to the next layer.
void widen(Net& net, std::size_t n, int width, int random_inputs, std::uint64_t seed) {
  DenseLayer& layer = net.layers[n];
  DenseLayer& next = net.layers[n + 1];
  if (width == layer.output_count) return;
  // A different stream of random numbers than that of an appended layer.
  const CounterRng rng(seed, kMaxHiddenLayers + 1 + n, RngStream::kWeights);
  const int drawn_inputs = n == 0 ? random_inputs : layer.input_count;
  const int active = n == 0 ? std::min(random_inputs, kExpectedNonZero) : layer.input_count;
  DenseLayer drawn = random_layer(drawn_inputs, width, std::sqrt(6.0 / active), rng);
  enlarge(drawn, zero_layer(layer.input_count, width));
  enlarge(layer, std::move(drawn));
  enlarge(next, zero_layer(width, next.output_count));
}

// Returns the units of the last hidden layer that have a non-zero output weight.
std::vector<std::size_t> units_in_use(const DenseLayer& output) {
  const auto inputs = static_cast<std::size_t>(output.input_count);
  std::vector<std::size_t> units;
  for (std::size_t unit = 0; unit < inputs; ++unit) {
    bool counts = false;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      counts = counts || output.weight[o * inputs + unit] != 0.0f;
    }
    if (counts) units.push_back(unit);
  }
  return units;
}

// Inserts a layer of `width` units before the output layer. They copy the units before them, if
// there is room, as no unit is negative. Otherwise two units hold each logit, one if it is
// positive, one if it is negative. The other units have random weights and no effect yet.
void append_hidden_layer(Net& net, int width, std::uint64_t seed) {
  DenseLayer& output = net.layers.back();
  const CounterRng rng(seed, net.layers.size() - 1, RngStream::kWeights);
  DenseLayer hidden =
      random_layer(output.input_count, width, std::sqrt(6.0 / output.input_count), rng);
  DenseLayer last = zero_layer(width, output.output_count);
  const auto inputs = static_cast<std::size_t>(output.input_count);
  const auto units = static_cast<std::size_t>(width);
  const std::vector<std::size_t> repeated = units_in_use(output);
  if (repeated.size() <= units) {
    last.bias = output.bias;
    for (std::size_t unit = 0; unit < repeated.size(); ++unit) {
      std::fill_n(hidden.weight.data() + unit * inputs, inputs, 0.0f);
      hidden.weight[unit * inputs + repeated[unit]] = 1.0f;
      hidden.bias[unit] = 0.0f;
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        last.weight[o * units + unit] = output.weight[o * inputs + repeated[unit]];
      }
    }
  } else {
    for (std::size_t unit = 0; unit < 2 * kOutcomeCount; ++unit) {
      const std::size_t o = unit / 2;
      const float sign = unit % 2 == 0 ? 1.0f : -1.0f;
      for (std::size_t i = 0; i < inputs; ++i) {
        hidden.weight[unit * inputs + i] = sign * output.weight[o * inputs + i];
      }
      hidden.bias[unit] = sign * output.bias[o];
      last.weight[o * units + unit] = sign;
    }
  }
  output = std::move(hidden);
  net.layers.push_back(std::move(last));
}

}  // namespace

Net make_random_net(const std::string& game, int inputs, const std::vector<int>& hidden,
                    std::uint64_t seed) {
  Net net;
  net.game = game;
  net.encoder_version = encoder_version(find_game(game));
  net.provenance.seed = seed;
  int width = inputs;
  int active = std::min(inputs, kExpectedNonZero);  // inputs of a layer that carry signal
  const auto add_layer = [&](int outputs, double scale) {
    const CounterRng rng(seed, net.layers.size(), RngStream::kWeights);
    net.layers.push_back(random_layer(width, outputs, scale * std::sqrt(6.0 / active), rng));
    width = active = outputs;
  };
  for (const int outputs : hidden) add_layer(outputs, 1.0);
  add_layer(static_cast<int>(kOutcomeCount), kOutputScale);
  return net;
}

void append_inputs(Net& net, int inputs) {
  DenseLayer& first = net.layers.front();
  enlarge(first, zero_layer(inputs, first.output_count));
}

bool can_grow(const std::vector<int>& from, const std::vector<int>& to) {
  if (to.size() < from.size()) return false;
  return std::ranges::mismatch(from, to, std::ranges::less_equal()).in1 == from.end() &&
         std::all_of(to.begin() + static_cast<std::ptrdiff_t>(from.size()), to.end(),
                     [](int width) { return width >= kMinAppendedUnits; });
}

void grow_net(Net& net, const std::vector<int>& hidden, int random_inputs, std::uint64_t seed) {
  assert(can_grow(hidden_widths(net), hidden));
  const std::size_t kept_layers = net.layers.size() - 1;
  for (std::size_t n = 0; n < kept_layers; ++n) widen(net, n, hidden[n], random_inputs, seed);
  for (std::size_t n = kept_layers; n < hidden.size(); ++n)
    append_hidden_layer(net, hidden[n], seed);
  net.activation_ranges.clear();
  net.pruning_weights = {};
}

std::string shape_error(const Net& net) {
  if (net.game.empty() || !is_plain_text(net.game)) return "its game has no plain name";
  if (!is_plain_text(net.provenance.program_version))
    return "the version that trained it is not plain text";
  for (const std::string& block : net.input_block_names) {
    if (!is_plain_text(block)) return "a block of its inputs has no plain name";
  }
  if (!is_plain_text(net.provenance.pruning_note, 1000))
    return "the pruning note is not plain text";
  if (net.checkers_per_side < 1 || net.checkers_per_side > kMaxCheckers) {
    return "it is for " + std::to_string(net.checkers_per_side) + " checkers; possible are " +
           format_range(1, kMaxCheckers);
  }
  if (net.layers.size() < 2 || net.layers.size() > kMaxHiddenLayers + 1) {
    return "it has " + std::to_string(net.layers.size()) + " layers; possible are " +
           format_range(2, kMaxHiddenLayers + 1);
  }
  if (net.input_count() < 1 || net.input_count() > kMaxInputs) {
    return "it has " + std::to_string(net.input_count()) + " inputs; possible are " +
           format_range(1, kMaxInputs);
  }
  int width = net.input_count();
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const bool last = i + 1 == net.layers.size();
    std::string problem = shape_error(net.layers[i], layer_name(i), width, last);
    if (!problem.empty()) return problem;
    width = net.layers[i].output_count;
  }
  return {};
}

std::vector<int> hidden_widths(const Net& net) {
  std::vector<int> widths;
  for (std::size_t i = 0; i + 1 < net.layers.size(); ++i)
    widths.push_back(net.layers[i].output_count);
  return widths;
}

double max_abs_preactivation(const Net& net) {
  double largest = kMaxInputValue;
  for (const DenseLayer& layer : net.layers) {
    const auto inputs = static_cast<std::size_t>(layer.input_count);
    double sum = 0.0;  // the maximum of this layer
    for (std::size_t unit = 0; unit < layer.bias.size(); ++unit) {
      double weights = 0.0;
      for (std::size_t i = 0; i < inputs; ++i) weights += std::abs(layer.weight[unit * inputs + i]);
      sum = std::max(sum, weights * largest + std::abs(layer.bias[unit]));
    }
    largest = sum;
  }
  return largest;
}

std::string validation_error(const Net& net) {
  std::string problem = shape_error(net);
  for (std::size_t i = 0; i < net.layers.size() && problem.empty(); ++i) {
    problem = weight_error(net.layers[i], layer_name(i));
  }
  if (!problem.empty() || max_abs_preactivation(net) <= kMaxAbsPreactivation) return problem;
  return "its weights add up to as much as " + format_general(max_abs_preactivation(net)) +
         "; possible is up to " + format_general(kMaxAbsPreactivation);
}

std::string format_widths(const std::vector<DenseLayer>& layers) {
  std::string widths = std::to_string(layers.front().input_count);
  for (const DenseLayer& layer : layers)
    widths.append("-").append(std::to_string(layer.output_count));
  return widths;
}

std::uint64_t checksum(const Net& net) {
  std::uint64_t hash = kFnvOffsetBasis;
  for (const DenseLayer& layer : net.layers) {
    hash = hash_values(std::vector<std::int32_t>{layer.input_count, layer.output_count}, hash);
    hash = hash_values(layer.weight, hash);
    hash = hash_values(layer.bias, hash);
  }
  return hash;
}

std::string format_checksum(const Net& net) { return format_hex(checksum(net)); }

}  // namespace gioul
