#include "eval/page/board_arrow.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gioul {

namespace {

constexpr std::string_view kArrow = "#0b63c5";

}  // namespace

std::string board_arrow(SvgSpot from, SvgSpot to, double middle_y, std::size_t times) {
  constexpr double kOutset = 12;  // a checker's number stays readable
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return {};
  const SvgSpot middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const bool one_side = (from.y < middle_y) == (to.y < middle_y);
  const double bend = one_side ? std::min(70.0, 0.35 * length) : 0.0;
  const SvgSpot control{middle.x, middle.y + (middle.y < middle_y ? bend : -bend)};
  const double start = std::atan2(control.y - from.y, control.x - from.x);
  from = {from.x + kOutset * std::cos(start), from.y + kOutset * std::sin(start)};
  const double angle = std::atan2(to.y - control.y, to.x - control.x);
  const auto behind = [&](double back, double aside) {
    return SvgSpot{to.x - back * std::cos(angle) - aside * std::sin(angle),
                   to.y - back * std::sin(angle) + aside * std::cos(angle)};
  };
  const std::string path =
      "M" + svg_pair(from) + "Q" + svg_pair(control) + " " + svg_pair(behind(12, 0));
  const std::string head =
      "M" + svg_pair(to) + "L" + svg_pair(behind(15, 8)) + "L" + svg_pair(behind(15, -8)) + "z";
  std::string svg = "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">";
  for (const bool halo : {true, false}) {
    const std::string_view colour = halo ? "#ffffff" : kArrow;
    svg += "<path d=\"" + path + "\"" + svg_attribute("stroke", colour) +
           svg_attribute("stroke-width", halo ? 8 : 4.5) + "/>";
    svg += "<path d=\"" + head + "\"" + svg_attribute("fill", colour) +
           svg_attribute("stroke", colour) + svg_attribute("stroke-width", halo ? 5 : 1) + "/>";
  }
  svg += "</g>";
  if (times > 1) {
    const SvgSpot label{(from.x + 2 * control.x + to.x) / 4, (from.y + 2 * control.y + to.y) / 4};
    svg += svg_disc(label, 11, {"#ffffff", kArrow, kArrow});
    svg += svg_words({label.x, label.y + 5}, "middle", 14, kArrow, std::to_string(times));
  }
  return svg + "\n";
}

}  // namespace gioul
