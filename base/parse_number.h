// Parses numbers in user input and files strictly.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace gioul {

/// Parses a number from `low` to `high`, inclusive. Returns nullopt if `text` is anything else;
/// blanks, a "+" or other characters around the number are not allowed.
template <typename Number>
std::optional<Number> parse_number(std::string_view text, Number low, Number high) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || after != end || !(value >= low && value <= high)) return {};
  return value;
}

/// Parses an integer from `low` to `high`, inclusive. Throws InputError if `text` is anything else;
/// the message begins with `value_name`, the name of the value.
std::int64_t parse_integer_or_throw(const std::string& value_name, std::string_view text,
                                    std::int64_t low, std::int64_t high);

/// Parses an integer from 0 to 2^64 - 1, such as a random seed. Throws InputError if `text` is
/// anything else; the message begins with `value_name`, the name of the value.
std::uint64_t parse_seed_or_throw(const std::string& value_name, std::string_view text);

}  // namespace gioul
