#include "base/statistics.h"

#include <algorithm>
#include <cmath>

namespace gioul {

namespace {

// Returns the 97.5 % quantile of Student's t distribution: exact for one and two degrees of
// freedom, else by its expansion (Abramowitz and Stegun, 26.7.5), within 0.2 %.
double t_quantile975(double degrees) {
  constexpr double kZ = 1.959963985;
  if (degrees < 1.0) return std::numeric_limits<double>::infinity();
  if (degrees < 2.0) return 12.706204736;
  if (degrees < 3.0) return 4.302652730;
  constexpr double kZ2 = kZ * kZ;
  constexpr double kFirst = kZ * (kZ2 + 1.0) / 4.0;
  constexpr double kSecond = kZ * ((5.0 * kZ2 + 16.0) * kZ2 + 3.0) / 96.0;
  constexpr double kThird = kZ * (((3.0 * kZ2 + 19.0) * kZ2 + 17.0) * kZ2 - 15.0) / 384.0;
  constexpr double kFourth =
      kZ * ((((79.0 * kZ2 + 776.0) * kZ2 + 1482.0) * kZ2 - 1920.0) * kZ2 - 945.0) / 92160.0;
  const double third = kThird + kFourth / degrees;
  return kZ + (kFirst + (kSecond + third / degrees) / degrees) / degrees;
}

}  // namespace

double Estimate::margin95() const {
  const double all = std::max(mean - min_mean, max_mean - mean);
  if (standard_error == 0.0) return 0.0;  // also if there are no degrees of freedom
  return std::min(t_quantile975(degrees_of_freedom) * standard_error, all);
}

double Estimate::low95() const { return std::clamp(mean - margin95(), min_mean, max_mean); }

double Estimate::high95() const { return std::clamp(mean + margin95(), min_mean, max_mean); }

Estimate IntegerSample::estimate(double scale, double step) const {
  if (count_ == 0) return {0.0, 0.0, 0.0};
  const auto n = static_cast<double>(count_);
  const double mean = static_cast<double>(sum_) / n;
  const double squares = static_cast<double>(sum_of_squares_) - n * mean * mean;
  if (count_ == 1) return {mean * scale, std::abs(scale) * step, 0.0};
  if (squares <= 0.0) return {mean * scale, std::abs(scale) * step / n};
  return {mean * scale, std::abs(scale) * std::sqrt(squares / (n - 1.0) / n), n - 1.0};
}

Estimate PairedSample::estimate() const {
  if (pair_count_ == 0) return {};
  const auto n = static_cast<double>(pair_count_);
  return {sum_ / (2.0 * n),
          pair_count_ < 2 ? 0.0 : std::sqrt(squared_deviation_sum_ / (n - 1.0) / n), n - 1.0};
}

void RatioEstimator::add(std::int64_t numerator, std::int64_t denominator) {
  ++count_;
  numerator_sum_ += numerator;
  denominator_sum_ += denominator;
  numerator_square_sum_ += numerator * numerator;
  denominator_square_sum_ += denominator * denominator;
  product_sum_ += numerator * denominator;
}

Estimate RatioEstimator::estimate(double step) const {
  if (denominator_sum_ == 0) return {};
  const auto n = static_cast<double>(count_);
  const auto denominator = static_cast<double>(denominator_sum_);
  const double ratio = static_cast<double>(numerator_sum_) / denominator;
  // Sum of squares of numerator - ratio * denominator, whose mean is 0.
  const auto numerator_squares = static_cast<double>(numerator_square_sum_);
  const double squares = numerator_squares - 2.0 * ratio * static_cast<double>(product_sum_) +
                         ratio * ratio * static_cast<double>(denominator_square_sum_);
  constexpr double kRounding = 1e-12;
  if (count_ == 1 || squares <= kRounding * numerator_squares) return {ratio, step / denominator};
  const double variance = squares / (n - 1.0);
  return {ratio, std::sqrt(variance * n) / denominator, n - 1.0};
}

IntegerSample Histogram::to_integer_sample() const {
  IntegerSample sample;
  for (const auto& [value, times] : counts_by_value_) sample.add(value, times);
  return sample;
}

double Histogram::standard_deviation() const {
  return to_integer_sample().estimate(1.0, 0.0).standard_error *
         std::sqrt(static_cast<double>(count()));
}

std::int64_t Histogram::percentile(int percent) const {
  const std::int64_t all = count();
  std::int64_t below = 0;
  for (const auto& [value, times] : counts_by_value_) {
    below += times;
    if (below * 100 >= all * percent) return value;
  }
  return 0;
}

}  // namespace gioul
