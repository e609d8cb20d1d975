#include "nn/net/net.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "nn/encode/input_table.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

using testing::IsEmpty;

double largest(const std::vector<float>& values) {
  double result = 0.0;
  for (const float x : values) result = std::max(result, std::abs(static_cast<double>(x)));
  return result;
}

// Outputs of `net` before softmax for the inputs 0, 1, 2, 0, 1, 2, ...
std::vector<float> logits(const Net& net) {
  std::vector<float> values;
  for (int i = 0; i < net.input_count(); ++i) values.push_back(static_cast<float>(i % 3));
  for (std::size_t n = 0; n < net.layers.size(); ++n) {
    const DenseLayer& layer = net.layers[n];
    std::vector<float> sums = layer.bias;
    for (std::size_t o = 0; o < sums.size(); ++o) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        sums[o] += layer.weight[o * values.size() + i] * values[i];
      }
      if (n + 1 < net.layers.size()) sums[o] = std::max(sums[o], 0.0f);
    }
    values = sums;
  }
  return values;
}

TEST(GrowNet, KeepsTheValuesOfTheNet) {
  constexpr int kInputs = 206;
  using Widths = std::vector<int>;
  for (const Widths& from : {Widths{32}, Widths{24, 12}}) {
    const Net before = make_random_net("gioul", kInputs, from, 7);
    for (const Widths& to : {Widths{32, 12},
                             {32, kMinAppendedUnits},
                             {32, 32, 48, 24, 16},
                             {40, 12},
                             {24, 12},
                             {24, 12, 10},
                             {25, 64, 32}}) {
      if (!can_grow(from, to)) continue;
      Net after = before;
      grow_net(after, to, 100, 3);
      EXPECT_EQ(hidden_widths(after), to);
      EXPECT_THAT(validation_error(after), IsEmpty());
      EXPECT_EQ(logits(after), logits(before));
    }
  }
}

// Otherwise they would stay equal, or 0, forever.
TEST(GrowNet, NewUnitsAreDistinctAndConnected) {
  Net net = make_random_net("gioul", 206, {24, 12}, 7);
  grow_net(net, {32, 16, 16}, 100, 3);
  for (std::size_t n = 0; n + 1 < net.layers.size(); ++n) {
    const DenseLayer& layer = net.layers[n];
    std::set<std::vector<float>> rows;
    for (int o = 0; o < layer.output_count; ++o) {
      const auto first = layer.weight.begin() + static_cast<std::ptrdiff_t>(o) * layer.input_count;
      rows.emplace(first, first + layer.input_count);
      EXPECT_TRUE(std::any_of(first, first + layer.input_count, [](float w) { return w != 0.0f; }));
    }
    EXPECT_EQ(rows.size(), static_cast<std::size_t>(layer.output_count));
  }
  const DenseLayer& first = net.layers.front();
  EXPECT_TRUE(
      std::all_of(first.weight.end() - 106, first.weight.end(), [](float w) { return w == 0.0f; }));
}

TEST(GrowNet, NeverShrinksALayer) {
  EXPECT_TRUE(can_grow({32}, {32}));
  EXPECT_TRUE(can_grow({32}, {64, kMinAppendedUnits}));
  EXPECT_FALSE(can_grow({32}, {31, 64}));
  EXPECT_FALSE(can_grow({32, 16}, {64}));
  EXPECT_FALSE(can_grow({32}, {32, kMinAppendedUnits - 1}));
}

TEST(RandomNet, HasTheGivenShapeAndName) {
  const Net net = make_random_net("gioul", 206, {128, 64}, 7);
  EXPECT_EQ(net.game, "gioul");
  EXPECT_EQ(net.encoder_version, encoder_version(game_with_rules<Gioul>()));
  EXPECT_EQ(net.provenance.seed, 7u);
  EXPECT_EQ(format_widths(net.layers), "206-128-64-5");
  EXPECT_THAT(validation_error(net), IsEmpty());
}

TEST(RandomNet, WeightsDependOnlyOnTheSeed) {
  EXPECT_EQ(make_random_net("gioul", 20, {8}, 7), make_random_net("gioul", 20, {8}, 7));
  EXPECT_NE(checksum(make_random_net("gioul", 20, {8}, 7)),
            checksum(make_random_net("gioul", 20, {8}, 8)));
}

// net.h promises the same bits on every machine; this is a value computed once.
TEST(RandomNet, WeightsMatchTheFirstVersionBitForBit) {
  EXPECT_EQ(checksum(make_random_net("gioul", 20, {8}, 7)), 0x8f86c718f43fab3fu);
}

TEST(RandomNet, WeightsStayWithinTheirBounds) {
  const Net net = make_random_net("gioul", 206, {128, 64}, 1);
  EXPECT_LE(largest(net.layers[0].weight), std::sqrt(6.0 / 40));
  EXPECT_GT(largest(net.layers[0].weight), 0.99 * std::sqrt(6.0 / 40));
  EXPECT_LE(largest(net.layers[1].weight), std::sqrt(6.0 / 128));
  EXPECT_LE(largest(net.layers[2].weight), 0.1 * std::sqrt(6.0 / 64));
  for (const DenseLayer& layer : net.layers) EXPECT_EQ(largest(layer.bias), 0.0);
}

// The argument of Kaiming initialization: the second moment of a hidden layer's outputs is that of
// its inputs, here 40 ones of 206 inputs. Over 512 units its standard error is about 5 %.
TEST(RandomNet, HiddenUnitsHaveUnitSecondMoment) {
  const Net net = make_random_net("gioul", 206, {512}, 3);
  const DenseLayer& layer = net.layers[0];
  double sum_of_squares = 0.0;
  for (std::size_t unit = 0; unit < 512; ++unit) {
    double x = 0.0;
    for (std::size_t i = 0; i < 40; ++i) x += static_cast<double>(layer.weight[unit * 206 + i * 5]);
    sum_of_squares += x > 0.0 ? x * x : 0.0;
  }
  EXPECT_NEAR(sum_of_squares / 512, 1.0, 0.25);
}

TEST(Checksum, DependsOnEveryPartOfEveryLayer) {
  const Net net = make_random_net("gioul", 3, {2}, 1);
  Net changed = net;
  changed.layers[0].weight[5] = std::nextafter(changed.layers[0].weight[5], 1.0f);
  EXPECT_NE(checksum(changed), checksum(net));
  changed = net;
  changed.layers[1].bias[4] = std::numeric_limits<float>::denorm_min();
  EXPECT_NE(checksum(changed), checksum(net));
  changed = net;
  std::swap(changed.layers[0].input_count, changed.layers[0].output_count);
  EXPECT_NE(checksum(changed), checksum(net));
}

TEST(Checksum, IgnoresTheTrainingProvenance) {
  Net net = make_random_net("gioul", 3, {2}, 1);
  const std::uint64_t before = checksum(net);
  net.provenance.game_count = 1000;
  EXPECT_EQ(checksum(net), before);
}

// A net with `hidden` layers whose weights are all the same.
Net constant_net(int hidden, int width, float weight) {
  Net net =
      make_random_net("gioul", width, std::vector<int>(static_cast<std::size_t>(hidden), width), 1);
  for (DenseLayer& layer : net.layers) {
    std::ranges::fill(layer.weight, weight);
    std::ranges::fill(layer.bias, weight);
  }
  return net;
}

// Its sums as an evaluation adds them up if all inputs have their maximum.
float sum_of(const Net& net) {
  float sum = 3.0f;
  for (const DenseLayer& layer : net.layers) {
    const float term = sum * layer.weight.front();
    sum = layer.bias.front();
    for (int i = 0; i < layer.input_count; ++i) sum += term;
  }
  return sum;
}

TEST(MaxAbsPreactivation, IsReachedByTheWorstPosition) {
  Net net = make_random_net("gioul", 2, {2}, 1);
  net.layers[0].weight = {1.0f, -2.0f, 0.5f, 0.5f};
  net.layers[0].bias = {-1.0f, 8.0f};  // 3.75 * 3 + 1 = 12.25; 3.75 * 1 + 8 is less
  std::ranges::fill(net.layers[1].weight, -1.0f);
  std::ranges::fill(net.layers[1].bias, 0.25f);
  EXPECT_EQ(max_abs_preactivation(net), 24.75);
}

TEST(ValidationError, ValidNetsNeverOverflowAtAnyDepth) {
  for (int hidden = 1; hidden <= 8; ++hidden) {
    for (const float weight : {1.0f, 111.0f, 3000.0f, kMaxWeight}) {
      const Net net = constant_net(hidden, 64, weight);
      const bool fits = max_abs_preactivation(net) <= kMaxAbsPreactivation;
      if (fits) {
        EXPECT_LT(sum_of(net), 0.1f * std::numeric_limits<float>::max()) << hidden;
      }
      if (hidden <= kMaxHiddenLayers) {
        EXPECT_EQ(validation_error(net).empty(), fits) << hidden;
      }
    }
  }
  EXPECT_GT(max_abs_preactivation(constant_net(5, 64, kMaxWeight)), kMaxAbsPreactivation);
}

// The largest nets of three and of five hidden layers, as computed in net.h.
TEST(ValidationError, AcceptsTypicalWeightsInTheLargestNets) {
  const auto sum = [](int hidden, double weight) {
    double largest = (3.75 * kMaxInputs + 1.0) * weight;
    for (int layer = 0; layer < hidden; ++layer) largest *= (kMaxWidth + 1.0) * weight;
    return largest;
  };
  EXPECT_LT(sum(3, static_cast<double>(kMaxWeight)), kMaxAbsPreactivation);
  EXPECT_LT(sum(5, 111.0), kMaxAbsPreactivation);
}

TEST(ValidationError, ChecksShapesWithoutWeights) {
  Net net = make_random_net("gioul", 3, {2, 4}, 1);
  for (DenseLayer& layer : net.layers) layer.weight.clear();
  EXPECT_THAT(shape_error(net), IsEmpty());
  EXPECT_TRUE(holds(validation_error(net), "does not match its shape"));
}

TEST(ValidationError, ReportsEachProblem) {
  const Net good = make_random_net("gioul", 3, {2, 4}, 1);
  const auto problem_of = [&](auto change) {
    Net net = good;
    change(net);
    return validation_error(net);
  };
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers[1].weight[0] = NAN; }),
                    "layers.1.weight holds a number that is not finite"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers[2].bias[0] = INFINITY; }), "layers.2.bias"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers[2].bias[4] = -3e38f; }),
                    "layers.2.bias holds -3e+38; possible are -100000 to 100000"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers[0].weight[0] = 1.0001f * kMaxWeight; }),
                    "layers.0.weight holds 100010"));
  EXPECT_THAT(problem_of([](Net& n) { n.layers[0].weight[0] = kMaxWeight; }), IsEmpty());
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers.pop_back(); }), "the last layer"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers.erase(n.layers.begin() + 1); }),
                    "layers.1 takes 4 inputs, the layer before gives 2"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers.resize(1); }), "1 layers"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.layers.clear(); }), "0 layers"));
  EXPECT_TRUE(
      holds(problem_of([](Net& n) { n.layers[0].weight.pop_back(); }), "does not match its shape"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.checkers_per_side = 16; }), "16 checkers"));
  EXPECT_TRUE(holds(problem_of([](Net& n) { n.game = "two\nlines"; }), "plain name"));
  EXPECT_TRUE(
      holds(problem_of([](Net& n) { n.provenance.program_version = "\xFF"; }), "plain text"));
  EXPECT_TRUE(
      holds(validation_error(make_random_net("gioul", 3, {kMaxWidth + 1}, 1)), "8193 outputs"));
  EXPECT_TRUE(
      holds(validation_error(make_random_net("gioul", kMaxInputs + 1, {1}, 1)), "65537 inputs"));
  EXPECT_TRUE(
      holds(validation_error(make_random_net("gioul", 3, {2, 2, 2, 2, 2, 2}, 1)), "7 layers"));
}

}  // namespace
}  // namespace gioul
