#include "eval/page/board_shapes.h"

#include <fmt/format.h>

#include "eval/page/html_page.h"

namespace gioul {

namespace {

std::string number(double value) {
  std::string result = fmt::format("{:.1f}", value);
  if (result.ends_with(".0")) result.resize(result.size() - 2);
  return result;
}

}  // namespace

std::string svg_pair(SvgSpot spot) { return number(spot.x) + "," + number(spot.y); }

std::string svg_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}
std::string svg_attribute(std::string_view name, double value) {
  return svg_attribute(name, number(value));
}

std::string svg_rectangle(SvgSpot corner, double width, double height, double round,
                          std::string_view fill) {
  return "<rect" + svg_attribute("x", corner.x) + svg_attribute("y", corner.y) +
         svg_attribute("width", width) + svg_attribute("height", height) +
         svg_attribute("rx", round) + svg_attribute("fill", fill) + "/>";
}

std::string svg_words(SvgSpot spot, std::string_view anchor, int size, std::string_view fill,
                      std::string_view text) {
  return "<text" + svg_attribute("x", spot.x) + svg_attribute("y", spot.y) +
         svg_attribute("text-anchor", anchor) + svg_attribute("font-size", size) +
         svg_attribute("fill", fill) + ">" + escape_html(text) + "</text>";
}

std::string svg_disc(SvgSpot spot, double radius, const SvgColours& colours) {
  return "<circle" + svg_attribute("cx", spot.x) + svg_attribute("cy", spot.y) +
         svg_attribute("r", radius) + svg_attribute("fill", colours.fill) +
         svg_attribute("stroke", colours.line) + svg_attribute("stroke-width", 1.5) + "/>";
}

}  // namespace gioul
