#include "selfplay/report/equity_curve.h"

#include "eval/page/svg_chart.h"

namespace gioul {

std::string equity_curve(std::span<const std::optional<double>> equities, std::size_t decisions) {
  ChartSeries series{.name = "first", .style = 0, .kind = SeriesKind::kCurve, .points = {}};
  for (std::size_t i = 0; i < equities.size(); ++i) {
    if (equities[i]) {
      series.points.push_back({.x = static_cast<double>(i), .y = *equities[i], .note = {}});
    }
  }
  return svg_chart({.name = "Equity of the first player in each position",
                    .x = {.label = "decision", .low = 0.0, .high = static_cast<double>(decisions)},
                    .y = {.label = "points for the first player"},
                    .series = {series}});
}

}  // namespace gioul
