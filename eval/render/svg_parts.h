// SVG primitives of the charts. Coordinates are integers: tenths of a pixel in a chart 460 pixels
// wide.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include "eval/render/axis_scale.h"

namespace gioul {

inline constexpr double kLetterWidth = 72;  // approximate width of a character

/// Rounds a coordinate to an integer.
inline long tenths(double place) { return std::lround(place); }

/// Builds the `d` attribute of a path. It uses relative steps, which are half as long as
/// coordinates.
class SvgPath {
 public:
  void move_to(double x, double y);
  void line_to(double x, double y);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  long x_ = 0;
  long y_ = 0;
  bool letter_ = false;
};

/// Returns one line of text. `anchor` is "start", "middle" or "end"; `more` has further attributes.
std::string svg_text(double x, double y, const char* anchor, const std::string& text,
                     const char* more = "");

/// Shortens a name to at most `limit` characters by cutting out its middle, since names mostly
/// differ at their ends.
std::string shorten(const std::string& name, std::size_t limit);

/// Returns the mark of a style at (x, y): a circle, square, diamond or triangle, so that styles are
/// distinct without colors. `tooltip` is shown when the pointer is over it.
std::string svg_mark(int style, long x, long y, const std::string& tooltip);

/// Returns the attribute with the scale of an axis ("x" or "y"), from which the script of the page
/// reads off values.
std::string svg_scale(const char* axis, const AxisScale& scale);

}  // namespace gioul
