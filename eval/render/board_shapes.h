// SVG primitives for drawing a board. Coordinates are pixels of the board at its natural size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gioul {

/// Colors of a checker: its area, its border and a number on it.
struct SvgColors {
  std::string_view fill;
  std::string_view line;
  std::string_view text;
};

/// A point of the drawing, from its upper left corner.
struct SvgPoint {
  double x = 0.0;
  double y = 0.0;
};

/// Returns "x,y", as in SVG paths.
std::string svg_pair(SvgPoint spot);

/// Returns ` name="value"`. The value is not escaped.
std::string svg_attribute(std::string_view name, std::string_view value);
std::string svg_attribute(std::string_view name, double value);

/// Returns a filled rectangle. `corner` is its upper left corner, `round` the radius of its
/// corners.
std::string svg_rectangle(SvgPoint corner, double width, double height, double round,
                          std::string_view fill);

/// Returns one line of plain text. `anchor` is "start", "middle" or "end".
std::string svg_label(SvgPoint spot, std::string_view anchor, int size, std::string_view fill,
                      std::string_view text);

std::string svg_disc(SvgPoint spot, double radius, const SvgColors& colors);

/// Returns the arrow of a checker move. It bends towards the middle of the board (`middle_y`), away
/// from the stacks, and shows the number of `times` the move is made if that is more than one.
/// Empty if both spots are the same.
std::string board_arrow(SvgPoint from, SvgPoint to, double middle_y, std::size_t times);

}  // namespace gioul
