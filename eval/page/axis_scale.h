// One axis of a chart: from values to places on the page, and round numbers to write beside it.
#pragma once

#include <string>
#include <vector>

namespace gioul {

enum class Spacing { kLinear, kLogarithmic };

/// Where a value is, for values from `low` to `high` between the places `from` and `to`. Both
/// bounds of a logarithmic scale are positive.
struct AxisScale {
  double low = 0.0;
  double high = 1.0;
  double from = 0.0;
  double to = 1.0;
  Spacing spacing = Spacing::kLinear;

  double place(double value) const;
};

struct Tick {
  double value = 0.0;
  std::string label;
};

/// About `wanted` round numbers (1, 2 or 5 times a power of ten) within the scale's bounds, with
/// labels such as "0.25", "40k" or "1.5M".
std::vector<Tick> ticks(const AxisScale& scale, int wanted);

/// The bounds widened to round numbers, or for equal bounds to some around them.
AxisScale rounded_out(AxisScale scale, int wanted);

}  // namespace gioul
