#include "selfplay/generation.h"

#include <gtest/gtest.h>

#include "engine/variants.h"
#include "nn/encoder.h"
#include "nn/net.h"

namespace gioul {
namespace {

#ifdef GIOUL_SLOW_BUILD
constexpr std::uint64_t kGames = 10;
#else
constexpr std::uint64_t kGames = 200;
#endif

NetEvaluator small_net(const Axes& axes) {
  const Encoder encoder(axes);
  return {random_net(std::string(axes.name), encoder.inputs(), {16}, 5), encoder};
}

TEST(Generation, IsTheSameOnAnyNumberOfThreads) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  GenerationOptions options{.seed = 4, .games = kGames, .threads = 1};
  const Generation one = play_generation(options, net);
  options.threads = 3;
  const Generation three = play_generation(options, net);
  EXPECT_EQ(one.hash, three.hash);
  EXPECT_EQ(one.gammons, three.gammons);
  ASSERT_EQ(one.examples.size(), three.examples.size());
  for (std::size_t i = 0; i < one.examples.size(); ++i) {
    ASSERT_EQ(one.examples[i].position, three.examples[i].position);
    ASSERT_EQ(one.examples[i].target, three.examples[i].target);
  }
}

TEST(Generation, GamesDependOnTheirNumberAloneNotOnTheGeneration) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  const Generation all = play_generation({.seed = 4, .games = 6}, net);
  const Generation tail = play_generation({.seed = 4, .first_game = 4, .games = 2}, net);
  ASSERT_LT(tail.examples.size(), all.examples.size());
  const std::size_t offset = all.examples.size() - tail.examples.size();
  for (std::size_t i = 0; i < tail.examples.size(); ++i) {
    ASSERT_EQ(tail.examples[i].position, all.examples[offset + i].position);
  }
}

TEST(Generation, AnotherSeedGivesOtherGames) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  EXPECT_NE(play_generation({.seed = 4, .games = 5}, net).hash,
            play_generation({.seed = 5, .games = 5}, net).hash);
}

// With lambda 1 every position of a game learns the game's result, turned to its own player.
TEST(Generation, TargetsOfLambdaOneAreTheResult) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  const Generation game = play_generation({.seed = 4, .games = 1, .lambda = 1.0}, net);
  Distribution expected = game.examples.back().target;
  EXPECT_GT(equity(expected), 0.9f) << "the last player to act bore off his last checker";
  for (std::size_t i = game.examples.size(); i-- > 1;) {
    const bool again = mover_acts_again(game.examples[i - 1].position, game.examples[i].position);
    if (!again) expected = flipped(expected);
    ASSERT_EQ(game.examples[i - 1].target, expected) << "decision " << i - 1;
  }
  EXPECT_EQ(static_cast<std::int64_t>(equity(game.examples.front().target)),
            game.first_mover_points);
}

// With lambda 0 a position learns the value of the next one.
TEST(Generation, TargetsOfLambdaZeroAreTheNextValue) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  EvaluationBuffer buffer;
  const Generation game = play_generation({.seed = 4, .games = 1, .lambda = 0.0}, net);
  for (std::size_t i = 0; i + 1 < game.examples.size(); ++i) {
    const Position& next = game.examples[i + 1].position;
    Distribution expected = net.evaluate(next, buffer);
    if (!mover_acts_again(game.examples[i].position, next)) expected = flipped(expected);
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      ASSERT_NEAR(game.examples[i].target[o], expected[o], 2e-6) << "decision " << i;
    }
  }
}

TEST(Generation, LearnsFromChainsAndForfeitsToo) {
  const NetEvaluator net = small_net(Gioul::kAxes);
  const Generation generation = play_generation({.seed = 4, .games = kGames}, net);
  std::size_t chains = 0;
  std::size_t forfeits = 0;
  for (const TrainingExample& example : generation.examples) {
    if (!example.position.is_pending()) continue;
    ++(example.position.forfeited != 0 ? forfeits : chains);
  }
  EXPECT_GT(chains, kGames);
  EXPECT_GT(forfeits, kGames);
}

TEST(Generation, EveryGameOfTheFamilyPlaysToItsEnd) {
  for (const std::string_view name : game_names()) {
    visit_variant(name, [&]<Rules R>(std::type_identity<R>) {
      const NetEvaluator net = small_net(R::kAxes);
      const Generation generation = play_generation(
          {.variant = std::string(name), .seed = 4, .games = 10, .threads = 2}, net);
      EXPECT_EQ(generation.games, 10u) << name;
      for (const TrainingExample& example : generation.examples) {
        float sum = 0.0f;
        for (const float p : example.target) sum += p;
        ASSERT_NEAR(sum, 1.0f, 1e-5f) << name;
      }
    });
  }
}

}  // namespace
}  // namespace gioul
