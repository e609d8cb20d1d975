#include "eval/tournament/sprt.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "engine/rng.h"

namespace gioul {
namespace {

IntegerSample sample(std::int64_t plus, std::int64_t zero, std::int64_t minus) {
  IntegerSample result;
  for (std::int64_t i = 0; i < plus; ++i) result.add(2);
  for (std::int64_t i = 0; i < zero; ++i) result.add(0);
  for (std::int64_t i = 0; i < minus; ++i) result.add(-2);
  return result;
}

TEST(Sprt, BoundsMatchWald) {
  // Wald 1945: log 19 on both sides for error rates of 5 %.
  const SprtOptions options;
  EXPECT_NEAR(sprt_upper_bound(options), 2.944439, 1e-6);
  EXPECT_NEAR(sprt_lower_bound(options), -2.944439, 1e-6);
  EXPECT_NEAR(sprt_upper_bound({.alpha = 0.01, .beta = 0.1}), std::log(90.0), 1e-12);
}

TEST(Sprt, RatioMatchesNormalObservations) {
  // 1000 pairs with a mean of 0.1 points per game; the variance of half a pair is computed here.
  const IntegerSample pairs = sample(300, 500, 200);
  const SprtOptions options = {.h0_points_per_game = 0.0, .h1_points_per_game = 0.2};
  const double variance = (500.0 * 1.0 - 1000.0 * 0.1 * 0.1) / 999.0;  // of points / 2 per pair
  double expected = 0.0;  // sum over pairs of log N(x; 0.2) - log N(x; 0)
  for (const auto& [count, x] : {std::pair{300, 1.0}, {500, 0.0}, {200, -1.0}}) {
    expected += count * (x * x - (x - 0.2) * (x - 0.2)) / (2.0 * variance);
  }
  EXPECT_NEAR(sprt_log_likelihood_ratio(options, {pairs, 4}), expected, 1e-9);
}

TEST(Sprt, IsUndecidedAfterAFewPairs) {
  EXPECT_EQ(sprt_verdict({}, {sample(29, 0, 0), 4}), SprtVerdict::kUndecided);
  EXPECT_EQ(sprt_verdict({}, {IntegerSample(), 4}), SprtVerdict::kUndecided);
}

// Stockfish tests published by fishtest: the log-likelihood ratio with two decimals, and the
// numbers of pairs with 0, 1/2, 1, 3/2 and 2 points (pull requests 3098 and 3209 of
// official-stockfish/Stockfish).
TEST(Sprt, RatiosMatchFishtest) {
  struct Published {
    double elo0, elo1;
    std::array<std::int64_t, 5> pairs;
    double ratio;
  };
  for (const Published& test : {Published{-0.25, 1.25, {491, 7345, 29693, 7670, 465}, 2.96},
                                Published{0.25, 1.25, {53, 2220, 21459, 2445, 47}, 2.97},
                                Published{-0.25, 1.25, {253, 4282, 17604, 4431, 286}, 2.94},
                                Published{0.25, 1.25, {58, 3302, 33130, 3518, 84}, 2.97}}) {
    IntegerSample wins;  // won minus lost in both games: -2 .. 2
    for (std::int64_t score = 0; score < 5; ++score) {
      for (std::int64_t i = 0; i < test.pairs[static_cast<std::size_t>(score)]; ++i) {
        wins.add(score - 2);
      }
    }
    const SprtHypotheses asked = hypotheses_in_elo(test.elo0, test.elo1, RatingBasis::kByWins);
    EXPECT_NEAR(sprt_log_likelihood_ratio(asked.test_options, {wins, 2}), test.ratio, 0.006);
  }
}

TEST(Sprt, EloOverPointsIsTwiceAsManyPointsAsWins) {
  const SprtOptions wins = hypotheses_in_elo(0.0, 10.0, RatingBasis::kByWins).test_options;
  const SprtOptions points = hypotheses_in_elo(0.0, 10.0, RatingBasis::kByPoints).test_options;
  EXPECT_DOUBLE_EQ(wins.h0_points_per_game, 0.0);
  EXPECT_NEAR(wins.h1_points_per_game, 2.0 * elo_to_score(10.0) - 1.0, 1e-12);
  EXPECT_NEAR(points.h1_points_per_game, 4.0 * elo_to_score(10.0) - 2.0, 1e-12);
}

TEST(Sprt, DecidesIfAllPairsAreEqual) {
  EXPECT_EQ(sprt_verdict({}, {sample(0, 1000, 0), 4}), SprtVerdict::kAcceptH0);  // equal players
  EXPECT_EQ(sprt_verdict({}, {sample(40, 0, 0), 4}), SprtVerdict::kAcceptH1);
}

// Luck-adjusted scores are in smaller units.
TEST(Sprt, TheUnitOfScoresDoesNotMatter) {
  const SprtOptions options = {.h0_points_per_game = 0.0, .h1_points_per_game = 0.01};
  constexpr double kUnit = 1.0 / kLuckUnitsPerPoint;
  IntegerSample adjusted;
  adjusted.add(0, 30);
  EXPECT_NEAR(sprt_log_likelihood_ratio(options, {adjusted, 4 * kLuckUnitsPerPoint, kUnit}),
              sprt_log_likelihood_ratio(options, {sample(0, 30, 0), 4}), 1e-9);
  EXPECT_EQ(sprt_verdict(options, {adjusted, 4 * kLuckUnitsPerPoint, kUnit}),
            SprtVerdict::kUndecided);
}

// Returns the fraction of tests that accept H1 if the true mean is `mean` points per game.
double acceptance(double mean) {
  const SprtOptions options = {.h0_points_per_game = 0.0, .h1_points_per_game = 0.3};
  constexpr int kTests = 2000;
  int accepted = 0;
  for (int test = 0; test < kTests; ++test) {
    CounterRng rng(5, static_cast<std::uint64_t>(test), RngStream::kDice);
    IntegerSample pairs;
    SprtVerdict verdict = SprtVerdict::kUndecided;
    while (verdict == SprtVerdict::kUndecided) {
      // A pair has +2 or -2 points: `mean` per game.
      pairs.add(static_cast<double>(rng.uniform_below(1'000'000)) < 500'000.0 * (1.0 + mean) ? 2
                                                                                             : -2);
      verdict = sprt_verdict(options, {pairs, 4});
    }
    accepted += verdict == SprtVerdict::kAcceptH1 ? 1 : 0;
  }
  return static_cast<double>(accepted) / kTests;
}

TEST(Sprt, HasItsNominalErrorRates) {
  EXPECT_LT(acceptance(0.0), 0.07);  // 0.05, and more because the variance is estimated
  EXPECT_GT(acceptance(0.3), 0.93);
  EXPECT_NEAR(acceptance(0.15), 0.5, 0.06);
}

}  // namespace
}  // namespace gioul
