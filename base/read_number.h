// Numbers that somebody has written: what is no number, or out of range, is nothing.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace gioul {

/// The number that all of `text` is, from `low` to `high`. No blanks, and no '+'.
template <typename Number>
std::optional<Number> read_number(std::string_view text, Number low, Number high) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || after != end || !(value >= low && value <= high)) return {};
  return value;
}

}  // namespace gioul
