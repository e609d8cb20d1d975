// Numbers that somebody has written.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace gioul {

/// The number that all of `text` is, from `low` to `high`; nothing for anything else. No blanks,
/// and no '+'.
template <typename Number>
std::optional<Number> read_number(std::string_view text, Number low, Number high) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || after != end || !(value >= low && value <= high)) return {};
  return value;
}

/// A whole number from `low` to `high`. Throws InputError that begins with `what`.
std::int64_t parse_number(const std::string& what, std::string_view text, std::int64_t low,
                          std::int64_t high);

/// A whole number from 0 to 2^64 - 1. Throws InputError that begins with `what`.
std::uint64_t parse_seed(const std::string& what, std::string_view text);

}  // namespace gioul
