// A linear or logarithmic chart axis: maps values to coordinates and chooses tick marks.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// The spacing of values along an axis.
enum class AxisSpacing { kLinear, kLogarithmic };

/// A chart axis: maps values from `min_value` to `max_value` linearly or logarithmically to
/// coordinates from `start_coordinate` to `end_coordinate`. Both bounds of a logarithmic axis must
/// be positive.
struct AxisScale {
  double min_value = 0.0;         // lowest value on the axis
  double max_value = 1.0;         // highest value on the axis
  double start_coordinate = 0.0;  // coordinate of `min_value`
  double end_coordinate = 1.0;    // coordinate of `max_value`
  AxisSpacing spacing = AxisSpacing::kLinear;

  /// Returns the coordinate of a value.
  double coordinate(double value) const;
};

/// A labeled mark on an axis.
struct AxisTick {
  double value = 0.0;  // position on the axis
  std::string label;   // text shown there
};

/// Returns about `tick_count` tick marks within the bounds of the axis. They are at round numbers
/// (1, 2 or 5 times a power of ten), with labels such as "0.25", "40k" or "1.5M".
std::vector<AxisTick> choose_ticks(const AxisScale& scale, int tick_count);

/// Returns true if the bounds of the axis are equal, or differ by little more than rounding errors.
bool is_too_narrow(const AxisScale& scale);

/// Returns the axis with its bounds widened to round numbers, suitable for about `tick_count` tick
/// marks. Equal bounds become an interval around them.
AxisScale widen_to_round_bounds(AxisScale scale, int tick_count);

}  // namespace gioul
