#include "selfplay/loop/lockstep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/outcome.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/net.h"

namespace gioul {
namespace {

#ifdef GIOUL_SLOW_BUILD
constexpr std::uint64_t kLockstepGames = 12;
#else
constexpr std::uint64_t kLockstepGames = 60;
#endif

// The kernels of self-play behind the interface of whole batches.
class KernelEvaluator : public BatchNet {
 public:
  explicit KernelEvaluator(const CompiledNet& net) : net_(net) {}

  void evaluate(const RowBatch& batch, std::span<Distribution> values) override {
    ASSERT_EQ(values.size(), batch.size());
    largest = std::max(largest, batch.size());
    for (std::size_t i = 0; i < batch.size(); ++i) {
      values[i] = net_.evaluate(batch.rows_of(i), buffer_);
    }
  }

  std::size_t largest = 0;

 private:
  const CompiledNet& net_;
  EvaluationBuffer buffer_;
};

// A net without rounding: weights are multiples of 1/64, and inputs that are no multiples of 1/4
// count nothing. So every order of summation gives the same bits.
CompiledNet exact_net(const Axes& axes) {
  const Encoder encoder(axes);
  Net net = random_net(std::string(axes.name), encoder.inputs(), {16}, 5);
  for (DenseLayer& layer : net.layers) {
    for (float& weight : layer.weight) weight = std::round(weight * 64.0f) / 64.0f;
    for (float& bias : layer.bias) bias = std::round(bias * 64.0f) / 64.0f;
  }
  DenseLayer& first = net.layers.front();
  for (std::size_t i = 0; i < first.weight.size(); ++i) {
    const int input = static_cast<int>(i) % first.inputs;
    if (encoder.description(input).starts_with("n / 15")) first.weight[i] = 0.0f;
  }
  return {net, encoder};
}

void expect_same(const Generation& got, const Generation& expected) {
  EXPECT_EQ(got.hash, expected.hash);
  EXPECT_EQ(got.games, expected.games);
  EXPECT_EQ(got.gammons, expected.gammons);
  EXPECT_EQ(got.first_mover_points, expected.first_mover_points);
  ASSERT_EQ(got.examples.size(), expected.examples.size());
  for (std::size_t i = 0; i < got.examples.size(); ++i) {
    ASSERT_EQ(got.examples[i].position, expected.examples[i].position);
    ASSERT_EQ(got.examples[i].target, expected.examples[i].target);
  }
}

TEST(Lockstep, PlaysTheGamesOfOneAtATimeInEveryVariant) {
  for (const std::string_view name : game_names()) {
    SCOPED_TRACE(name);
    visit_game(find_game(name), [&]<Rules R>(std::type_identity<R>) {
      const CompiledNet net = exact_net(game_of<R>());
      KernelEvaluator evaluator(net);
      const GenerationOptions options{
          .game = find_game(name), .seed = 4, .first_game = 7, .games = 10, .threads = 2};
      expect_same(play_lockstep(options, evaluator), play_generation(options, net));
    });
  }
}

TEST(Lockstep, NeitherThreadsNorGamesInFlightNorGroupsChangeTheGames) {
  const CompiledNet net = exact_net(game_of<Gioul>());
  GenerationOptions options{.seed = 4, .games = kLockstepGames, .threads = 1};
  const Generation expected = play_generation(options, net);
  for (const LockstepOptions lockstep : {LockstepOptions{.games = 1, .groups = 1},
                                         {.games = 7, .groups = 2},
                                         {.games = 40, .groups = 1},
                                         {.games = 40, .groups = 3},
                                         {.games = 1000, .groups = 2}}) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(testing::Message() << lockstep.games << " games in flight, " << lockstep.groups
                                      << " groups, " << threads << " threads");
      KernelEvaluator evaluator(net);
      options.threads = threads;
      expect_same(play_lockstep(options, evaluator, lockstep), expected);
    }
  }
}

TEST(Lockstep, BatchesHoldTheAfterstatesOfAllGamesInFlight) {
  const CompiledNet net = exact_net(game_of<Gioul>());
  KernelEvaluator one(net);
  KernelEvaluator many(net);
  const GenerationOptions options{.seed = 4, .games = kLockstepGames};
  play_lockstep(options, one, {.games = 1, .groups = 1});
  play_lockstep(options, many, {.games = kLockstepGames, .groups = 1});
  EXPECT_GT(many.largest, one.largest + kLockstepGames);
}

TEST(Lockstep, NoGamesAreNoGames) {
  const CompiledNet net = exact_net(game_of<Gioul>());
  KernelEvaluator evaluator(net);
  EXPECT_EQ(play_lockstep({.games = 0}, evaluator).games, 0u);
}

TEST(Lockstep, WhatTheEvaluatorThrowsArrives) {
  class Broken : public BatchNet {
   public:
    void evaluate(const RowBatch&, std::span<Distribution>) override {
      if (++calls_ == 5) throw std::runtime_error("out of memory");
    }

   private:
    int calls_ = 0;
  };
  Broken evaluator;
  EXPECT_THROW(play_lockstep({.games = 10, .threads = 2}, evaluator), std::runtime_error);
}

}  // namespace
}  // namespace gioul
