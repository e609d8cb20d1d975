// A line chart as inline SVG for html_page(), which provides its styles: curves with error bands or
// points with error bars. Each series is labeled at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/render/axis_scale.h"

namespace gioul {

/// A point of a chart series, with its error margin.
struct ChartPoint {
  double x = 0.0;
  double y = 0.0;
  double margin = 0.0;  // half the height of its error bar or band; 0: none
  /// Text shown when the pointer is over the mark; only for SeriesKind::kMarks.
  std::string tooltip = {};
};

/// The two ways to draw a chart series.
enum class SeriesKind {
  kCurve,  // a line with an error band
  kMarks,  // marks with error bars, joined by a thin line
};

/// A named curve or set of marks in a chart.
struct ChartSeries {
  std::string name;  // label of the series
  /// Index of a combination of color, mark and dash, which looks the same in all charts.
  int style = 0;
  SeriesKind kind = SeriesKind::kCurve;
  std::vector<ChartPoint> points;  // sorted by x, ascending
};

/// An axis of a chart.
struct ChartAxis {
  std::string label;  // text at the axis, with the unit
  AxisSpacing spacing = AxisSpacing::kLinear;
  std::optional<double> low = {};   // the axis starts at this value or below
  std::optional<double> high = {};  // the axis ends at this value or above
};

/// The reference line of a chart: none, or the line y = x.
enum class ReferenceLine { kNone, kDiagonal };

/// The size of a chart, which determines how many fit side by side on the page.
enum class ChartSize {
  kFull,   // two side by side, in an element of CSS class `cards`
  kSmall,  // three side by side, in an element of CSS class `small`
};

/// A line chart.
struct Chart {
  std::string alt_text;  // alternative text, for screen readers
  ChartAxis x_axis;
  ChartAxis y_axis;
  std::vector<ChartSeries> series;
  ReferenceLine reference_line = ReferenceLine::kNone;
  ChartSize size = ChartSize::kFull;
};

/// Returns the chart as SVG; "" if no series has a point that can be drawn. Values that are not
/// finite, or not positive on a logarithmic axis, are omitted. Series are labeled if there is more
/// than one.
std::string svg_chart(const Chart& chart);

/// Returns a small SVG drawing of the line and mark of a chart style (ChartSeries::style), for a
/// legend.
std::string svg_legend_sample(int style, SeriesKind kind);

}  // namespace gioul
