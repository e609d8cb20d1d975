#include "eval/render/interval_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "eval/render/html_page.h"
#include "eval/render/svg_parts.h"

namespace gioul {

namespace {

constexpr double kWidth = 4600;  // as a full chart (eval/render/svg_chart.cpp)
constexpr double kFirstRow = 100;
constexpr double kRow = 230;
constexpr double kBelow = 420;  // the axis with its numbers and label
constexpr std::size_t kMaxName = 24;

AxisScale scale_of(const std::vector<IntervalRow>& rows, double from, double to) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const IntervalRow& row : rows) {
    low = std::min(low, row.value - row.margin);
    high = std::max(high, row.value + row.margin);
  }
  return widen_to_round_bounds(
      {.min_value = low, .max_value = high, .start_coordinate = from, .end_coordinate = to}, 5);
}

std::string bar(const AxisScale& scale, const IntervalRow& row, double y) {
  if (!(row.margin > 0)) return {};
  SvgPath path;
  const double low = scale.coordinate(row.value - row.margin);
  const double high = scale.coordinate(row.value + row.margin);
  path.line(low, y, high, y);
  for (const double end : {low, high}) path.line(end, y - 28, end, y + 28);
  return "<path class=\"bar\" d=\"" + path.text() + "\" />";
}

}  // namespace

std::string interval_chart(const IntervalChart& chart) {
  std::vector<IntervalRow> rows = chart.rows;
  std::erase_if(rows, [](const IntervalRow& row) { return !std::isfinite(row.value); });
  if (rows.empty()) return {};
  std::size_t longest = 1;
  for (IntervalRow& row : rows) {
    if (!std::isfinite(row.margin)) row.margin = 0.0;
    longest = std::max(longest, shorten_name(row.name, kMaxName).size());
  }
  const double left = 120 + kLetterWidth * static_cast<double>(longest);
  const AxisScale x = scale_of(rows, left, kWidth - 130);
  const double bottom = kFirstRow + kRow * static_cast<double>(rows.size());
  const AxisScale y = {.min_value = 0.0,
                       .max_value = static_cast<double>(rows.size()),
                       .start_coordinate = bottom,
                       .end_coordinate = kFirstRow};
  std::string out = svg_chart_tag(kWidth, bottom + kBelow, chart.alt_text, chart.axis_label, x, y);
  SvgPath grid;
  double free_from = 0.0;
  for (const AxisTick& tick : choose_ticks(x, 5)) {
    const double at = x.coordinate(tick.value);
    grid.line(at, kFirstRow, at, bottom);
    const double half = kLetterWidth * static_cast<double>(tick.label.size()) / 2;
    if (at - half < free_from) continue;
    free_from = at + half + kLetterWidth;
    out += svg_text(at, bottom + 175, "middle", tick.label);
  }
  out += "<path class=\"grid\" d=\"" + grid.text() + "\" />";
  if (x.min_value < 0 && x.max_value > 0) {
    SvgPath zero;
    zero.line(x.coordinate(0), kFirstRow, x.coordinate(0), bottom);
    out += "<path class=\"reference\" d=\"" + zero.text() + "\" />";
  }
  out += svg_text(x.end_coordinate, bottom + kBelow - 60, "end", chart.axis_label) + "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntervalRow& row = rows[i];
    const double middle = kFirstRow + kRow * (static_cast<double>(i) + 0.5);
    out += "<g class=\"c" + std::to_string(row.style % kSeriesColorCount) + "\">" +
           svg_text(left - 90, middle + 42, "end", shorten_name(row.name, kMaxName),
                    " class=\"label\"") +
           bar(x, row, middle) + svg_mark(row.style, x.coordinate(row.value), middle, row.tooltip) +
           "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace gioul
