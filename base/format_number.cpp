#include "base/format_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace gioul {

namespace {

std::string number_as(double value, std::chars_format form, int precision) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form, precision);
  return {buffer.data(), result.ptr};
}

}  // namespace

std::string with_decimals(double value, int decimals) {
  return number_as(value, std::chars_format::fixed, decimals);
}

std::string in_six_digits(double value) { return number_as(value, std::chars_format::general, 6); }

std::string grouped(double value, int decimals) {
  std::string text = with_decimals(value, decimals);
  const std::size_t dot = std::min(text.find('.'), text.size());
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  for (std::size_t at = dot; at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 32> buffer{};
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), result.ptr};
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace gioul
