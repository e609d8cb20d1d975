#include "nn/infer/quantized_net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/games/dispatch.h"
#include "engine/games/variants.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "nn/infer/activation_stats.h"
#include "nn/infer/float_net.h"
#include "tests/nn/infer/kernels_under_test.h"
#include "tests/reference/all_games.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr int kGames = 1;
constexpr int kDecisionsPerCheck = 64;
#else
constexpr int kGames = 20;
constexpr int kDecisionsPerCheck = 16;
#endif

// A simple forward pass in double precision.
std::array<double, kOutcomeCount> plain_forward(const Net& net, const Encoder& encoder,
                                                const Position& position) {
  const std::vector<float> inputs = encoder.encode_dense(position);
  std::vector<double> values(inputs.begin(), inputs.end());
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    std::vector<double> next;
    for (std::size_t o = 0; o < static_cast<std::size_t>(layer.output_count); ++o) {
      double sum = layer.bias[o];
      for (std::size_t i = 0; i < values.size(); ++i) {
        sum += static_cast<double>(layer.weight[o * values.size() + i]) * values[i];
      }
      next.push_back(l + 1 < net.layers.size() ? std::max(0.0, sum) : sum);
    }
    values = next;
  }
  std::array<double, kOutcomeCount> result{};
  const double top = *std::max_element(values.begin(), values.end());
  double total = 0.0;
  for (std::size_t o = 0; o < kOutcomeCount; ++o) total += result[o] = std::exp(values[o] - top);
  for (double& p : result) p /= total;
  return result;
}

// A net whose outputs are far from uniform, so that errors show.
Net lively_net(const Variant& variant, const Encoder& encoder, const std::vector<int>& hidden) {
  Net net = make_random_net(std::string(variant.name), encoder.input_count(), hidden, 7);
  for (float& w : net.layers.back().weight) w *= 20.0f;
  return net;
}

// Calls check(before, list) at the decisions of random games.
template <GameRules R, typename Check>
void at_random_decisions(Check check) {
  const auto list = std::make_unique<AfterstateList>();
  for (int game = 0; game < kGames; ++game) {
    CounterRng rng(11, static_cast<std::uint64_t>(game), RngStream::kDice);
    Position position = start_position(game_with_rules<R>());
    for (;;) {
      generate_afterstates<R>(position, rng.roll_dice(), *list);
      check(position, *list);
      const std::size_t line = rng.uniform_below(list->size());
      if (list->ending(line) != Ending::kNone) break;
      position = list->positions()[line];
    }
  }
}

template <typename R>
class QuantizedNetTest : public ::testing::Test {};

TYPED_TEST_SUITE(QuantizedNetTest, reference::AllGameTypes, reference::GameName);

TYPED_TEST(QuantizedNetTest, FloatNetMatchesAPlainForwardPass) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  for (const std::vector<int>& hidden : {std::vector{40}, {128}, {33, 17}, {24, 16, 50, 20, 10}}) {
    const Net net = lively_net(game_with_rules<R>(), encoder, hidden);
    const FloatNet evaluator(net, encoder);
    FloatNetScratch buffer;
    int decision = 0;
    std::vector<Distribution> values;
    at_random_decisions<R>([&](const Position&, const AfterstateList& list) {
      if (decision++ % 40 != 0) return;  // the simple forward pass is slow
      values.resize(list.positions().size());
      evaluator.evaluate(list.positions(), buffer, values.data());
      for (std::size_t i = 0; i < values.size(); i += 5) {
        const auto expected = plain_forward(net, encoder, list.positions()[i]);
        for (std::size_t o = 0; o < kOutcomeCount; ++o)
          ASSERT_NEAR(values[i][o], expected[o], 2e-6);
        ASSERT_EQ(values[i], evaluator.evaluate(list.positions()[i], buffer));
      }
    });
  }
}

// Widths on both sides of every padding, and later layers that are mostly active and mostly
// inactive.
const std::vector<std::vector<int>> kShapes = {
    {16}, {40}, {128}, {200}, {33, 17}, {64, 64}, {65, 130, 33}, {24, 16, 50, 20, 10}};

TYPED_TEST(QuantizedNetTest, KernelsAgreeBitForBit) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  for (const std::vector<int>& hidden : kShapes) {
    // Activations that rarely need high bytes, that mostly do, and that are mostly clamped.
    for (const auto& [bias, finer] :
         {std::pair{0.0f, 1.0f}, {-2.0f, 1.0f}, {0.0f, 50.0f}, {-2.0f, 5000.0f}}) {
      if (hidden.size() == 1 && finer > 1.0f) continue;
      Net net = lively_net(game_with_rules<R>(), encoder, hidden);
      for (float& b : net.layers.front().bias) b = bias;
      net.activation_ranges = collect_activation_stats(net, encoder).activation_ranges;
      for (float& top : net.activation_ranges) top /= finer;
      const QuantizedNet reference(net, encoder, available_kernels().back());
      EvaluationBuffer buffer;
      EvaluationBuffer reference_buffer;
      for (const Kernel& kernel : kernels_under_test()) {
        const QuantizedNet evaluator(net, encoder, kernel);
        int decision = 0;
        at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
          if (hidden.size() > 1 && decision++ % 8 != 0) return;
          const auto expected = reference.equities(before, list, reference_buffer);
          const auto got = evaluator.equities(before, list, buffer);
          ASSERT_EQ(got.size(), expected.size());
          for (std::size_t i = 0; i < got.size(); ++i) {
            ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]),
                      std::bit_cast<std::uint32_t>(expected[i]))
                << kernel.name << " differs from " << available_kernels().back().name;
          }
          if (!got.empty()) {
            ASSERT_EQ(evaluator.distribution(0, 0, buffer),
                      reference.distribution(0, 0, reference_buffer));
          }
        });
      }
    }
  }
}

TYPED_TEST(QuantizedNetTest, StaysNearTheFloatNet) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  for (const std::vector<int>& hidden : {std::vector{16}, {128}, {33, 17}, {24, 16, 50}}) {
    const Net net = lively_net(game_with_rules<R>(), encoder, hidden);
    const FloatNet floats(net, encoder);
    const QuantizedNet integers(net, encoder);
    EvaluationBuffer buffer;
    FloatNetScratch float_buffer;
    std::vector<Distribution> values;
    double error = 0.0;
    double count = 0.0;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      values.resize(list.positions().size());
      floats.evaluate(list.positions(), float_buffer, values.data());
      const auto got = integers.equities(before, list, buffer);
      for (std::size_t i = 0; i < got.size(); ++i) {
        const float expected = list.mover_acts_next() ? equity(values[i]) : -equity(values[i]);
        if (hidden.size() == 1) {
          ASSERT_NEAR(got[i], expected, 0.02);
        }
        error += std::abs(got[i] - expected);
        count += 1.0;
      }
    });
    EXPECT_LT(error / count, hidden.size() == 1 ? 0.002 : 0.006);
  }
}

// A few units with much larger effects than others cost little precision.
TEST(QuantizedNet, GrownNetsStayNearTheFloatNet) {
  const Encoder encoder(game_with_rules<Gioul>());
  Net net = lively_net(game_with_rules<Gioul>(), encoder, {64});
  for (float& w : net.layers.back().weight) w *= 4.0f;
  grow_net(net, {128, 32, 32}, encoder.phase_shared_input_count(), 1);
  const FloatNet floats(net, encoder);
  const QuantizedNet integers(net, encoder);
  EvaluationBuffer buffer;
  FloatNetScratch float_buffer;
  double error = 0.0;
  double count = 0.0;
  at_random_decisions<Gioul>([&](const Position& before, const AfterstateList&) {
    error += std::abs(equity(integers.evaluate(before, buffer)) -
                      equity(floats.evaluate(before, float_buffer)));
    count += 1.0;
  });
  EXPECT_LT(error / count, 0.01);
}

// Ranges stored in a file are used; otherwise they are computed, always with the same result.
TEST(QuantizedNet, UsesActivationRangesStoredInTheNet) {
  const Encoder encoder(game_with_rules<Gioul>());
  Net net = lively_net(game_with_rules<Gioul>(), encoder, {24, 16});
  const QuantizedNet found(net, encoder);
  net.activation_ranges = collect_activation_stats(net, encoder).activation_ranges;
  ASSERT_EQ(net.activation_ranges.size(), 2u);
  const QuantizedNet named(net, encoder);
  for (float& top : net.activation_ranges) top /= 10000;
  const QuantizedNet cut_off(net, encoder);
  EvaluationBuffer buffer;
  const Position start = start_position(game_with_rules<Gioul>());
  EXPECT_EQ(found.evaluate(start, buffer), named.evaluate(start, buffer));
  EXPECT_NE(found.evaluate(start, buffer), cut_off.evaluate(start, buffer));
}

TEST(QuantizedNet, ReorderingUnitsKeepsTheValues) {
  const Encoder encoder(game_with_rules<Gioul>());
  const Net net = lively_net(game_with_rules<Gioul>(), encoder, {24, 16, 10});
  const ActivationStats sample = collect_activation_stats(net, encoder);
  ASSERT_EQ(sample.unit_order.size(), net.layers.size() - 1);
  for (std::vector<int> order : sample.unit_order) {
    std::ranges::sort(order);
    for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], static_cast<int>(i));
  }
  const Net other = with_unit_order(net, sample.unit_order);
  EXPECT_NE(other.layers, net.layers);
  const Position start = start_position(game_with_rules<Gioul>());
  const auto expected = plain_forward(net, encoder, start);
  const auto got = plain_forward(other, encoder, start);
  for (std::size_t o = 0; o < kOutcomeCount; ++o) EXPECT_NEAR(got[o], expected[o], 1e-9);
}

// Blocks of any size, split and merged, with any previous contents of the memory.
TEST(QuantizedNet, BatchedDecisionsMatchSingleOnes) {
  const Encoder encoder(game_with_rules<Gioul>());
  for (const std::vector<int>& hidden : {std::vector{40}, {65, 130, 33}}) {
    const Net net = lively_net(game_with_rules<Gioul>(), encoder, hidden);
    for (const Kernel& kernel : kernels_under_test()) {
      const QuantizedNet evaluator(net, encoder, kernel);
      EvaluationBuffer together;
      EvaluationBuffer alone;
      CounterRng rng(5, 0, RngStream::kShuffle);
      std::vector<std::vector<float>> expected;
      std::size_t wanted = 0;
      at_random_decisions<Gioul>([&](const Position& before, const AfterstateList& list) {
        const auto own = evaluator.equities(before, list, alone);
        expected.emplace_back(own.begin(), own.end());
        ASSERT_EQ(evaluator.add(before, list, together) + 1, expected.size());
        if (expected.size() <= wanted) return;
        evaluator.flush(together);
        for (std::size_t d = 0; d < expected.size(); ++d) {
          const auto got = evaluator.equities(d, together);
          ASSERT_TRUE(std::ranges::equal(got, expected[d])) << kernel.name << " " << d;
        }
        expected.clear();
        wanted = rng.uniform_below(20);
      });
    }
  }
}

// All kernels skip the same candidates, and the others get their usual values.
TYPED_TEST(QuantizedNetTest, KernelsSelectTheSameCandidatesWithTheSameValues) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  const Net net = lively_net(game_with_rules<R>(), encoder, {2 * kPruningNetInputCount, 33});
  const QuantizedNet reference(net, encoder, available_kernels().back());
  for (const Kernel& kernel : kernels_under_test()) {
    const QuantizedNet evaluator(net, encoder, kernel);
    EvaluationBuffer some;
    EvaluationBuffer expected;
    EvaluationBuffer all;
    int decision = 0;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      if (decision++ % kDecisionsPerCheck != 0) return;
      const std::size_t most = 1 + static_cast<std::size_t>(decision / kDecisionsPerCheck % 9);
      const std::size_t first = evaluator.add_best(before, list, most, some);
      const std::size_t second = evaluator.add(before, list, some);
      evaluator.flush(some);
      reference.add_best(before, list, most, expected);
      reference.flush(expected);
      const auto equities = evaluator.equities(before, list, all);
      ASSERT_TRUE(std::ranges::equal(evaluator.equities(second, some), equities));
      const auto kept = evaluator.equities(first, some);
      ASSERT_EQ(kept.size(), std::min(most, list.positions().size()));
      for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t place = evaluator.afterstate_index(first, i, some);
        ASSERT_EQ(place, reference.afterstate_index(0, i, expected)) << kernel.name;
        ASSERT_TRUE(i == 0 || place > evaluator.afterstate_index(first, i - 1, some));
        ASSERT_EQ(kept[i], equities[place]) << kernel.name;
        ASSERT_EQ(evaluator.distribution(first, i, some), evaluator.distribution(0, place, all));
      }
    });
  }
}

// Integer sums depend only on the position: deltas may wrap, and wrap back.
TYPED_TEST(QuantizedNetTest, SinglePositionMatchesItsValueInAList) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  for (const std::vector<int>& hidden : {std::vector{64}, {64, 20, 20}}) {
    Net net = lively_net(game_with_rules<R>(), encoder, hidden);
    for (float& w : net.layers.front().weight) w = std::abs(w);  // sums near the bound
    const QuantizedNet evaluator(net, encoder);
    EvaluationBuffer buffer;
    EvaluationBuffer alone;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      const auto equities = evaluator.equities(before, list, buffer);
      for (std::size_t i = 0; i < equities.size(); i += 7) {
        ASSERT_EQ(evaluator.distribution(0, i, buffer),
                  evaluator.evaluate(list.positions()[i], alone));
      }
    });
  }
}

// All positions of some decisions, in order.
template <GameRules R>
std::vector<Position> positions_of_random_games() {
  std::vector<Position> positions;
  int decision = 0;
  at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
    positions.push_back(before);
    if (decision++ % 10 != 0) return;
    positions.insert(positions.end(), list.positions().begin(), list.positions().end());
  });
  return positions;
}

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TYPED_TEST(QuantizedNetTest, BatchedPositionsMatchSingleOnesBitForBit) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  const std::vector<Position> positions = positions_of_random_games<R>();
  for (const std::vector<int>& hidden : {std::vector{40}, {200}, {33, 17}}) {
    const Net net = lively_net(game_with_rules<R>(), encoder, hidden);
    {
      const QuantizedNet reference(net, encoder, available_kernels().back());
      EvaluationBuffer buffer;
      std::vector<Distribution> expected;
      for (const Position& position : positions) {
        expected.push_back(reference.evaluate(position, buffer));
      }
      for (const Kernel& kernel : kernels_under_test()) {
        const QuantizedNet evaluator(net, encoder, kernel);
        for (const std::size_t size : {positions.size(), std::size_t{1}, std::size_t{77}}) {
          std::vector<Distribution> values(positions.size());
          for (std::size_t first = 0; first < positions.size(); first += size) {
            const std::size_t count = std::min(size, positions.size() - first);
            evaluator.evaluate({positions.data() + first, count}, buffer, values.data() + first);
          }
          for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t o = 0; o < kOutcomeCount; ++o) {
              ASSERT_EQ(bits(values[i][o]), bits(expected[i][o])) << kernel.name << " " << size;
            }
          }
        }
      }
    }
  }
}

// Decisions at the same position share its accumulator, whatever is evaluated between them and
// whichever net also uses the buffer.
TYPED_TEST(QuantizedNetTest, PositionsMixedWithDecisionsMatchSingleOnesBitForBit) {
  using R = TypeParam;
  const Encoder encoder(game_with_rules<R>());
  for (const std::vector<int>& hidden : {std::vector{40}, {33, 17}}) {
    const QuantizedNet one(lively_net(game_with_rules<R>(), encoder, hidden), encoder);
    const QuantizedNet other(make_random_net(std::string(game_with_rules<R>().name()),
                                             encoder.input_count(), hidden, 77),
                             encoder);
    EvaluationBuffer shared;
    EvaluationBuffer fresh;
    int decisions = 0;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      if (++decisions > 40 || list.positions().empty()) return;
      for (const QuantizedNet* net : {&one, &other, &one}) {
        const std::size_t first = net->add(before, list, shared);
        const std::size_t alone = net->add(before, shared);
        const std::size_t again = net->add(before, list, shared);
        net->flush(shared);
        const Distribution value = net->evaluate(before, fresh);
        for (std::size_t o = 0; o < kOutcomeCount; ++o) {
          ASSERT_EQ(bits(net->distribution(alone, 0, shared)[o]), bits(value[o]));
        }
        EvaluationBuffer empty;
        const std::span<const float> expected = net->equities(before, list, empty);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(bits(net->equities(first, shared)[i]), bits(expected[i]));
          ASSERT_EQ(bits(net->equities(again, shared)[i]), bits(expected[i]));
        }
      }
    });
  }
}

// The worst case for 15 checkers: all rows as large as one, all outputs of one sign.
TEST(QuantizedNet, Int16SumsDoNotOverflow) {
  const Encoder encoder(game_with_rules<Gioul>());
  for (const float sign : {1.0f, -1.0f}) {
    for (const int hidden : {16, 128, 512}) {
      Net net = make_random_net("gioul", encoder.input_count(), {hidden}, 7);
      for (float& w : net.layers.front().weight) w = sign;
      for (float& b : net.layers.front().bias) b = 1.0f;
      for (float& w : net.layers.back().weight) w = 0.0f;
      for (std::size_t unit = 0; unit < static_cast<std::size_t>(hidden); ++unit) {
        net.layers.back().weight[unit] = 3.0f / static_cast<float>(hidden * 60);  // for "lose 2"
      }
      const FloatNet floats(net, encoder);
      const QuantizedNet shorts(net, encoder);
      EvaluationBuffer buffer;
      FloatNetScratch float_buffer;
      at_random_decisions<Gioul>([&](const Position& before, const AfterstateList&) {
        const Distribution expected = floats.evaluate(before, float_buffer);
        const Distribution got = shorts.evaluate(before, buffer);
        for (std::size_t o = 0; o < kOutcomeCount; ++o) ASSERT_NEAR(got[o], expected[o], 1e-3);
      });
    }
  }
}

// A valid file may hold any weights; the output is always five probabilities.
TEST(QuantizedNet, DeepNetsWithExtremeWeightsGiveProbabilities) {
  const Encoder encoder(game_with_rules<Gioul>());
  for (const float factor : {0.0f, 1e-30f, 1e3f}) {
    for (const float bias : {0.0f, -1e5f, 1e5f}) {
      Net net = lively_net(game_with_rules<Gioul>(), encoder, {24, 16, 10});
      for (DenseLayer& layer : net.layers) {
        for (float& w : layer.weight) w *= factor;
        for (float& b : layer.bias) b = bias;
      }
      const QuantizedNet reference(net, encoder, available_kernels().back());
      for (const Kernel& kernel : kernels_under_test()) {
        const QuantizedNet evaluator(net, encoder, kernel);
        EvaluationBuffer buffer;
        const Position start = start_position(game_with_rules<Gioul>());
        const Distribution d = evaluator.evaluate(start, buffer);
        float sum = 0.0f;
        for (const float p : d) sum += p;
        EXPECT_NEAR(sum, 1.0f, 1e-6f) << kernel.name << " " << factor << " " << bias;
        EXPECT_EQ(d, reference.evaluate(start, buffer)) << kernel.name;
      }
    }
  }
}

TEST(QuantizedNet, ProbabilitiesSumToOneEvenForExtremeWeights) {
  const Encoder encoder(game_with_rules<Gioul>());
  Net net = lively_net(game_with_rules<Gioul>(), encoder, {16});
  for (float& w : net.layers.back().weight) w *= 1e4f;
  const QuantizedNet evaluator(net, encoder);
  EvaluationBuffer buffer;
  const Distribution d = evaluator.evaluate(start_position(game_with_rules<Gioul>()), buffer);
  float sum = 0.0f;
  for (const float p : d) {
    EXPECT_GE(p, 0.0f);
    sum += p;
  }
  EXPECT_NEAR(sum, 1.0f, 1e-6f);
}

}  // namespace
}  // namespace gioul
