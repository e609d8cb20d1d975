#include "selfplay/config/config_key.h"

#include <array>
#include <charconv>

namespace gioul {

namespace {

template <typename Value, typename Format>
std::string list(const std::vector<Value>& values, const Format& format) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + format(value);
  return "[" + text + "]";
}

}  // namespace

// Writes the shortest text that restores the value exactly: 0.7, not 0.69999999999999996.
std::string RealKey::format(double value) const {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  const std::string written(text.data(), end);
  return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
}

std::string StringListKey::format(const std::vector<std::string>& value) const {
  return list(value, toml_string);
}

std::string IntegerListKey::format(const std::vector<int>& value) const {
  return list(value, [](int number) { return std::to_string(number); });
}

}  // namespace gioul
