#include "base/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace gioul {
namespace {

IntegerSample sample_of(std::initializer_list<std::int64_t> values) {
  IntegerSample sample;
  for (const std::int64_t value : values) sample.add(value);
  return sample;
}

// 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared deviations 32, so s^2 = 32 / 7.
TEST(IntegerSample, MeanAndStandardErrorMatchATextbook) {
  const Estimate estimate = sample_of({2, 4, 4, 4, 5, 5, 7, 9}).estimate();
  EXPECT_DOUBLE_EQ(estimate.mean, 5.0);
  EXPECT_NEAR(estimate.standard_error, 0.7559289460, 1e-9);      // sqrt(32 / 7 / 8)
  EXPECT_NEAR(estimate.margin95(), 2.364624 * 0.7559289, 1e-3);  // t with 7 degrees of freedom
}

// The quantiles are those of printed tables.
TEST(Estimate, SmallSamplesHaveIntervalsByStudentsT) {
  const auto margin = [](double degrees) { return Estimate{0.0, 1.0, degrees}.margin95(); };
  EXPECT_NEAR(margin(1.0), 12.7062, 1e-4);
  EXPECT_NEAR(margin(2.0), 4.3027, 1e-4);
  EXPECT_NEAR(margin(3.0), 3.1824, 0.006);
  EXPECT_NEAR(margin(5.0), 2.5706, 0.002);
  EXPECT_NEAR(margin(30.0), 2.0423, 1e-4);
  EXPECT_NEAR((Estimate{0.0, 1.0}.margin95()), 1.95996, 1e-5);
}

TEST(Estimate, IntervalsStayWithinPossibleValues) {
  const Estimate share{0.9, 0.1, 1.0, 0.0, 1.0};
  EXPECT_DOUBLE_EQ(share.low95(), 0.0);
  EXPECT_DOUBLE_EQ(share.high95(), 1.0);
  EXPECT_DOUBLE_EQ(share.margin95(), 0.9);
  const Estimate one{0.9, 0.1, 0.0, 0.0, 1.0};  // a single observation says nothing
  EXPECT_DOUBLE_EQ(one.low95(), 0.0);
}

TEST(IntegerSample, ScalesMeanAndError) {
  const Estimate whole = sample_of({-2, 0, 1, 3}).estimate();
  const Estimate half = sample_of({-2, 0, 1, 3}).estimate(0.5);
  EXPECT_DOUBLE_EQ(half.mean, whole.mean / 2);
  EXPECT_DOUBLE_EQ(half.standard_error, whole.standard_error / 2);
}

TEST(IntegerSample, MergedPartsEqualTheWholeInAnyOrder) {
  IntegerSample sum = sample_of({5, 5, 7, 9});
  sum.add(sample_of({2, 4, 4, 4}));
  EXPECT_DOUBLE_EQ(sum.estimate().standard_error,
                   sample_of({2, 4, 4, 4, 5, 5, 7, 9}).estimate().standard_error);
}

TEST(IntegerSample, HasNoErrorWithoutObservations) {
  EXPECT_DOUBLE_EQ(IntegerSample{}.estimate().standard_error, 0.0);
}

TEST(IntegerSample, OneObservationHasTheWholeRangeAsItsInterval) {
  Estimate one = sample_of({3}).estimate(0.5, 2.0);
  one.min_mean = -2.0;
  one.max_mean = 2.0;
  EXPECT_EQ(one.low95(), -2.0);
  EXPECT_EQ(one.high95(), 2.0);
}

TEST(IntegerSample, EqualObservationsHaveTheErrorOfOneThatDiffers) {
  EXPECT_DOUBLE_EQ(sample_of({3, 3, 3, 3}).estimate(0.5, 2.0).standard_error, 0.25);
  EXPECT_DOUBLE_EQ(sample_of({3}).estimate(0.5, 2.0).standard_error, 1.0);
  EXPECT_DOUBLE_EQ(sample_of({3}).estimate().standard_error, 1.0);
  EXPECT_EQ(sample_of({3, 5}).estimate(0.5, 2.0).standard_error,
            sample_of({3, 5}).estimate(0.5).standard_error);
}

PairedSample pairs_of(std::initializer_list<std::array<double, 2>> values) {
  PairedSample sample;
  for (const auto& [first, second] : values) sample.add(first, second);
  return sample;
}

// The pairs' means are the values of the first test.
TEST(PairedSample, CountsAPairAsOneObservation) {
  const Estimate estimate =
      pairs_of({{1, 3}, {9, -1}, {4, 4}, {3, 5}, {5, 5}, {0, 10}, {7, 7}, {8, 10}}).estimate();
  EXPECT_DOUBLE_EQ(estimate.mean, 5.0);
  EXPECT_NEAR(estimate.standard_error, 0.7559289460, 1e-9);
}

TEST(PairedSample, ResolvesASmallSpreadFarFromZero) {
  PairedSample sample;
  for (int i = 0; i < 100'000; ++i) {
    const double value = 1e6 + (i % 2 == 0 ? 1e-3 : -1e-3);
    sample.add(value, value);
  }
  EXPECT_NEAR(sample.estimate().standard_error, 1e-3 / std::sqrt(99'999.0), 1e-12);
  const PairedSample equal = pairs_of({{0.1, 0.1}, {0.1, 0.1}, {0.1, 0.1}});
  EXPECT_EQ(equal.estimate().standard_error, 0.0);
}

TEST(PairedSample, HasNoErrorBelowTwoPairs) {
  EXPECT_EQ(PairedSample{}.estimate().mean, 0.0);
  EXPECT_EQ(pairs_of({{1, 2}}).estimate().mean, 1.5);
  EXPECT_EQ(pairs_of({{1, 2}}).estimate().standard_error, 0.0);
}

TEST(Histogram, ComputesMeanSpreadAndPercentiles) {
  Histogram counts;
  for (const std::int64_t value : {9, 2, 4, 4, 4, 5, 5, 7}) counts.add(value);
  EXPECT_EQ(counts.count(), 8);
  EXPECT_DOUBLE_EQ(counts.estimate().mean, 5.0);
  EXPECT_NEAR(counts.estimate().standard_error, 0.7559289460, 1e-9);
  EXPECT_NEAR(counts.standard_deviation(), 2.1380899353, 1e-9);  // sqrt(32 / 7)
  EXPECT_EQ(counts.percentile(1), 2);
  EXPECT_EQ(counts.percentile(50), 4);  // four of eight are <= 4
  EXPECT_EQ(counts.percentile(51), 5);
  EXPECT_EQ(counts.percentile(100), 9);
  Histogram equal;
  for (int i = 0; i < 4; ++i) equal.add(7);
  EXPECT_EQ(equal.estimate().standard_error, 0.25);
  EXPECT_EQ(equal.standard_deviation(), 0.0);
}

TEST(Histogram, EmptyHistogramHasZeroStatistics) {
  EXPECT_EQ(Histogram{}.percentile(50), 0);
  EXPECT_DOUBLE_EQ(Histogram{}.standard_deviation(), 0.0);
}

}  // namespace
}  // namespace gioul
