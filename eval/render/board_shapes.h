// SVG primitives for drawing a board. Coordinates are pixels of the board at its natural size, from
// its upper left corner.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gioul {

/// The colors of a checker, in CSS.
struct CheckerColors {
  std::string_view fill;    // color of its area
  std::string_view border;  // color of its border
  std::string_view text;    // color of a number on it
};

/// A point of the drawing, in pixels from its upper left corner.
struct SvgPoint {
  double x = 0.0;
  double y = 0.0;
};

/// Returns the coordinates of a point as "x,y", as in SVG paths.
std::string svg_coordinates(SvgPoint spot);

/// Returns an attribute of an SVG element: ` name="value"`. The value is not escaped.
std::string svg_attribute(std::string_view name, std::string_view value);

/// Returns an attribute with a number as its value: ` name="1.5"`.
std::string svg_attribute(std::string_view name, double value);

/// Returns an SVG rectangle filled with the CSS color `fill`. `corner` is its upper left corner;
/// `round` is the radius of its rounded corners; `more` has further attributes.
std::string svg_rectangle(SvgPoint corner, double width, double height, double round,
                          std::string_view fill, std::string_view more = "");

/// Returns one line of plain text as SVG, `size` pixels high, in the CSS color `fill`. `anchor`
/// says which part of the text is at `spot`: "start", "middle" or "end".
std::string svg_label(SvgPoint spot, std::string_view anchor, int size, std::string_view fill,
                      std::string_view text);

/// Returns an SVG disc around `spot`, with the fill and border of `colors`.
std::string svg_disc(SvgPoint spot, double radius, const CheckerColors& colors,
                     double border_width = 1.5);

/// Returns an SVG arrow for the move of `times` checkers from `from` to `to`. If several checkers
/// move, the arrow shows their number. It bends towards the middle of the board (`middle_y`), away
/// from the stacks. Returns "" if `from` and `to` are equal.
std::string board_arrow(SvgPoint from, SvgPoint to, double middle_y, std::size_t times);

}  // namespace gioul
