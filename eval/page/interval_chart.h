// Values with their intervals, a row each, as inline SVG for html_page: who is how strong, and how
// surely.
#pragma once

#include <string>
#include <vector>

namespace gioul {

struct IntervalRow {
  std::string name;
  double value = 0.0;
  double margin = 0.0;  // half the interval
  int style = 0;        // colour and mark, as in a Chart
  std::string note;     // the tooltip
};

struct IntervalChart {
  std::string name;   // for those who can't see it
  std::string label;  // of the values, with the unit
  std::vector<IntervalRow> rows;
};

/// The chart, rows from top to bottom; empty if no row has a finite value. A margin that is not
/// finite is left out.
std::string interval_chart(const IntervalChart& chart);

}  // namespace gioul
