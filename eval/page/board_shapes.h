// The shapes that a board is drawn with, as SVG: all places in pixels of its natural size.
#pragma once

#include <cstddef>
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

/// The arrow of a checker move, bent towards the middle of the board, which is at `middle_y`, so
/// that arrows along one side leave the stacks free; told how many `times` the move is made if more
/// than once. Nothing if the two spots are one.
std::string board_arrow(SvgSpot from, SvgSpot to, double middle_y, std::size_t times);

}  // namespace gioul
