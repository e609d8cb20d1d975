#include "eval/play/rollout_sums.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "engine/outcome.h"

namespace gioul {
namespace {

constexpr std::size_t kPairs = 500;

// Values of trials, as if luck had been taken out of them: no distributions.
std::vector<Value> some_values(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(-0.5, 1.0);
  std::vector<Value> values(2 * kPairs);
  for (Value& value : values) {
    for (double& outcome : value) outcome = share(random);
  }
  return values;
}

// Mean and error of f(trial) in two passes over the first `pairs` pairs.
template <typename F>
Estimate in_two_passes(std::size_t pairs, const F& f) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2 * pairs; ++i) sum += f(i);
  const double mean = sum / static_cast<double>(2 * pairs);
  double squares = 0.0;
  for (std::size_t i = 0; i < 2 * pairs; i += 2) {
    squares += std::pow(0.5 * (f(i) + f(i + 1)) - mean, 2);
  }
  const auto n = static_cast<double>(pairs);
  return {mean, std::sqrt(squares / (n - 1.0) / n)};
}

void expect_equal(const Estimate& found, const Estimate& wanted) {
  EXPECT_EQ(found.mean, wanted.mean);  // to the last bit
  EXPECT_NEAR(found.standard_error, wanted.standard_error, 1e-13);
}

// Starts 0, 2 and 3 are rolled out, 2 for half of the pairs; 1 is an end with the equity 1.
class SumsOfFourStarts : public testing::Test {
 protected:
  SumsOfFourStarts() {
    for (std::size_t pair = 0; pair < kPairs; ++pair) {
      std::vector<std::size_t> rolled = {0, 2, 3};
      if (pair >= kPairs / 2) rolled = {0, 3};
      std::vector<Value> first;
      std::vector<Value> second;
      for (const std::size_t s : rolled) {
        first.push_back(values_[s][2 * pair]);
        second.push_back(values_[s][2 * pair + 1]);
      }
      sums_.add(rolled, first, second);
    }
  }

  double equity_of(std::size_t start, std::size_t trial) const {
    return start == 1 ? 1.0 : equity(values_[start][trial]);
  }

  const std::array<std::vector<Value>, 4> values_ = {
      some_values(1), {}, some_values(2), some_values(3)};
  RolloutSums sums_{{std::nullopt, 1.0, std::nullopt, std::nullopt}};
};

TEST_F(SumsOfFourStarts, AreThoseOfAllTrials) {
  for (const std::size_t s : {std::size_t{0}, std::size_t{2}, std::size_t{3}}) {
    const std::size_t pairs = s == 2 ? kPairs / 2 : kPairs;
    const StartSums& sums = sums_.of(s);
    EXPECT_EQ(sums.equity.pairs(), static_cast<std::int64_t>(pairs));
    expect_equal(sums.equity.estimate(),
                 in_two_passes(pairs, [&](std::size_t i) { return equity_of(s, i); }));
    expect_equal(sums.win.estimate(), in_two_passes(pairs, [&](std::size_t i) {
                   return values_[s][i][3] + values_[s][i][4];
                 }));
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      expect_equal(sums.outcomes[o].estimate(),
                   in_two_passes(pairs, [&](std::size_t i) { return values_[s][i][o]; }));
    }
  }
}

TEST_F(SumsOfFourStarts, DifferencesAreThoseOfTheTrialsInCommon) {
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      if (a == b) continue;
      const std::size_t pairs = a == 2 || b == 2 ? kPairs / 2 : kPairs;
      SCOPED_TRACE(std::to_string(a) + " - " + std::to_string(b));
      expect_equal(sums_.difference(a, b), in_two_passes(pairs, [&](std::size_t i) {
                     return equity_of(a, i) - equity_of(b, i);
                   }));
    }
  }
  EXPECT_EQ(sums_.difference(3, 3).mean, 0.0);
}

TEST(RolloutSums, DifferenceOfTwoEndsIsKnown) {
  const RolloutSums sums({2.0, -1.0, std::nullopt});
  EXPECT_EQ(sums.difference(0, 1).mean, 3.0);
  EXPECT_EQ(sums.difference(0, 1).standard_error, 0.0);
  EXPECT_EQ(sums.difference(0, 2).mean, 0.0);  // of no trial
}

}  // namespace
}  // namespace gioul
