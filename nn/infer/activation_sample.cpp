#include "nn/infer/activation_sample.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <numeric>
#include <span>

#include "engine/games/game.h"
#include "engine/walk/sample_positions.h"
#include "nn/infer/float_net.h"

namespace gioul {

namespace {

// Good play is another sample: room for it. What is cut off costs more than coarse steps
// (docs/inference.md).
constexpr float kRoom = 1.25f;

constexpr std::size_t kPositions = 256;

// In which of the positions a unit is on.
using OnSet = std::bitset<kPositions>;

// The units in groups of four that are on together as often as can be, since kernels go over all
// inputs in 32 bits if one is on: each group begins with the unit that is on most often, and takes
// those with most in common with it.
std::vector<int> grouped(const std::vector<OnSet>& on) {
  constexpr int kGroup = 4;
  std::vector<int> left(on.size());
  std::iota(left.begin(), left.end(), 0);
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

}  // namespace

ActivationSample sample_activations(const Net& net, const Encoder& encoder) {
  const std::size_t hidden = net.layers.size() - 1;
  if (hidden == 1) return {};
  const FloatNet floats(net, encoder);
  FloatBuffer buffer;
  std::vector<std::vector<float>> positive(hidden);
  std::vector<std::vector<OnSet>> on(hidden);
  for (std::size_t l = 0; l < hidden; ++l) {
    on[l].resize(static_cast<std::size_t>(net.layers[l].outputs));
  }
  std::size_t number = 0;
  for (const Position& position :
       sample_positions(find_game(net.game), net.checkers, 1, kPositions)) {
    floats.visit_hidden(position, buffer, [&](std::size_t l, std::span<const float> units) {
      for (std::size_t unit = 0; unit < on[l].size(); ++unit) {
        if (units[unit] <= 0.0f) continue;
        positive[l].push_back(units[unit]);
        on[l][unit].set(number);
      }
    });
    ++number;
  }
  ActivationSample sample;
  for (std::size_t l = 0; l < hidden; ++l) {
    std::vector<float>& units = positive[l];
    float top = 1.0f;  // a layer that says nothing needs a number too
    if (!units.empty()) {
      const auto place =
          units.begin() + static_cast<std::ptrdiff_t>((units.size() - 1) * 999 / 1000);
      std::nth_element(units.begin(), place, units.end());
      top = *place;
    }
    sample.tops.push_back(std::clamp(kRoom * top, kLeastTop, kMostTop));
    if (l + 1 == hidden) break;
    sample.order.push_back(grouped(on[l]));
  }
  return sample;
}

Net reordered(const Net& net, const std::vector<std::vector<int>>& order) {
  Net result = net;
  for (std::size_t l = 0; l < order.size(); ++l) {
    DenseLayer& layer = result.layers[l];
    const DenseLayer before = layer;
    DenseLayer& next = result.layers[l + 1];
    const DenseLayer next_before = next;
    const auto inputs = static_cast<std::size_t>(layer.inputs);
    const auto units = static_cast<std::size_t>(layer.outputs);
    for (std::size_t unit = 0; unit < units; ++unit) {
      const auto from = static_cast<std::size_t>(order[l][unit]);
      std::copy_n(before.weight.begin() + static_cast<std::ptrdiff_t>(from * inputs), inputs,
                  layer.weight.begin() + static_cast<std::ptrdiff_t>(unit * inputs));
      layer.bias[unit] = before.bias[from];
      for (std::size_t o = 0; o < static_cast<std::size_t>(next.outputs); ++o) {
        next.weight[o * units + unit] = next_before.weight[o * units + from];
      }
    }
  }
  return result;
}

}  // namespace gioul
