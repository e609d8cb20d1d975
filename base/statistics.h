// Means with their standard errors.
#pragma once

#include <cstdint>
#include <map>

namespace gioul {

/// A mean of independent observations and its standard error.
struct Estimate {
  double mean = 0.0;
  double standard_error = 0.0;

  /// Half the width of the 95 % interval under the normal approximation.
  double margin95() const { return 1.959963985 * standard_error; }
};

/// Sums of integer observations: adding them up in any order gives the same estimate.
class IntegerSample {
 public:
  void add(std::int64_t value, std::int64_t times = 1) {
    count_ += times;
    sum_ += times * value;
    sum_of_squares_ += times * value * value;
  }
  void add(const IntegerSample& other) {
    count_ += other.count_;
    sum_ += other.sum_;
    sum_of_squares_ += other.sum_of_squares_;
  }

  std::int64_t count() const { return count_; }
  std::int64_t sum() const { return sum_; }

  /// Mean of value * scale. The error is 0 with fewer than two observations.
  Estimate estimate(double scale = 1.0) const;

 private:
  std::int64_t count_ = 0;
  std::int64_t sum_ = 0;
  std::int64_t sum_of_squares_ = 0;
};

/// Real observations that come in pairs, of which only the pairs are independent of each other. It
/// remembers none of them.
class PairedSample {
 public:
  void add(double first, double second) {
    sum_ += first;
    sum_ += second;
    ++pairs_;
    const double value = 0.5 * (first + second);
    const double off = value - mean_of_pairs_;
    mean_of_pairs_ += off / static_cast<double>(pairs_);
    squares_ += off * (value - mean_of_pairs_);
  }

  std::int64_t pairs() const { return pairs_; }

  /// Mean of all observations, 0 if there are none. Its error is that of the pairs' means; 0 with
  /// fewer than two pairs.
  Estimate estimate() const;

 private:
  std::int64_t pairs_ = 0;
  double sum_ = 0.0;
  // Of the pairs' means: their mean, and the sum of squares of their distances from it, which a
  // difference of large sums would lose (Welford, Technometrics 4, 1962).
  double mean_of_pairs_ = 0.0;
  double squares_ = 0.0;
};

/// A sum of integers over another, as points over games, where both vary from observation to
/// observation. In any order the same estimate, too.
class IntegerRatio {
 public:
  void add(std::int64_t numerator, std::int64_t denominator);

  /// Its error is that of the linearised ratio (Cochran, Sampling Techniques, section 2.11); 0 with
  /// fewer than two observations, as is the mean with no denominator at all.
  Estimate estimate() const;

 private:
  std::int64_t count_ = 0;
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 0;
  std::int64_t numerator_squares_ = 0;
  std::int64_t denominator_squares_ = 0;
  std::int64_t products_ = 0;
};

/// How often each integer was observed.
class IntegerCounts {
 public:
  void add(std::int64_t value) { ++times_[value]; }

  std::int64_t count() const { return sample().count(); }
  Estimate estimate() const { return sample().estimate(); }
  /// Standard deviation of single observations; 0 with fewer than two.
  double deviation() const;
  /// The smallest value that at least `percent` % of the observations do not exceed; 0 if there are
  /// none.
  std::int64_t percentile(int percent) const;

 private:
  IntegerSample sample() const;

  std::map<std::int64_t, std::int64_t> times_;
};

}  // namespace gioul
