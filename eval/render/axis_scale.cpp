#include "eval/render/axis_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gioul {

namespace {

// Returns the smallest of 1, 2, 5 times a power of ten that is at least range / wanted.
double round_step(double range, int wanted) {
  const double least = range / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

// Returns the largest of 1, 2, 5 times a power of ten that is at most `value`.
double round_below(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  for (const double factor : {5.0, 2.0}) {
    if (factor * power <= value * (1 + 1e-9)) return factor * power;
  }
  return power;
}

// Formats the label of a tick. `step` is the distance between ticks, which determines the number of
// digits.
std::string format_label(double value, double step) {
  struct Unit {
    double size;
    const char* letter;
  };
  constexpr std::array<Unit, 4> kUnits = {{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1.0, ""}}};
  Unit unit = kUnits.back();
  for (const Unit& larger : kUnits) {
    if (std::abs(value) >= larger.size * (1 - 1e-9)) {
      unit = larger;
      break;
    }
  }
  if (unit.size == 1e3 && std::abs(value) < 1e4 && step < 1e3) unit = kUnits.back();
  if (std::abs(value) < step * 1e-6) value = 0.0;  // not "-0"
  if (value != 0.0 && std::abs(value) < 1e-4) return fmt::format("{:.2g}", value);
  const double digits = std::ceil(-std::log10(step / unit.size) - 1e-9);
  return fmt::format("{:.{}f}{}", value / unit.size, static_cast<int>(std::clamp(digits, 0.0, 9.0)),
                     unit.letter);
}

std::vector<AxisTick> linear_ticks(const AxisScale& scale, int wanted) {
  const double step = round_step(scale.max_value - scale.min_value, wanted);
  std::vector<AxisTick> result;
  const double first = std::ceil(scale.min_value / step - 1e-6);
  for (double i = first; i * step <= scale.max_value + 1e-6 * step; i += 1.0) {
    result.push_back({i * step, format_label(i * step, step)});
  }
  return result;
}

std::vector<AxisTick> logarithmic_ticks(const AxisScale& scale, int wanted) {
  const int first = static_cast<int>(std::floor(std::log10(scale.min_value)));
  const int last = static_cast<int>(std::floor(std::log10(scale.max_value) + 1e-9));
  const auto collect = [&](std::initializer_list<double> factors, int stride) {
    std::vector<AxisTick> result;
    for (int power = first; power <= last; power += stride) {
      const double unit = std::pow(10.0, power);
      for (const double factor : factors) {
        const double value = factor * unit;
        if (value < scale.min_value * (1 - 1e-9) || value > scale.max_value * (1 + 1e-9)) continue;
        result.push_back({value, format_label(value, unit)});
      }
    }
    return result;
  };
  const std::size_t max_ticks = static_cast<std::size_t>(wanted) + 2;
  std::vector<AxisTick> result = collect({1.0, 2.0, 5.0}, 1);
  for (int stride = 1; result.size() > max_ticks; ++stride) result = collect({1.0}, stride);
  return result.size() < 3 ? linear_ticks(scale, wanted) : result;
}

}  // namespace

double AxisScale::coordinate(double value) const {
  const bool logarithmic = spacing == AxisSpacing::kLogarithmic;
  const double part = logarithmic ? std::log(value / min_value) / std::log(max_value / min_value)
                                  : (value - min_value) / (max_value - min_value);
  return start_coordinate + part * (end_coordinate - start_coordinate);
}

std::vector<AxisTick> choose_ticks(const AxisScale& scale, int tick_count) {
  return scale.spacing == AxisSpacing::kLogarithmic ? logarithmic_ticks(scale, tick_count)
                                                    : linear_ticks(scale, tick_count);
}

bool is_too_narrow(const AxisScale& scale) {
  return !(scale.max_value - scale.min_value >
           1e-9 * std::max(std::abs(scale.min_value), std::abs(scale.max_value)));
}

AxisScale widen_to_round_bounds(AxisScale scale, int tick_count) {
  const bool logarithmic = scale.spacing == AxisSpacing::kLogarithmic;
  if (is_too_narrow(scale)) {
    const double middle = scale.min_value;
    const double around = middle == 0.0 ? 1.0 : 0.1 * std::abs(middle);
    scale.min_value = logarithmic ? middle / 2 : middle - around;
    scale.max_value = logarithmic ? middle * 2 : middle + around;
  }
  if (logarithmic) {
    scale.min_value = round_below(scale.min_value);
    scale.max_value =
        1.0 / round_below(1.0 / scale.max_value);  // rounds up: 1, 2, 5 have round reciprocals
    return scale;
  }
  const double step = round_step(scale.max_value - scale.min_value, tick_count);
  scale.min_value = std::floor(scale.min_value / step + 1e-6) * step;
  scale.max_value = std::ceil(scale.max_value / step - 1e-6) * step;
  return scale;
}

}  // namespace gioul
