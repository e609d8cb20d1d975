#include "eval/rollout/rollout_stats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/outcome.h"

namespace gioul {
namespace {

constexpr std::size_t kPairs = 500;

// Values as after variance reduction: not distributions.
std::vector<Value> some_values(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(-0.5, 1.0);
  std::vector<Value> values(2 * kPairs);
  for (Value& value : values) {
    for (double& outcome : value) outcome = share(random);
  }
  return values;
}

// Mean and standard error of f(trial) over the first `pairs` pairs, in two passes.
template <typename F>
Estimate in_two_passes(std::size_t pairs, const F& f) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2 * pairs; ++i) sum += f(i);
  const double mean = sum / static_cast<double>(2 * pairs);
  double squares = 0.0;
  for (std::size_t i = 0; i < 2 * pairs; i += 2) {
    const double off = 0.5 * (f(i) + f(i + 1)) - mean;
    squares += off * off;
  }
  const auto n = static_cast<double>(pairs);
  return {mean, std::sqrt(squares / (n - 1.0) / n)};
}

// Means must be bit-identical.
void expect_equal(const Estimate& found, const Estimate& wanted) {
  EXPECT_EQ(found.mean, wanted.mean);
  EXPECT_NEAR(found.standard_error, wanted.standard_error, 1e-13);
}

// Starts 0, 2 and 3 are rolled out, 2 only for half of the pairs; 1 is an ending with equity 1.
class RolloutStatsTest : public testing::Test {
 protected:
  RolloutStats sums_of_trials() const {
    RolloutStats sums({std::nullopt, 1.0, std::nullopt, std::nullopt});
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      std::vector<std::size_t> rolled = {0, 2, 3};
      if (pair >= kPairs / 2) rolled = {0, 3};
      std::vector<Value> first;
      std::vector<Value> second;
      for (const std::size_t s : rolled) {
        first.push_back(values_[s][2 * pair]);
        second.push_back(values_[s][2 * pair + 1]);
      }
      sums.add(rolled, first, second);
    }
    return sums;
  }

  double equity_of(std::size_t start, std::size_t trial) const {
    return start == 1 ? 1.0 : equity(values_[start][trial]);
  }

  void expect_estimates(const RolloutStats& sums, std::size_t s) const {
    SCOPED_TRACE(s);
    const std::size_t pairs = s == 2 ? kPairs / 2 : kPairs;
    const RolloutResult found = sums.result(s);
    EXPECT_EQ(found.trial_count, static_cast<std::int64_t>(2 * pairs));
    const auto expect = [&](const Estimate& estimate, const auto& part) {
      const auto value_of = [&](std::size_t i) { return part(values_[s][i]); };
      expect_equal(estimate, in_two_passes(pairs, value_of));
    };
    expect(found.equity, [](const Value& value) { return equity(value); });
    expect(found.win_probability, [](const Value& value) { return value[3] + value[4]; });
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      expect(found.outcome_probabilities[o], [o](const Value& value) { return value[o]; });
    }
  }

  void expect_difference(const RolloutStats& sums, std::size_t a, std::size_t b) const {
    SCOPED_TRACE(std::to_string(a) + " - " + std::to_string(b));
    const std::size_t pairs = a == 2 || b == 2 ? kPairs / 2 : kPairs;
    expect_equal(sums.difference(a, b), in_two_passes(pairs, [&](std::size_t i) {
                   return equity_of(a, i) - equity_of(b, i);
                 }));
  }

  const std::array<std::vector<Value>, 4> values_ = {
      some_values(1), {}, some_values(2), some_values(3)};
};

TEST_F(RolloutStatsTest, EstimatesEqualThoseOfTwoPasses) {
  const RolloutStats sums = sums_of_trials();
  for (const std::size_t s : {0u, 2u, 3u}) expect_estimates(sums, s);
}

TEST_F(RolloutStatsTest, DifferencesUseCommonTrials) {
  const RolloutStats sums = sums_of_trials();
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      if (a != b) expect_difference(sums, a, b);
    }
  }
  EXPECT_EQ(sums.difference(3, 3).mean, 0.0);
}

TEST(RolloutStats, ProbabilitiesAreTheNearestPossibleOnes) {
  RolloutStats sums({std::nullopt});
  const std::size_t start = 0;
  for (int pair = 0; pair < 2; ++pair) {
    const Value value = {-0.25, 0.125, -0.125, 0.0, 1.25};
    sums.add({&start, 1}, {&value, 1}, {&value, 1});
  }
  const RolloutResult result = sums.result(start);
  EXPECT_EQ(result.outcome_means(), (Value{0.0, 0.0, 0.0, 0.0, 1.0}));
  EXPECT_EQ(result.equity.mean, 2.0);
  EXPECT_EQ(result.win_probability.mean, 1.0);
}

TEST(RolloutStats, DifferenceOfTwoEndingsIsExact) {
  const RolloutStats sums({2.0, -1.0, std::nullopt});
  EXPECT_EQ(sums.difference(0, 1).mean, 3.0);
  EXPECT_EQ(sums.difference(0, 1).standard_error, 0.0);
  EXPECT_EQ(sums.difference(0, 2).mean, 0.0);  // no trials
}

}  // namespace
}  // namespace gioul
