// SVG primitives of the charts. Coordinates are in tenths of a pixel, in a chart that is 460 pixels
// wide, and are written as integers.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include "eval/render/axis_scale.h"

namespace gioul {

/// The approximate width of a character of text in charts, in tenths of a pixel.
inline constexpr double kLetterWidth = 72;

/// Rounds a coordinate (in tenths of a pixel) to an integer.
inline long round_coordinate(double place) { return std::lround(place); }

/// Builds the `d` attribute of an SVG path. Writes each point relative to the one before, which
/// needs only half as much text as coordinates.
class SvgPath {
 public:
  /// Starts a line at a point.
  void move_to(double x, double y);
  /// Continues the line to a point.
  void line_to(double x, double y);
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
std::string svg_mark(int style, long x, long y, const std::string& tooltip);

/// Returns an SVG attribute with the scale of the axis "x" or "y". The script of the page uses it
/// to read values off the chart.
std::string svg_scale_attribute(const char* axis, const AxisScale& scale);

}  // namespace gioul
