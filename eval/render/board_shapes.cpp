#include "eval/render/board_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "eval/render/html_page.h"

namespace gioul {

namespace {

std::string number(double value) {
  std::string result = fmt::format("{:.1f}", value);
  if (result.ends_with(".0")) result.resize(result.size() - 2);
  return result;
}

constexpr std::string_view kArrow = "#0b63c5";

}  // namespace

std::string svg_coordinates(SvgPoint spot) { return number(spot.x) + "," + number(spot.y); }

std::string svg_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}
std::string svg_attribute(std::string_view name, double value) {
  return svg_attribute(name, number(value));
}

std::string svg_rectangle(SvgPoint corner, double width, double height, double round,
                          std::string_view fill, std::string_view more) {
  return "<rect" + svg_attribute("x", corner.x) + svg_attribute("y", corner.y) +
         svg_attribute("width", width) + svg_attribute("height", height) +
         svg_attribute("rx", round) + svg_attribute("fill", fill) + std::string(more) + "/>";
}

std::string svg_label(SvgPoint spot, std::string_view anchor, int size, std::string_view fill,
                      std::string_view text) {
  return "<text" + svg_attribute("x", spot.x) + svg_attribute("y", spot.y) +
         svg_attribute("text-anchor", anchor) + svg_attribute("font-size", size) +
         svg_attribute("fill", fill) + ">" + escape_html(text) + "</text>";
}

std::string svg_disc(SvgPoint spot, double radius, const CheckerColors& colors,
                     double border_width) {
  return "<circle" + svg_attribute("cx", spot.x) + svg_attribute("cy", spot.y) +
         svg_attribute("r", radius) + svg_attribute("fill", colors.fill) +
         svg_attribute("stroke", colors.border) + svg_attribute("stroke-width", border_width) +
         "/>";
}

std::string board_arrow(SvgPoint from, SvgPoint to, double middle_y, std::size_t times) {
  constexpr double kOutset = 12;  // keeps a checker's number readable
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return {};
  const SvgPoint middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const bool one_side = (from.y < middle_y) == (to.y < middle_y);
  const double bend = one_side ? std::min(70.0, 0.35 * length) : 0.0;
  const SvgPoint control{middle.x, middle.y + (middle.y < middle_y ? bend : -bend)};
  const double start = std::atan2(control.y - from.y, control.x - from.x);
  from = {from.x + kOutset * std::cos(start), from.y + kOutset * std::sin(start)};
  const double angle = std::atan2(to.y - control.y, to.x - control.x);
  const auto behind = [&](double back, double aside) {
    return SvgPoint{to.x - back * std::cos(angle) - aside * std::sin(angle),
                    to.y - back * std::sin(angle) + aside * std::cos(angle)};
  };
  const std::string path = "M" + svg_coordinates(from) + "Q" + svg_coordinates(control) + " " +
                           svg_coordinates(behind(12, 0));
  const std::string head = "M" + svg_coordinates(to) + "L" + svg_coordinates(behind(15, 8)) + "L" +
                           svg_coordinates(behind(15, -8)) + "z";
  std::string svg = "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">";
  for (const bool halo : {true, false}) {
    const std::string_view color = halo ? "#ffffff" : kArrow;
    svg += "<path d=\"" + path + "\"" + svg_attribute("stroke", color) +
           svg_attribute("stroke-width", halo ? 8 : 4.5) + "/>";
    svg += "<path d=\"" + head + "\"" + svg_attribute("fill", color) +
           svg_attribute("stroke", color) + svg_attribute("stroke-width", halo ? 5 : 1) + "/>";
  }
  svg += "</g>";
  if (times > 1) {
    const SvgPoint label{(from.x + 2 * control.x + to.x) / 4, (from.y + 2 * control.y + to.y) / 4};
    svg += svg_disc(label, 11, {"#ffffff", kArrow, kArrow});
    svg += svg_label({label.x, label.y + 5}, "middle", 14, kArrow, std::to_string(times));
  }
  return svg + "\n";
}

}  // namespace gioul
