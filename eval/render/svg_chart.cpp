#include "eval/render/svg_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "eval/render/html_page.h"
#include "eval/render/svg_parts.h"

namespace gioul {

namespace {

// Coordinates as in eval/render/svg_parts.h.
constexpr double kHeight = 2900;
constexpr double kPlotTop = 300;  // the label of the vertical axis is above it
constexpr double kPlotBottom = 2480;
constexpr double kLine = 145;  // distance between lines of text

bool can_be_shown(double value, const ChartAxis& axis) {
  return std::isfinite(value) && (axis.spacing == AxisSpacing::kLinear || value > 0);
}

// Returns the chart without points that cannot be shown.
Chart showable(Chart chart) {
  for (ChartSeries& series : chart.series) {
    std::erase_if(series.points, [&](const ChartPoint& point) {
      return !can_be_shown(point.x, chart.x_axis) || !can_be_shown(point.y, chart.y_axis);
    });
    for (ChartPoint& point : series.points) {
      const bool drawn =
          std::isfinite(point.margin) && can_be_shown(point.y - point.margin, chart.y_axis);
      if (!drawn) point.margin = 0.0;
    }
  }
  std::erase_if(chart.series, [](const ChartSeries& series) { return series.points.empty(); });
  return chart;
}

struct Bounds {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  void include(const ChartAxis& axis) {
    if (axis.low) include(*axis.low);
    if (axis.high) include(*axis.high);
  }
};

class ChartWriter {
 public:
  explicit ChartWriter(const Chart& chart)
      : chart_(chart),
        width_(chart.size == ChartSize::kFull ? 4600 : 3400),
        longest_name_(chart.size == ChartSize::kFull ? 14 : 10),
        x_labels_(chart.size == ChartSize::kFull ? 6 : 4) {
    Bounds x_bounds;
    Bounds y_bounds;
    x_bounds.include(chart.x_axis);
    y_bounds.include(chart.y_axis);
    for (const ChartSeries& series : chart.series) {
      for (const ChartPoint& point : series.points) {
        x_bounds.include(point.x);
        y_bounds.include(point.y - point.margin);
        y_bounds.include(point.y + point.margin);
      }
    }
    constexpr int kWanted = 5;
    y_ = widen_to_round_bounds(
        {y_bounds.low, y_bounds.high, kPlotBottom, kPlotTop, chart.y_axis.spacing}, kWanted);
    y_ticks_ = choose_ticks(y_, kWanted);
    std::size_t longest = 1;
    for (const AxisTick& tick : y_ticks_) longest = std::max(longest, tick.label.size());
    double right = width_ - 130;
    if (chart.series.size() > 1) {
      std::size_t name = 1;
      for (const auto& series : chart.series)
        name = std::max(name, shorten_name(series.name, longest_name_).size());
      right = width_ - 200 - kLetterWidth * static_cast<double>(name);
    }
    x_ = {x_bounds.low, x_bounds.high, 90 + kLetterWidth * static_cast<double>(longest), right,
          chart.x_axis.spacing};
    if (is_too_narrow(x_)) x_ = widen_to_round_bounds(x_, kWanted);
  }

  std::string write() {
    out_ = svg_chart_tag(width_, kHeight, chart_.alt_text, chart_.x_axis.label, x_, y_);
    write_axes();
    for (const ChartSeries& series : chart_.series) write_series(series);
    if (chart_.series.size() > 1) write_names();
    return out_ + "</svg>\n";
  }

 private:
  void write_axes() {
    SvgPath grid;
    for (const AxisTick& tick : y_ticks_) {
      const double y = y_.coordinate(tick.value);
      grid.line(x_.start_coordinate, y, x_.end_coordinate, y);
      out_ += svg_text(x_.start_coordinate - 50, y + 42, "end", tick.label);
    }
    SvgPath axis;
    axis.line(x_.start_coordinate, kPlotBottom, x_.end_coordinate, kPlotBottom);
    double free_from = -width_;
    for (const AxisTick& tick : choose_ticks(x_, x_labels_)) {
      const double x = x_.coordinate(tick.value);
      axis.line(x, kPlotBottom, x, kPlotBottom + 45);
      const double half = kLetterWidth * static_cast<double>(tick.label.size()) / 2;
      if (x - half < free_from) continue;  // ticks without enough room get no label
      free_from = x + half + kLetterWidth;
      out_ += svg_text(x, kPlotBottom + 175, "middle", tick.label);
    }
    out_ += "<path class=\"grid\" d=\"" + grid.text() + "\" /><path class=\"axis\" d=\"" +
            axis.text() + "\" />";
    out_ += svg_text(0, 130, "start", chart_.y_axis.label);
    out_ += svg_text(x_.end_coordinate, kHeight - 60, "end", chart_.x_axis.label) + "\n";
    if (chart_.y_axis.spacing == AxisSpacing::kLinear && y_.min_value < 0 && y_.max_value > 0) {
      write_reference(x_.start_coordinate, y_.coordinate(0), x_.end_coordinate, y_.coordinate(0));
    }
    if (chart_.reference_line == ReferenceLine::kDiagonal) {
      const double low = std::max(x_.min_value, y_.min_value);
      const double high = std::min(x_.max_value, y_.max_value);
      write_reference(x_.coordinate(low), y_.coordinate(low), x_.coordinate(high),
                      y_.coordinate(high));
    }
  }

  void write_reference(double x1, double y1, double x2, double y2) {
    SvgPath path;
    path.line(x1, y1, x2, y2);
    out_ += "<path class=\"reference\" d=\"" + path.text() + "\" />\n";
  }

  void write_series(const ChartSeries& series) {
    const bool dashed = (series.style / kSeriesColorCount) % 2 == 1;
    out_ += "<g class=\"c" + std::to_string(series.style % kSeriesColorCount) + "\"><title>" +
            escape_html(series.name) + "</title>";
    if (series.kind == SeriesKind::kCurve) write_band(series);
    SvgPath line;
    line.move_to(x_.coordinate(series.points[0].x), y_.coordinate(series.points[0].y));
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      line.line_to(x_.coordinate(series.points[i].x), y_.coordinate(series.points[i].y));
    }
    out_ += std::string("<path class=\"curve") +
            (series.kind == SeriesKind::kMarks ? " thin" : "") + (dashed ? " dashed" : "") +
            "\" d=\"" + line.text() + "\" />";
    const bool alone = series.points.size() == 1;  // a line with one point is invisible
    if (series.kind == SeriesKind::kMarks || alone) write_points(series);
    out_ += "</g>\n";
  }

  void write_band(const ChartSeries& series) {
    for (std::size_t begin = 0, end = 0; begin < series.points.size(); begin = end + 1) {
      end = begin;
      while (end < series.points.size() && series.points[end].margin > 0) ++end;
      if (end - begin < 2) continue;
      SvgPath band;
      for (std::size_t i = begin; i < end; ++i) {
        const ChartPoint& point = series.points[i];
        const double y = y_.coordinate(point.y + point.margin);
        i == begin ? band.move_to(x_.coordinate(point.x), y)
                   : band.line_to(x_.coordinate(point.x), y);
      }
      for (std::size_t i = end; i-- > begin;) {
        const ChartPoint& point = series.points[i];
        band.line_to(x_.coordinate(point.x), y_.coordinate(point.y - point.margin));
      }
      out_ += "<path class=\"band\" d=\"" + band.text() + "z\" />";
    }
  }

  void write_points(const ChartSeries& series) {
    SvgPath bars;
    for (const ChartPoint& point : series.points) {
      if (!(point.margin > 0)) continue;
      const double x = x_.coordinate(point.x);
      const double high = y_.coordinate(point.y + point.margin);
      const double low = y_.coordinate(point.y - point.margin);
      bars.line(x, low, x, high);
      if (low - high < 40 || series.points.size() > 60) continue;  // no caps if too small to see
      for (const double y : {low, high}) bars.line(x - 28, y, x + 28, y);
    }
    if (!bars.text().empty()) out_ += "<path class=\"bar\" d=\"" + bars.text() + "\" />";
    for (const ChartPoint& point : series.points) {
      out_ += svg_mark(series.style, x_.coordinate(point.x), y_.coordinate(point.y), point.tooltip);
    }
  }

  // Writes each name beside the end of its series, as close to its height as the others allow.
  void write_names() {
    struct Name {
      const ChartSeries* series;
      double y;
    };
    std::vector<Name> names;
    for (const ChartSeries& series : chart_.series) {
      names.push_back({&series, y_.coordinate(series.points.back().y)});
    }
    std::ranges::stable_sort(names, {}, &Name::y);
    for (std::size_t i = 1; i < names.size(); ++i) {
      names[i].y = std::max(names[i].y, names[i - 1].y + kLine);
    }
    double lowest = kPlotBottom;
    for (std::size_t i = names.size(); i-- > 0; lowest = names[i].y - kLine) {
      names[i].y = std::min(names[i].y, lowest);
    }
    for (const auto& [series, y] : names) {
      const ChartPoint& last = series->points.back();
      SvgPath leader;
      leader.line(x_.coordinate(last.x) + 50, y_.coordinate(last.y), x_.end_coordinate + 100, y);
      out_ += "<g class=\"c" + std::to_string(series->style % kSeriesColorCount) +
              "\"><path class=\"leader\" d=\"" + leader.text() + "\" />" +
              svg_text(x_.end_coordinate + 130, y + 42, "start",
                       shorten_name(series->name, longest_name_), " class=\"label\"") +
              "</g>\n";
    }
  }

  const Chart& chart_;
  double width_;
  std::size_t longest_name_;
  int x_labels_;
  AxisScale x_;
  AxisScale y_;
  std::vector<AxisTick> y_ticks_;
  std::string out_;
};

}  // namespace

std::string svg_chart(const Chart& chart) {
  const Chart shown = showable(chart);
  return shown.series.empty() ? std::string() : ChartWriter(shown).write();
}

std::string svg_legend_sample(int style, SeriesKind kind) {
  const bool dashed = (style / kSeriesColorCount) % 2 == 1;
  std::string sample = "<svg viewBox=\"0 0 300 120\" aria-hidden=\"true\"><g class=\"c" +
                       std::to_string(style % kSeriesColorCount) + "\"><path class=\"curve" +
                       (dashed ? " dashed" : "") + "\" d=\"M0,60l300,0\" />";
  if (kind == SeriesKind::kMarks) sample += svg_mark(style, 150, 60, "");
  return sample + "</g></svg>";
}

}  // namespace gioul
