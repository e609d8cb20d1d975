// A line chart as inline SVG for html_page(), which provides its styles: curves with error bands or
// points with error bars. Each series is labeled at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/render/axis_scale.h"

namespace gioul {

/// A point of a series, with its error margin.
struct ChartPoint {
  double x = 0.0;
  double y = 0.0;
  double margin = 0.0;  // half the height of its error bar or band; 0: none
  std::string tooltip;  // shown when the pointer is over the mark; only for kMarks
};

/// The two ways to draw a series.
enum class SeriesKind {
  kCurve,  // a line with an error band
  kMarks,  // marks with error bars, joined by a thin line
};

/// A named curve or set of marks.
struct ChartSeries {
  std::string name;
  int style = 0;  // color, mark and dash; a style looks the same in all charts
  SeriesKind kind = SeriesKind::kCurve;
  std::vector<ChartPoint> points;  // by ascending x
};

/// An axis of a chart.
struct ChartAxis {
  std::string label;  // with the unit
  Spacing spacing = Spacing::kLinear;
  std::optional<double> low = {};   // the axis starts here or below
  std::optional<double> high = {};  // the axis ends here or above
};

/// The reference line of a chart: none, or the line y = x.
enum class Reference { kNone, kDiagonal };

/// The size of a chart on the page.
enum class ChartSize {
  kFull,   // two side by side: class `cards` of the page
  kSmall,  // three side by side: class `small`
};

/// A line chart.
struct Chart {
  std::string name;  // alternative text, for screen readers
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  Reference reference = Reference::kNone;
  ChartSize size = ChartSize::kFull;
};

/// Returns the chart, or "" if no series has a drawable point. Values that are not finite, or not
/// positive on a logarithmic axis, are omitted. Series are labeled if there is more than one.
std::string svg_chart(const Chart& chart);

/// Returns a small SVG drawing of the line and mark of a style, for a legend.
std::string svg_sample(int style, SeriesKind kind);

}  // namespace gioul
