// A chart of values with confidence intervals, one per row, as inline SVG for html_page(). Reports
// use it to compare the strength of players.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// One row of the chart: a named value with its confidence interval.
struct IntervalRow {
  std::string name;     // shown at the left of the row
  double value = 0.0;   // center of the interval
  double margin = 0.0;  // half the width of the interval, as value +- margin
  int style = 0;        // index of a color and mark, as ChartSeries::style
  std::string tooltip;  // shown when the pointer is over the row
};

/// A chart of values with confidence intervals.
struct IntervalChart {
  std::string alt_text;    // alternative text, for screen readers
  std::string axis_label;  // text at the value axis, with the unit
  std::vector<IntervalRow> rows = {};
};

/// Returns the chart as SVG, with its rows from top to bottom; "" if no row has a finite value.
/// Margins that are not finite are not drawn.
std::string interval_chart(const IntervalChart& chart);

}  // namespace gioul
