#include "base/format_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gioul {

namespace {

std::string format_as(double value, std::chars_format format, int precision) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::string format_fixed(double value, int decimals) {
  return format_as(value, std::chars_format::fixed, decimals);
}

std::string format_general(double value) { return format_as(value, std::chars_format::general, 6); }

std::string format_grouped(double value, int decimals) {
  std::string text = format_fixed(value, decimals);
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = dot; at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string format_shortest(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string format_csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace gioul
