// SVG primitives of the charts. Coordinates are in tenths of a pixel, in a chart that is 460 pixels
// wide, and are written as integers.
#pragma once

#include <cstddef>
#include <string>

#include "eval/render/axis_scale.h"

namespace gioul {

/// The approximate width of a character of text in charts, in tenths of a pixel.
inline constexpr double kLetterWidth = 72;

/// Builds the `d` attribute of an SVG path. Writes each point relative to the one before, which
/// needs only half as much text as coordinates.
class SvgPath {
 public:
  /// Starts a line at a point.
  void move_to(double x, double y);
  /// Continues the line to a point.
  void line_to(double x, double y);
  /// Draws a line between two points.
  void line(double x1, double y1, double x2, double y2) {
    move_to(x1, y1);
    line_to(x2, y2);
  }
  /// Returns the attribute built so far.
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  long x_ = 0;                         // x coordinate of the last point
  long y_ = 0;                         // y coordinate of the last point
  bool needs_command_letter_ = false;  // the next line_to() must begin with the letter "l"
};

/// Returns one line of text as SVG. `anchor` says which part of the text is at (x, y): "start",
/// "middle" or "end". `more` has further attributes of the element.
std::string svg_text(double x, double y, const char* anchor, const std::string& text,
                     const char* more = "");

/// Shortens a player name to at most `limit` characters. Cuts out its middle, since such names
/// mostly differ at their ends.
std::string shorten_name(const std::string& name, std::size_t limit);

/// Returns the mark of a chart style (ChartSeries::style) at (x, y): a circle, square, diamond or
/// triangle, so that styles are distinct without colors. `tooltip` is shown when the pointer is
/// over it.
std::string svg_mark(int style, double x, double y, const std::string& tooltip);

/// Returns the start tag of a chart with this alternative text. The script of the page uses the
/// axes to read values off the chart; `x_label` is the label of the horizontal one.
std::string svg_chart_tag(double width, double height, const std::string& alt_text,
                          const std::string& x_label, const AxisScale& x, const AxisScale& y);

}  // namespace gioul
