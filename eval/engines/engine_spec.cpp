#include "eval/engines/engine_spec.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/parse_number.h"

namespace gioul {

namespace {

constexpr double kMinSeconds = 0.01;  // seconds
constexpr double kMaxSeconds = 86400.0;

struct Option {
  std::string_view key;
  std::string_view value;
};

bool is_setting_key(std::string_view key) {
  return key.size() > 4 && key.starts_with("set.") && std::ranges::all_of(key, [](char c) {
           return c > ' ' && c != ',' && c != '"' && c < '\x7f';
         });
}

// Returns the key of the option that begins at the comma `at`; nullopt if there is none.
std::optional<std::string_view> key_at(std::string_view text, std::size_t at) {
  if (text[at] != ',') return std::nullopt;
  const std::size_t equals = text.find('=', at);
  if (equals == std::string_view::npos) return std::nullopt;
  const std::string_view key = text.substr(at + 1, equals - at - 1);
  const bool is_option =
      key == "time" || key == "game" || key == "start" || key == "name" || is_setting_key(key);
  return is_option ? std::optional(key) : std::nullopt;
}

std::size_t next_option(std::string_view text, std::size_t from) {
  std::size_t at = from;
  while (at < text.size() && !key_at(text, at)) ++at;
  return at;
}

// Removes an option from the beginning of `text`.
Option pop_option(std::string_view& text) {
  const std::string_view key = *key_at(text, 0);
  const std::size_t end = next_option(text, 1);
  const Option option = {key, text.substr(key.size() + 2, end - key.size() - 2)};
  text.remove_prefix(end);
  return option;
}

void check_value(const Option& option) {
  const bool one_line = std::ranges::all_of(
      option.value, [](char c) { return static_cast<unsigned char>(c) >= ' ' && c != '\x7f'; });
  if (option.value.empty() || !one_line) {
    throw InputError(std::string(option.key) + ": expected a value on one line");
  }
}

void parse_option(EngineSpec& spec, const Option& option) {
  if (option.key == "time") {
    spec.decision_seconds = parse_engine_seconds(option.key, option.value);
  } else if (option.key == "game") {
    spec.game_seconds = parse_engine_seconds(option.key, option.value);
  } else if (option.key == "start") {
    spec.start_seconds = parse_engine_seconds(option.key, option.value);
  } else if (option.key == "name") {
    check_value(option);
    spec.name_option = option.value;
  } else if (option.key == "set.game.variant") {
    throw InputError("set.game.variant: the engine is told the game that is played (--variant)");
  } else {
    check_value(option);
    spec.settings.emplace_back(option.key.substr(4), option.value);
  }
}

// Removes a quoted command from the beginning of `text`. Its closing quote is the first one that is
// followed by an option or by the end.
std::string_view pop_quoted(std::string_view& text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    if (at + 1 < text.size() && !key_at(text, at + 1)) continue;
    const std::string_view command = text.substr(1, at - 1);
    text.remove_prefix(at + 1);
    return command;
  }
  throw InputError("ubgi:" + std::string(text) +
                   ": expected a quote after the command, then ,time=, ,game=, ,start=, ,name= or "
                   ",set.KEY=");
}

}  // namespace

double parse_engine_seconds(std::string_view key, std::string_view text) {
  if (const auto value = parse_number(text, kMinSeconds, kMaxSeconds)) return *value;
  throw InputError(std::string(key) + " '" + std::string(text) +
                   "': expected seconds from 0.01 to 86400");
}

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  const auto add = [&](char c) {
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c != 0) words.back() += c;
  };
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == 0) throw InputError("a command with a NUL character");
    if (c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      add(command[++i]);
    } else if (quote != 0) {
      add(c);
    } else if (c == '\'' || c == '"') {
      quote = c;
      add(0);  // '' is an argument too
    } else if (c == ' ' || c == '\t') {
      in_word = false;
    } else {
      add(c);
    }
  }
  if (quote != 0) {
    throw InputError("command " + std::string(command) + ": a quote (" + quote + ") is not closed");
  }
  if (words.empty() || words[0].empty()) {
    throw InputError("expected a command after 'ubgi:', such as ubgi:\"./bot --level 3\"");
  }
  return words;
}

EngineSpec parse_engine_spec(std::string_view text) {
  std::string_view rest = text;
  std::string_view command;
  if (rest.size() > 1 && rest.starts_with('"')) {
    command = pop_quoted(rest);
  } else {
    command = rest.substr(0, next_option(rest, 0));
    rest.remove_prefix(command.size());
  }
  EngineSpec spec;
  spec.name = "ubgi:" + std::string(text);
  spec.argv = split_command(command);
  std::set<std::string_view> keys;
  while (!rest.empty()) {
    const Option option = pop_option(rest);
    if (!keys.insert(option.key).second) {
      throw InputError("ubgi:" + std::string(text) + ": " + std::string(option.key) +
                       " is given twice");
    }
    parse_option(spec, option);
  }
  return spec;
}

}  // namespace gioul
