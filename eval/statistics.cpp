#include "eval/statistics.h"

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

}  // namespace gioul
