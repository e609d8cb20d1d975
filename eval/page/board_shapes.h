// The shapes that a board is drawn with, as SVG: all places in pixels of its natural size.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

struct SvgColours {
  std::string_view fill;
  std::string_view line;
  std::string_view text;
};

struct SvgSpot {
  double x = 0.0;
  double y = 0.0;
};

/// "x,y", as paths have it.
std::string svg_pair(SvgSpot spot);

/// ` name="value"`; the value is markup already.
std::string svg_attribute(std::string_view name, std::string_view value);
std::string svg_attribute(std::string_view name, double value);

/// Its corner is the upper left one, `round` the radius of all four.
std::string svg_rectangle(SvgSpot corner, double width, double height, double round,
                          std::string_view fill);

/// A line of plain text; `anchor` is "start", "middle" or "end".
std::string svg_words(SvgSpot spot, std::string_view anchor, int size, std::string_view fill,
                      std::string_view text);

std::string svg_disc(SvgSpot spot, double radius, const SvgColours& colours);

}  // namespace gioul
