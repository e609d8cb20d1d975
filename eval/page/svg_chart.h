// A line chart as inline SVG for html_page, whose style it needs: curves with bands, or points with
// error bars, each named beside its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/page/axis_scale.h"

namespace gioul {

struct ChartPoint {
  double x = 0.0;
  double y = 0.0;
  double margin = 0.0;  // half the height of its bar, or of the band there; 0: none
  std::string note;     // what a point's tooltip says; of curves, only the whole has one
};

enum class SeriesKind {
  kCurve,  // a line in a band
  kMarks,  // marks with error bars, joined by a thin line
};

struct ChartSeries {
  std::string name;
  int style = 0;  // colour, mark and dash; the same style looks the same in all charts
  SeriesKind kind = SeriesKind::kCurve;
  std::vector<ChartPoint> points;  // in the order of x
};

struct ChartAxis {
  std::string label;  // with the unit
  Spacing spacing = Spacing::kLinear;
  std::optional<double> low = {};   // shows at least from here
  std::optional<double> high = {};  // to here
};

enum class Reference { kNone, kDiagonal };

enum class ChartSize {
  kFull,   // two beside each other: class `cards` of the page
  kSmall,  // three: class `small`
};

struct Chart {
  std::string name;  // for those who can't see it
  ChartAxis x;
  ChartAxis y;
  std::vector<ChartSeries> series;
  Reference reference = Reference::kNone;
  ChartSize size = ChartSize::kFull;
};

/// The chart; empty if no series has a point that can be shown. Values that are not finite, or not
/// positive on a logarithmic axis, are left out. The names of series stand beside them if there
/// is more than one.
std::string svg_chart(const Chart& chart);

/// A sample of a style's line and mark, for a legend.
std::string svg_sample(int style, SeriesKind kind);

}  // namespace gioul
