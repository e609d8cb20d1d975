#include "nn/infer/compiled_net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <tuple>

#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/value/evaluator.h"
#include "nn/infer/row_batch.h"

namespace gioul {
namespace {

#ifdef GIOUL_SLOW_BUILD
constexpr int kGames = 2;
#else
constexpr int kGames = 20;
#endif

// The plainest possible forward pass, in double precision.
std::array<double, kOutcomes> plain_forward(const Net& net, const Encoder& encoder,
                                            const Position& position) {
  std::vector<Input> sparse;
  encoder.encode(position, sparse);
  std::vector<double> values(static_cast<std::size_t>(encoder.inputs()), 0.0);
  for (const Input& input : sparse) values[static_cast<std::size_t>(input.index)] += input.value;
  for (std::size_t l = 0; l < net.layers.size(); ++l) {
    const DenseLayer& layer = net.layers[l];
    std::vector<double> next;
    for (std::size_t o = 0; o < static_cast<std::size_t>(layer.outputs); ++o) {
      double sum = layer.bias[o];
      for (std::size_t i = 0; i < values.size(); ++i) {
        sum += static_cast<double>(layer.weight[o * values.size() + i]) * values[i];
      }
      next.push_back(l + 1 < net.layers.size() ? std::max(0.0, sum) : sum);
    }
    values = next;
  }
  std::array<double, kOutcomes> result{};
  const double top = *std::max_element(values.begin(), values.end());
  double total = 0.0;
  for (std::size_t o = 0; o < kOutcomes; ++o) total += result[o] = std::exp(values[o] - top);
  for (double& p : result) p /= total;
  return result;
}

// A net whose outputs are far from uniform, so that mistakes show.
Net lively_net(const Axes& axes, const Encoder& encoder, const std::vector<int>& hidden) {
  Net net = random_net(std::string(axes.name), encoder.inputs(), hidden, 7);
  for (float& w : net.layers.back().weight) w *= 20.0f;
  return net;
}

// Calls check(before, list) at the decisions of random games.
template <Rules R, typename Check>
void at_random_decisions(Check check) {
  const auto list = std::make_unique<AfterstateList>();
  for (int game = 0; game < kGames; ++game) {
    CounterRng rng(11, static_cast<std::uint64_t>(game), Stream::kDice);
    Position position = start_position(game_of<R>());
    for (;;) {
      generate_afterstates<R>(position, rng.roll(), *list);
      check(position, *list);
      const std::size_t line = rng.below(list->lines());
      if (list->ending(line) != Ending::kNone) break;
      position = list->positions()[line];
    }
  }
}

template <typename R>
class EvaluatorTest : public ::testing::Test {};

template <typename Tuple>
struct AsTypes;
template <typename... R>
struct AsTypes<std::tuple<R...>> {
  using Type = ::testing::Types<R...>;
};
TYPED_TEST_SUITE(EvaluatorTest, AsTypes<AllGames>::Type);

TYPED_TEST(EvaluatorTest, AgreesWithPlainForwardPassOnEveryAfterstate) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  for (const std::vector<int>& hidden : {std::vector{40}, {128}, {33, 17}, {24, 16, 50}}) {
    const Net net = lively_net(game_of<R>(), encoder, hidden);
    const CompiledNet evaluator(net, encoder);
    EvaluationBuffer buffer;
    int decision = 0;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      if (decision++ % 40 != 0) return;  // the plain pass is slow
      const auto equities = evaluator.equities(before, list, buffer);
      ASSERT_EQ(equities.size(), list.positions().size());
      for (std::size_t i = 0; i < equities.size(); i += 5) {
        const auto expected = plain_forward(net, encoder, list.positions()[i]);
        const Distribution got = evaluator.distribution(i, buffer);
        for (std::size_t o = 0; o < kOutcomes; ++o) ASSERT_NEAR(got[o], expected[o], 2e-6);
        const double equity = 2 * (expected[4] - expected[0]) + expected[3] - expected[1];
        ASSERT_NEAR(equities[i], list.mover_acts_next() ? equity : -equity, 1e-5);
      }
    });
  }
}

TYPED_TEST(EvaluatorTest, KernelTwinsAgreeBitForBit) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  for (const std::vector<int>& hidden : {std::vector{40}, {128}, {200}, {33, 17}}) {
    const Net net = lively_net(game_of<R>(), encoder, hidden);
    const CompiledNet reference(net, encoder, Precision::kFloat, available_kernels().back());
    EvaluationBuffer buffer;
    EvaluationBuffer reference_buffer;
    for (const Kernel& kernel : available_kernels()) {
      const CompiledNet evaluator(net, encoder, Precision::kFloat, kernel);
      at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
        const auto expected = reference.equities(before, list, reference_buffer);
        const auto got = evaluator.equities(before, list, buffer);
        ASSERT_EQ(got.size(), expected.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
          ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]), std::bit_cast<std::uint32_t>(expected[i]))
              << kernel.name << " differs from " << available_kernels().back().name;
        }
        if (!got.empty()) {
          ASSERT_EQ(evaluator.distribution(0, buffer), reference.distribution(0, reference_buffer));
        }
      });
    }
  }
}

TYPED_TEST(EvaluatorTest, KernelTwinsAgreeBitForBitInShortIntegers) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  for (const std::vector<int>& hidden : {std::vector{16}, {40}, {128}, {200}, {33, 17}}) {
    const Net net = lively_net(game_of<R>(), encoder, hidden);
    const CompiledNet reference(net, encoder, Precision::kInt16, available_kernels().back());
    EvaluationBuffer buffer;
    EvaluationBuffer reference_buffer;
    for (const Kernel& kernel : available_kernels()) {
      const CompiledNet evaluator(net, encoder, Precision::kInt16, kernel);
      at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
        const auto expected = reference.equities(before, list, reference_buffer);
        const auto got = evaluator.equities(before, list, buffer);
        ASSERT_TRUE(std::equal(got.begin(), got.end(), expected.begin(), expected.end()))
            << kernel.name << " differs from " << available_kernels().back().name;
      });
    }
  }
}

TYPED_TEST(EvaluatorTest, ShortIntegersStayNearFloats) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  for (const std::vector<int>& hidden : {std::vector{16}, {128}, {33, 17}, {24, 16, 50}}) {
    const Net net = lively_net(game_of<R>(), encoder, hidden);
    const CompiledNet floats(net, encoder);
    const CompiledNet shorts(net, encoder, Precision::kInt16);
    EvaluationBuffer buffer;
    EvaluationBuffer float_buffer;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      const auto expected = floats.equities(before, list, float_buffer);
      const auto got = shorts.equities(before, list, buffer);
      for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], 0.02);
    });
  }
}

TYPED_TEST(EvaluatorTest, OnePositionHasTheSameValueAloneAndInAList) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  const Net net = lively_net(game_of<R>(), encoder, {64});
  const CompiledNet evaluator(net, encoder);
  EvaluationBuffer buffer;
  EvaluationBuffer alone;
  at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
    const auto equities = evaluator.equities(before, list, buffer);
    for (std::size_t i = 0; i < equities.size(); i += 7) {
      const Distribution in_list = evaluator.distribution(i, buffer);
      const Distribution by_itself = evaluator.evaluate(list.positions()[i], alone);
      for (std::size_t o = 0; o < kOutcomes; ++o) ASSERT_NEAR(in_list[o], by_itself[o], 2e-6);
    }
  });
}

// Sums in short integers depend on nothing but the position: a step may wrap, and wraps back.
TYPED_TEST(EvaluatorTest, InShortIntegersAPositionHasExactlyTheSameValueAloneAndInAList) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  Net net = lively_net(game_of<R>(), encoder, {64});
  for (float& w : net.layers.front().weight) w = std::abs(w);  // sums near the bound
  const CompiledNet evaluator(net, encoder, Precision::kInt16);
  EvaluationBuffer buffer;
  EvaluationBuffer alone;
  at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
    const auto equities = evaluator.equities(before, list, buffer);
    for (std::size_t i = 0; i < equities.size(); i += 7) {
      ASSERT_EQ(evaluator.distribution(i, buffer), evaluator.evaluate(list.positions()[i], alone));
    }
  });
}

// All positions of some decisions, in the order in which they come.
template <Rules R>
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

// The sum from nothing, row by row, as it is defined.
TYPED_TEST(EvaluatorTest, ManyPositionsHaveTheBitsThatEachHasByItself) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  const std::vector<Position> positions = positions_of_random_games<R>();
  for (const std::vector<int>& hidden : {std::vector{40}, {200}, {33, 17}}) {
    const Net net = lively_net(game_of<R>(), encoder, hidden);
    for (const Precision precision : {Precision::kFloat, Precision::kInt16}) {
      const CompiledNet reference(net, encoder, precision, available_kernels().back());
      EvaluationBuffer buffer;
      std::vector<Distribution> expected;
      for (const Position& position : positions) {
        RowNumber rows[kMostRows];
        const std::size_t count = write_rows(game_of<R>(), position, rows);
        expected.push_back(reference.evaluate({rows, count}, buffer));
      }
      for (const Kernel& kernel : available_kernels()) {
        const CompiledNet evaluator(net, encoder, precision, kernel);
        for (const std::size_t size : {positions.size(), std::size_t{1}, std::size_t{77}}) {
          std::vector<Distribution> values(positions.size());
          for (std::size_t first = 0; first < positions.size(); first += size) {
            const std::size_t count = std::min(size, positions.size() - first);
            evaluator.evaluate({positions.data() + first, count}, buffer, values.data() + first);
          }
          for (std::size_t i = 0; i < values.size(); ++i) {
            for (std::size_t o = 0; o < kOutcomes; ++o) {
              ASSERT_EQ(bits(values[i][o]), bits(expected[i][o])) << kernel.name << " " << size;
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(EvaluatorTest, DistributionsOfAListAreThoseOneByOne) {
  using R = TypeParam;
  const Encoder encoder(game_of<R>());
  const Net net = lively_net(game_of<R>(), encoder, {40});
  for (const Kernel& kernel : available_kernels()) {
    const CompiledNet evaluator(net, encoder, Precision::kFloat, kernel);
    EvaluationBuffer buffer;
    EvaluationBuffer together;
    at_random_decisions<R>([&](const Position& before, const AfterstateList& list) {
      const std::size_t count = evaluator.equities(before, list, buffer).size();
      const auto values = evaluator.distributions(before, list, together);
      ASSERT_EQ(values.size(), count);
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(values[i], evaluator.distribution(i, buffer));
      }
    });
  }
}

// The worst that 15 checkers can do: all rows as large as one, all outputs of one sign.
TEST(Evaluator, NoSumOfShortIntegersOverflows) {
  const Encoder encoder(game_of<Gioul>());
  for (const float sign : {1.0f, -1.0f}) {
    for (const int hidden : {16, 128, 512}) {
      Net net = random_net("gioul", encoder.inputs(), {hidden}, 7);
      for (float& w : net.layers.front().weight) w = sign;
      for (float& b : net.layers.front().bias) b = 1.0f;
      for (float& w : net.layers.back().weight) w = 0.0f;
      for (std::size_t unit = 0; unit < static_cast<std::size_t>(hidden); ++unit) {
        net.layers.back().weight[unit] = 3.0f / static_cast<float>(hidden * 60);  // of "lose 2"
      }
      const CompiledNet floats(net, encoder);
      const CompiledNet shorts(net, encoder, Precision::kInt16);
      EvaluationBuffer buffer;
      at_random_decisions<Gioul>([&](const Position& before, const AfterstateList&) {
        const Distribution expected = floats.evaluate(before, buffer);
        const Distribution got = shorts.evaluate(before, buffer);
        for (std::size_t o = 0; o < kOutcomes; ++o) ASSERT_NEAR(got[o], expected[o], 1e-3);
      });
    }
  }
}

TEST(Evaluator, ProbabilitiesSumToOneEvenForExtremeWeights) {
  const Encoder encoder(game_of<Gioul>());
  Net net = lively_net(game_of<Gioul>(), encoder, {16});
  for (float& w : net.layers.back().weight) w *= 1e4f;
  const CompiledNet evaluator(net, encoder);
  EvaluationBuffer buffer;
  const Distribution d = evaluator.evaluate(start_position(game_of<Gioul>()), buffer);
  float sum = 0.0f;
  for (const float p : d) {
    EXPECT_GE(p, 0.0f);
    sum += p;
  }
  EXPECT_NEAR(sum, 1.0f, 1e-6f);
}

}  // namespace
}  // namespace gioul
