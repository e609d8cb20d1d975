#include "eval/players/player_name.h"

#include <algorithm>
#include <cstddef>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/parse_number.h"
#include "base/text.h"

namespace gioul {

ParsedPlayerName::ParsedPlayerName(std::string_view text) : full_name_(text), head_(text) {
  for (;;) {
    const std::size_t comma = head_.rfind(',');
    if (comma == std::string_view::npos) break;
    const std::string_view last = head_.substr(comma + 1);
    const std::size_t equals = last.find('=');
    const bool is_option = equals != std::string_view::npos && equals > 0 &&
                           std::ranges::all_of(last.substr(0, equals), [](char c) {
                             return (c >= 'a' && c <= 'z') || c == '-';
                           });
    if (!is_option) break;
    options_.push_back({last.substr(0, equals), last.substr(equals + 1)});
    head_ = head_.substr(0, comma);
  }
  std::ranges::reverse(options_);
}

bool ParsedPlayerName::has_kind(std::string_view word) const {
  return head_.starts_with(word) && (head_.size() == word.size() || head_[word.size()] == ':');
}

std::string ParsedPlayerName::file_argument(std::string_view word) const {
  if (head_.size() == word.size()) return {};
  const std::size_t begin = word.size() + 1;
  if (head_.size() == begin) {
    throw InputError("player '" + std::string(full_name_) + "': expected a file after '" +
                     std::string(head_) + "'");
  }
  return std::string(head_.substr(begin));
}

void ParsedPlayerName::check_options(std::string_view known) const {
  const std::string name = "player '" + std::string(full_name_) + "': ";
  std::vector<std::string> keys = {"name"};
  if (!known.empty()) {
    for (const std::string_view key : split(known, ' ')) keys.emplace_back(key);
  }
  for (std::size_t i = 0; i < options_.size(); ++i) {
    const std::string key(options_[i].key);
    if (std::ranges::find(keys, key) == keys.end()) {
      const std::string suggestion = did_you_mean(key, keys);
      throw InputError(name + "unknown option '" + key + "'" +
                       (!suggestion.empty() ? suggestion
                        : known.empty()     ? " (known is name)"
                                            : " (known are " + std::string(known) + " name)"));
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (options_[j].key == key) throw InputError(name + key + " is given twice");
    }
  }
}

std::string ParsedPlayerName::name_option() const {
  const auto found = std::ranges::find(options_, "name", &PlayerOption::key);
  return found == options_.end() ? std::string() : parse_name_option(*found);
}

void throw_bad_option(const PlayerOption& option, const std::string& expected) {
  throw InputError(std::string(option.key) + " '" + std::string(option.value) + "': expected " +
                   expected);
}

int parse_int_option(const PlayerOption& option, int lowest, int highest) {
  if (const auto value = parse_number(option.value, lowest, highest)) return *value;
  throw_bad_option(
      option, "a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
}

double parse_points_option(const PlayerOption& option) {
  if (const auto value = parse_number(option.value, 0.0, 4.0)) return *value;
  throw_bad_option(option, "a number of points from 0 to 4");
}

bool parse_bool_option(const PlayerOption& option) {
  if (option.value != "on" && option.value != "off") throw_bad_option(option, "on or off");
  return option.value == "on";
}

std::string parse_name_option(const PlayerOption& option) {
  const bool is_printable = std::ranges::all_of(
      option.value, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; });
  if (option.value.empty() || !is_printable) throw_bad_option(option, "a name on one line");
  return std::string(option.value);
}

}  // namespace gioul
