// What the charts of a page are drawn with. All places are whole numbers: a tenth of what is a
// pixel where a full chart is 460 pixels wide.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include "eval/page/axis_scale.h"

namespace gioul {

inline constexpr double kLetter = 72;  // about the width of a digit or letter

inline long tenths(double place) { return std::lround(place); }

/// The `d` of a path. Steps from point to point are half as long to write as places.
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

/// A line of text; `anchor` is "start", "middle" or "end", `more` further attributes.
std::string svg_text(double x, double y, const char* anchor, const std::string& text,
                     const char* more = "");

/// The name in at most `most` letters: the ends of names tell them apart more often than their
/// middles.
std::string shortened(const std::string& name, std::size_t most);

/// Circle, square, diamond, triangle by style: apart also without colours. `note` is its tooltip.
std::string svg_mark(int style, long x, long y, const std::string& note);

/// The attribute that tells the page's script what an axis ("x" or "y") shows where.
std::string svg_scale(const char* axis, const AxisScale& scale);

}  // namespace gioul
