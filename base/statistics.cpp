#include "base/statistics.h"

#include <algorithm>
#include <cmath>

namespace gioul {

Estimate IntegerSample::estimate(double scale) const {
  if (count_ == 0) return {};
  const auto n = static_cast<double>(count_);
  const double mean = static_cast<double>(sum_) / n;
  if (count_ == 1) return {mean * scale, 0.0};
  const double variance = (static_cast<double>(sum_of_squares_) - n * mean * mean) / (n - 1.0);
  return {mean * scale, std::abs(scale) * std::sqrt(variance > 0.0 ? variance / n : 0.0)};
}

Estimate PairedSample::estimate() const {
  if (pairs_ == 0) return {};
  const auto n = static_cast<double>(pairs_);
  return {sum_ / (2.0 * n), pairs_ < 2 ? 0.0 : std::sqrt(squares_ / (n - 1.0) / n)};
}

void RatioEstimator::add(std::int64_t numerator, std::int64_t denominator) {
  ++count_;
  numerator_ += numerator;
  denominator_ += denominator;
  numerator_squares_ += numerator * numerator;
  denominator_squares_ += denominator * denominator;
  products_ += numerator * denominator;
}

Estimate RatioEstimator::estimate() const {
  if (denominator_ == 0) return {};
  const auto n = static_cast<double>(count_);
  const auto denominator = static_cast<double>(denominator_);
  const double ratio = static_cast<double>(numerator_) / denominator;
  if (count_ == 1) return {ratio, 0.0};
  // Sum of squares of numerator - ratio * denominator, whose mean is 0.
  const double squares = static_cast<double>(numerator_squares_) -
                         2.0 * ratio * static_cast<double>(products_) +
                         ratio * ratio * static_cast<double>(denominator_squares_);
  const double variance = std::max(squares, 0.0) / (n - 1.0);
  return {ratio, std::sqrt(variance * n) / denominator};
}

IntegerSample Histogram::to_integer_sample() const {
  IntegerSample sample;
  for (const auto& [value, times] : counts_) sample.add(value, times);
  return sample;
}

double Histogram::standard_deviation() const {
  return estimate().standard_error * std::sqrt(static_cast<double>(count()));
}

std::int64_t Histogram::percentile(int percent) const {
  const std::int64_t all = count();
  std::int64_t below = 0;
  for (const auto& [value, times] : counts_) {
    below += times;
    if (below * 100 >= all * percent) return value;
  }
  return 0;
}

}  // namespace gioul
