// Running estimates of means and ratios with their standard errors.
#pragma once

#include <cstdint>
#include <limits>
#include <map>

namespace gioul {

/// An estimated mean or ratio with its standard error.
struct Estimate {
  double mean = 0.0;            // estimated mean or ratio
  double standard_error = 0.0;  // standard error of the mean
  /// Degrees of freedom of the standard error: the number of observations less one. Infinite if
  /// the error was not estimated from a sample.
  double degrees_of_freedom = std::numeric_limits<double>::infinity();
  double min_mean = -std::numeric_limits<double>::infinity();  // the least possible mean
  double max_mean = std::numeric_limits<double>::infinity();   // the greatest possible mean

  /// Returns half the width of the 95 % confidence interval of the mean, by Student's t
  /// distribution. It is never larger than the distance from the mean to the farther one of
  /// `min_mean` and `max_mean`.
  double margin95() const;
  /// Returns the lower end of the 95 % confidence interval, at least `min_mean`.
  double low95() const;
  /// Returns the upper end of the 95 % confidence interval, at most `max_mean`.
  double high95() const;
};

/// A sample of integer observations and its mean. The sums are exact, so the order of additions
/// does not matter.
class IntegerSample {
 public:
  /// Adds `times` observations of `value`.
  void add(std::int64_t value, std::int64_t times = 1) {
    count_ += times;
    sum_ += times * value;
    sum_of_squares_ += times * value * value;
  }
  /// Adds all observations of `other`.
  void add(const IntegerSample& other) {
    count_ += other.count_;
    sum_ += other.sum_;
    sum_of_squares_ += other.sum_of_squares_;
  }

  /// Number of observations.
  std::int64_t count() const { return count_; }
  /// Sum of the observations.
  std::int64_t sum() const { return sum_; }

  /// Returns the mean of the observations, multiplied by `scale`, and its standard error. The error
  /// of a sample without variance (one observation, or all equal) is not 0: it is computed as if
  /// one observation differed from the others by `step`.
  Estimate estimate(double scale = 1.0, double step = 1.0) const;

 private:
  std::int64_t count_ = 0;           // number of observations
  std::int64_t sum_ = 0;             // sum of the observations
  std::int64_t sum_of_squares_ = 0;  // sum of the squared observations
};

/// A sample of real observations that come in pairs, such as the results of mirrored games. The two
/// observations of a pair may depend on each other; different pairs are independent. Stores no
/// observations.
class PairedSample {
 public:
  /// Adds the two observations of one pair.
  void add(double first, double second) {
    sum_ += first;
    sum_ += second;
    ++pair_count_;
    const double value = 0.5 * (first + second);
    const double deviation = value - mean_of_pairs_;
    mean_of_pairs_ += deviation / static_cast<double>(pair_count_);
    squared_deviation_sum_ += deviation * (value - mean_of_pairs_);
  }

  /// Number of pairs.
  std::int64_t pair_count() const { return pair_count_; }

  /// Returns the mean of all observations, or 0 if there are none. The standard error is computed
  /// from the means of the pairs; it is 0 for fewer than two pairs.
  Estimate estimate() const;

 private:
  std::int64_t pair_count_ = 0;  // number of pairs
  double sum_ = 0.0;             // sum of all observations
  // Mean of the pairs' means, and the sum of their squared deviations. Welford's update
  // (Technometrics 4, 1962) avoids the cancellation of large sums.
  double mean_of_pairs_ = 0.0;
  double squared_deviation_sum_ = 0.0;
};

/// Estimates the ratio of two integer sums, such as points per game, where both terms vary from
/// observation to observation. The order of additions does not matter.
class RatioEstimator {
 public:
  /// Adds the two terms of one observation.
  void add(std::int64_t numerator, std::int64_t denominator);

  /// Returns the ratio of the sums, or 0 if the denominators sum to 0. The standard error is that
  /// of the linearized ratio (Cochran, Sampling Techniques, section 2.11). If the ratio is the same
  /// in all observations, or if there is only one, the error is computed as if one numerator
  /// differed by `step`.
  Estimate estimate(double step = 1.0) const;

 private:
  std::int64_t count_ = 0;                   // number of observations
  std::int64_t numerator_sum_ = 0;           // sum of the numerators
  std::int64_t denominator_sum_ = 0;         // sum of the denominators
  std::int64_t numerator_square_sum_ = 0;    // sum of the squared numerators
  std::int64_t denominator_square_sum_ = 0;  // sum of the squared denominators
  std::int64_t product_sum_ = 0;             // sum of numerator * denominator
};

/// Counts how often each integer was observed.
class Histogram {
 public:
  /// Counts one observation of `value`.
  void add(std::int64_t value) { ++counts_by_value_[value]; }

  /// Number of observations.
  std::int64_t count() const { return to_integer_sample().count(); }
  /// Returns the mean of all observations and its standard error.
  Estimate estimate() const { return to_integer_sample().estimate(); }
  /// Returns the standard deviation of the observations (not the standard error of their mean); 0
  /// if there are fewer than two.
  double standard_deviation() const;
  /// Returns the smallest observed value v such that at least `percent` % of the observations are
  /// <= v, or 0 if there are none.
  std::int64_t percentile(int percent) const;

 private:
  // Returns the same observations as an IntegerSample.
  IntegerSample to_integer_sample() const;

  std::map<std::int64_t, std::int64_t> counts_by_value_;  // number of observations, by value
};

}  // namespace gioul
