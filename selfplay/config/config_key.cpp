#include "selfplay/config/config_key.h"

#include <array>
#include <charconv>

#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

template <typename Value, typename Format>
std::string list(const std::vector<Value>& values, const Format& format) {
  std::string text;
  for (const Value& value : values) text += (text.empty() ? "" : ", ") + format(value);
  return "[" + text + "]";
}

}  // namespace

void RealKey::read(ConfigSection& section, const std::string& key, double& value) const {
  section.read_number(key.c_str(), low, high, value);
}

// Writes the shortest text that restores the value exactly: 0.7, not 0.69999999999999996.
std::string RealKey::format(double value) const {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  const std::string written(text.data(), end);
  return written.find_first_of(".e") == std::string::npos ? written + ".0" : written;
}

void FlagKey::read(ConfigSection& section, const std::string& key, bool& value) const {
  section.read_flag(key.c_str(), value);
}

void StringKey::read(ConfigSection& section, const std::string& key, std::string& value) const {
  section.read_text(key.c_str(), value);
}

std::string StringKey::format(const std::string& value) const { return toml_string(value); }

void GameKey::read(ConfigSection& section, const std::string& key, Game& value) const {
  section.read_game(key.c_str(), value);
}

std::string GameKey::format(Game value) const { return toml_string(std::string(value.name())); }

void StringListKey::read(ConfigSection& section, const std::string& key,
                         std::vector<std::string>& value) const {
  section.read_texts(key.c_str(), value);
}

std::string StringListKey::format(const std::vector<std::string>& value) const {
  return list(value, toml_string);
}

void IntegerListKey::read(ConfigSection& section, const std::string& key,
                          std::vector<int>& value) const {
  section.read_integers(key.c_str(), min_size, max_size, low, high, error_text, value);
}

std::string IntegerListKey::format(const std::vector<int>& value) const {
  return list(value, [](int number) { return std::to_string(number); });
}

}  // namespace gioul
