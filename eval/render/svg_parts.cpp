#include "eval/render/svg_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "eval/render/html_page.h"

namespace gioul {

namespace {

long round_coordinate(double place) { return std::lround(place); }

std::string scale_attribute(const char* axis, const AxisScale& scale) {
  return fmt::format(" data-{}=\"{:.10g} {:.10g} {} {} {}\"", axis, scale.min_value,
                     scale.max_value, round_coordinate(scale.start_coordinate),
                     round_coordinate(scale.end_coordinate),
                     scale.spacing == AxisSpacing::kLogarithmic ? 1 : 0);
}

}  // namespace

void SvgPath::move_to(double x, double y) {
  x_ = round_coordinate(x);
  y_ = round_coordinate(y);
  text_ += fmt::format("M{},{}", x_, y_);
  needs_command_letter_ = true;
}

void SvgPath::line_to(double x, double y) {
  const long dx = round_coordinate(x) - x_;
  const long dy = round_coordinate(y) - y_;
  if (needs_command_letter_) {
    text_ += "l";
  } else if (dx >= 0) {
    text_ += " ";
  }
  needs_command_letter_ = false;
  text_ += std::to_string(dx) + (dy < 0 ? "" : ",") + std::to_string(dy);
  x_ += dx;
  y_ += dy;
}

std::string svg_text(double x, double y, const char* anchor, const std::string& text,
                     const char* more) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>", round_coordinate(x),
                     round_coordinate(y), anchor, more, escape_html(text));
}

std::string shorten_name(const std::string& name, std::size_t limit) {
  if (name.size() <= limit) return name;
  const auto is_inside_character = [&](std::size_t at) { return (name[at] & 0xC0) == 0x80; };
  std::size_t begin = (limit - 3) / 2;
  std::size_t end = name.size() - (limit - 3 - begin);
  while (begin > 0 && is_inside_character(begin)) --begin;
  while (end < name.size() && is_inside_character(end)) ++end;
  return name.substr(0, begin) + "..." + name.substr(end);
}

std::string svg_mark(int style, double x, double y, const std::string& tooltip) {
  static constexpr const char* kShapes[] = {"m-42,0a42,42 0 1 0 84,0a42,42 0 1 0 -84,0z",
                                            "m-38,-38h76v76h-76z", "m0,-54l54,54l-54,54l-54,-54z",
                                            "m0,-52l50,88h-100z"};
  const std::string path =
      fmt::format("<path class=\"mark\" d=\"M{},{}{}\"", round_coordinate(x), round_coordinate(y),
                  kShapes[static_cast<std::size_t>(style) % std::size(kShapes)]);
  if (tooltip.empty()) return path + " />";
  return path + "><title>" + escape_html(tooltip) + "</title></path>";
}

std::string svg_chart_tag(double width, double height, const std::string& alt_text,
                          const std::string& x_label, const AxisScale& x, const AxisScale& y) {
  return fmt::format(
      "<svg class=\"chart\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" "
      "data-name=\"{}\"{}{}>\n",
      round_coordinate(width), round_coordinate(height), escape_html(alt_text),
      escape_html(x_label), scale_attribute("x", x), scale_attribute("y", y));
}

}  // namespace gioul
