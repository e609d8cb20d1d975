// Checks that an example config in configs/ explains every key of its table, with the table's help
// texts.
#pragma once

#include <cctype>
#include <map>
#include <sstream>
#include <string>

#include "selfplay/config/config_key.h"

namespace gioul {

/// A key in an example config.
struct ExplainedKey {
  std::string value;
  std::string comment;  // its lines, joined
};

/// Returns the keys of an example by their dotted names. Each is on its own line; comments may
/// continue on indented lines.
inline std::map<std::string, ExplainedKey> explained_keys(const std::string& text) {
  std::map<std::string, ExplainedKey> keys;
  std::string section;
  ExplainedKey* last = nullptr;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t hash = line.find('#');
    const std::string comment = hash == std::string::npos ? "" : line.substr(hash + 2);
    if (line.starts_with("[")) {
      section = line.substr(1, line.find(']') - 1) + ".";
    } else if (line.starts_with(" ") && last != nullptr) {
      last->comment += " " + comment;
    } else if (const std::size_t equals = line.find(" = "); equals < hash) {
      std::string value =
          line.substr(equals + 3, hash == std::string::npos ? hash : hash - equals - 3);
      while (value.ends_with(' ')) value.pop_back();
      last = &keys[section + line.substr(0, equals)];
      *last = {value, comment};
    } else {
      last = nullptr;
    }
  }
  return keys;
}

/// Returns errors and omissions of the example, one per line. `read` parses a config.
template <typename Config, typename Read>
std::string example_errors(const ConfigKeys<Config>& keys, const std::string& text,
                           const Config& defaults, Read read) {
  std::map<std::string, ExplainedKey> explained = explained_keys(text);
  std::string wrong;
  for (const ConfigKey<Config>& key : keys) {
    const std::string name = key.dotted_name();
    const auto [value, comment] = explained[name];
    explained.erase(name);
    std::string said = comment;
    std::string default_value = value;
    if (const std::size_t at = said.rfind("; default "); at != std::string::npos) {
      default_value = said.substr(at + 10);
      said = said.substr(0, at);
    }
    if (said != key.help) wrong += name + " is explained as '" + said + "'\n";
    const Config with_default = read(name + " = " + default_value);
    if (key.format(with_default) != key.format(defaults)) {
      wrong += name + " has the default " + key.format(defaults) + "\n";
    }
  }
  for (const auto& [name, said] : explained) wrong += name + " is no key\n";
  return wrong;
}

}  // namespace gioul
