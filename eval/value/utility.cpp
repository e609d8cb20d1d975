#include "eval/value/utility.h"

#include <algorithm>
#include <cstddef>

namespace gioul {

Utility::Utility(const OutcomeUtilities& values) {
  constexpr double kTiny = 1e-12;  // rounding errors; real differences are larger
  const auto [lowest, highest] = std::ranges::minmax(values);
  double low = values[static_cast<std::size_t>(Outcome::kLose1)];
  double high = values[static_cast<std::size_t>(Outcome::kWin1)];
  if (high - low <= kTiny) {
    low = lowest;
    high = highest;
  }
  if (high - low <= kTiny) return;
  const double middle = 0.5 * (low + high);
  const double half = 0.5 * (high - low);
  for (std::size_t o = 0; o < kOutcomeCount; ++o) values_[o] = (values[o] - middle) / half;
  is_points_ = values_ == kPoints;
}

Utility Utility::flipped() const {
  Utility other = *this;
  for (std::size_t o = 0; o < kOutcomeCount; ++o)
    other.values_[o] = 0.0 - values_[kOutcomeCount - 1 - o];
  return other;
}

}  // namespace gioul
