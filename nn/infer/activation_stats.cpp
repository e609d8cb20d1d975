#include "nn/infer/activation_stats.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "nn/infer/float_net.h"
#include "nn/kernel/kernel.h"

namespace gioul {

namespace {

constexpr std::size_t kPositions = 256;
// Maximum error of a logit due to rounding a layer's activations (docs/inference.md).
constexpr double kMaxNoise = 0.007;

// The sample positions in which a unit is active.
using OnSet = std::bitset<kPositions>;

// Orders units in groups of four that are often active together, since kernels process four inputs
// of 32 bits if any is not 0. Each group starts with the most active unit and adds those with most
// positions in common.
std::vector<int> co_active_order(const std::vector<OnSet>& on, std::vector<int> left) {
  constexpr int kGroup = 4;
  const auto set_of = [&](int unit) -> const OnSet& { return on[static_cast<std::size_t>(unit)]; };
  std::ranges::stable_sort(left, std::ranges::greater{},
                           [&](int unit) { return set_of(unit).count(); });
  std::vector<int> order;
  while (!left.empty()) {
    OnSet any;
    for (int member = 0; member < kGroup && !left.empty(); ++member) {
      const auto best = std::ranges::max_element(left, {}, [&](int unit) {
        return member == 0 ? std::size_t{0} : (any & set_of(unit)).count();
      });
      any |= set_of(*best);
      order.push_back(*best);
      left.erase(best);
    }
  }
  return order;
}

// Sampled activations of a hidden layer, by unit.
struct LayerSample {
  std::vector<OnSet> on;
  std::vector<std::vector<float>> positive;  // values where it was active

  float largest(int unit) const {
    const std::vector<float>& values = positive[static_cast<std::size_t>(unit)];
    return values.empty() ? 0.0f : *std::ranges::max_element(values);
  }

  // Returns the largest activation of some units.
  float range(std::span<const int> units) const {
    float largest_value = 0.0f;
    for (const int unit : units) largest_value = std::max(largest_value, largest(unit));
    return largest_value > 0.0f
               ? std::clamp(largest_value, kMinActivationRange, kMaxActivationRange)
               : 1.0f;
  }
};

// Returns the cost of rounding the weights of each unit of layer l: its largest weight, which sets
// the step of all, times its effect on the next layer.
std::vector<double> rounding_costs(const Net& net, std::size_t l) {
  const DenseLayer& layer = net.layers[l];
  const DenseLayer& next = net.layers[l + 1];
  const auto inputs = static_cast<std::size_t>(layer.input_count);
  const auto units = static_cast<std::size_t>(layer.output_count);
  std::vector<double> costs;
  for (std::size_t unit = 0; unit < units; ++unit) {
    double largest = 0.0;
    for (std::size_t i = 0; i < inputs; ++i) {
      largest = std::max(largest, std::abs(double{layer.weight[unit * inputs + i]}));
    }
    double squares = 0.0;
    for (std::size_t o = 0; o < static_cast<std::size_t>(next.output_count); ++o) {
      const double weight = next.weight[o * units + unit];
      squares += weight * weight;
    }
    costs.push_back(largest * std::sqrt(squares));
  }
  return costs;
}

// Units that lose most by rounding first, then the other wide-range units, then the rest.
std::vector<int> unit_order(const Net& net, std::size_t l, const LayerSample& layer) {
  std::vector<int> units(layer.on.size());
  std::iota(units.begin(), units.end(), 0);
  std::vector<int> order;
  std::span<int> left = units;
  const auto take_first = [&](std::size_t count) {
    const std::span<int> some = left.first(std::min(count, left.size()));
    std::ranges::sort(some);
    std::ranges::copy(co_active_order(layer.on, {some.begin(), some.end()}),
                      std::back_inserter(order));
    left = left.subspan(some.size());
  };
  if (l > 0) {  // the first layer has 16-bit weights
    const std::vector<double> costs = rounding_costs(net, l);
    std::ranges::stable_sort(left, std::ranges::greater{},
                             [&](int unit) { return costs[static_cast<std::size_t>(unit)]; });
    take_first(kHighPrecisionUnits);
  }
  std::ranges::stable_sort(left, std::ranges::greater{},
                           [&](int unit) { return layer.largest(unit); });
  take_first(kWideRangeUnits - order.size());
  take_first(left.size());
  return order;
}

// Computes ActivationStats::active_fraction.
double active_fraction(const Net& net, const std::vector<LayerSample>& layers) {
  double on = 0.0;
  double all = 0.0;
  bool is_wide = false;
  for (std::size_t l = 0; l + 1 < layers.size(); ++l) {
    const double outputs = net.layers[l + 1].output_count;
    is_wide = is_wide || outputs > kHighPrecisionUnits;
    for (const OnSet& unit : layers[l].on) {
      on += outputs * static_cast<double>(unit.count());
      all += outputs * kPositions;
    }
  }
  return is_wide ? on / all : 0.0;
}

// For each hidden layer, the mean error of a logit if its activations are rounded to steps of 1:
// each active one is off by a step / sqrt(12), propagated through the weights behind it.
std::vector<double> rounding_noises(const Net& net, const std::vector<LayerSample>& layers) {
  std::vector<double> noises(layers.size());
  const DenseLayer& output = net.layers.back();
  std::vector<double> squares(
      static_cast<std::size_t>(output.input_count));  // of each unit's effect
  for (std::size_t unit = 0; unit < squares.size(); ++unit) {
    double mean = 0.0;
    for (std::size_t o = 0; o < kOutcomeCount; ++o)
      mean += output.weight[o * squares.size() + unit];
    mean /= kOutcomeCount;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      const double weight = output.weight[o * squares.size() + unit] - mean;
      squares[unit] += weight * weight / kOutcomeCount;
    }
  }
  for (std::size_t l = layers.size(); l-- > 0;) {
    double sum = 0.0;
    for (std::size_t unit = 0; unit < squares.size(); ++unit) {
      squares[unit] *= static_cast<double>(layers[l].on[unit].count()) / kPositions;
      sum += squares[unit];
    }
    noises[l] = std::sqrt(sum / 12.0);
    const DenseLayer& layer = net.layers[l];
    std::vector<double> before(l > 0 ? static_cast<std::size_t>(layer.input_count) : 0);
    for (std::size_t unit = 0; unit < squares.size(); ++unit) {
      for (std::size_t i = 0; i < before.size(); ++i) {
        const double weight = layer.weight[unit * before.size() + i];
        before[i] += squares[unit] * weight * weight;
      }
    }
    squares = std::move(before);
  }
  return noises;
}

}  // namespace

ActivationStats collect_activation_stats(const Net& net, const Encoder& encoder) {
  const std::size_t hidden = net.layers.size() - 1;
  if (hidden == 1) return {};
  const FloatNet floats(net, encoder);
  FloatNetScratch buffer;
  std::vector<LayerSample> layers;
  for (std::size_t l = 0; l < hidden; ++l) {
    const auto units = static_cast<std::size_t>(net.layers[l].output_count);
    layers.push_back({std::vector<OnSet>(units), std::vector<std::vector<float>>(units)});
  }
  std::size_t number = 0;
  for (const Position& position :
       sample_positions(find_game(net.game), net.checkers_per_side, 1, kPositions)) {
    floats.visit_hidden_layers(position, buffer, [&](std::size_t l, std::span<const float> units) {
      for (std::size_t unit = 0; unit < layers[l].on.size(); ++unit) {
        if (units[unit] <= 0.0f) continue;
        layers[l].positive[unit].push_back(units[unit]);
        layers[l].on[unit].set(number);
      }
    });
    ++number;
  }
  ActivationStats stats;
  stats.active_fraction = active_fraction(net, layers);
  const std::vector<double> noises = rounding_noises(net, layers);
  for (std::size_t l = 0; l < hidden; ++l) {
    stats.unit_order.push_back(unit_order(net, l, layers[l]));
    if (l + 1 == hidden) break;
    const std::span<const int> order = stats.unit_order.back();
    const std::size_t wide_range = std::min(order.size(), std::size_t{kWideRangeUnits});
    stats.activation_ranges.push_back(layers[l].range(order.first(wide_range)));
    // With one step per value of a byte.
    const double finest = 256.0 * kMaxNoise / std::max(noises[l], 1e-12);
    const float largest = layers[l].range(order.subspan(wide_range));
    stats.activation_ranges.push_back(std::clamp(std::min(largest, static_cast<float>(finest)),
                                                 kMinActivationRange, kMaxActivationRange));
  }
  return stats;
}

Net with_unit_order(const Net& net, const std::vector<std::vector<int>>& order) {
  Net result = net;
  for (std::size_t l = 0; l < order.size(); ++l) {
    DenseLayer& layer = result.layers[l];
    const DenseLayer before = layer;
    DenseLayer& next = result.layers[l + 1];
    const DenseLayer next_before = next;
    const auto inputs = static_cast<std::size_t>(layer.input_count);
    const auto units = static_cast<std::size_t>(layer.output_count);
    for (std::size_t unit = 0; unit < units; ++unit) {
      const auto from = static_cast<std::size_t>(order[l][unit]);
      std::copy_n(before.weight.begin() + static_cast<std::ptrdiff_t>(from * inputs), inputs,
                  layer.weight.begin() + static_cast<std::ptrdiff_t>(unit * inputs));
      layer.bias[unit] = before.bias[from];
      for (std::size_t o = 0; o < static_cast<std::size_t>(next.output_count); ++o) {
        next.weight[o * units + unit] = next_before.weight[o * units + from];
      }
    }
  }
  return result;
}

}  // namespace gioul
