// Tables of config keys. A row declares a key's name, type, range, struct member and help text;
// configs are read, written and compared by these tables. Defaults are those of the structs.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/config/config_reader.h"
#include "selfplay/config/enum_names.h"

namespace gioul {

/// States whether a key may have a new value when a run is resumed. Keys that determine the run's
/// games or weights may not.
enum class ResumePolicy : std::uint8_t {
  kImmutable,         // must not change
  kImmutableIfGated,  // may change unless gate.mode is "sprt"
  kMayChange          // may change
};

/// One key of a config file, a row of ConfigKeys. Its value is stored in a member of the struct
/// `Config`.
template <typename Config>
struct ConfigKey {
  std::string_view section;  // name of the key's section; empty: before the first section
  std::string_view name;     // name of the key in its section
  std::string_view help;     // one line of help, repeated as a comment in configs/
  ResumePolicy resume_policy = ResumePolicy::kImmutable;
  /// Reads the value from the key's section into the member, if the section has the key.
  std::function<void(ConfigSection&, Config&)> read;
  /// Returns the member's value as TOML.
  std::function<std::string(const Config&)> format;

  /// Returns the full name of the key: "section.name", or "name" without a section.
  std::string dotted_name() const {
    return (section.empty() ? "" : std::string(section) + ".") + std::string(name);
  }
};

/// The table of a config's keys, in the order in which they are written: those without a section
/// first, then section by section.
template <typename Config>
using ConfigKeys = std::vector<ConfigKey<Config>>;

// --- Types of values, with their ranges. Each has two functions: read() reads a value from a
// --- ConfigSection and checks it; format() returns the value as TOML, from which read() restores
// --- it exactly.

/// Type of a config key whose value is an integer from `low` to `high`.
struct IntegerKey {
  std::int64_t low = 0;
  std::int64_t high = kMaxConfigInt;

  template <std::integral Integer>
  void read(ConfigSection& section, std::string_view key, Integer& value) const {
    auto number = static_cast<std::int64_t>(value);
    section.read_integer(key, low, high, number);
    value = static_cast<Integer>(number);
  }
  template <std::integral Integer>
  std::string format(Integer value) const {
    return std::to_string(value);
  }
};

/// Type of a config key whose value is a number from `low` to `high`.
struct RealKey {
  double low;
  double high;
  void read(ConfigSection& section, std::string_view key, double& value) const {
    section.read_number(key, low, high, value);
  }
  std::string format(double value) const { return format_toml(value); }
};

/// Type of a config key without a range. Its member's type selects the value: true or false, a
/// string, the name of a game variant, a list of strings, or the widths of a net's hidden layers.
struct PlainKey {
  template <typename Value>
  void read(ConfigSection& section, std::string_view key, Value& value) const {
    section.read(key, value);
  }
  template <typename Value>
  std::string format(const Value& value) const {
    return format_toml(value);
  }
};

/// Type of a config key whose value is one of the names of an enumeration, in quotes.
template <typename Enum>
struct EnumKey {
  std::span<const EnumName<Enum>> names;

  template <std::size_t kCount>
  explicit EnumKey(const std::array<EnumName<Enum>, kCount>& all) : names(all) {}

  void read(ConfigSection& section, std::string_view key, Enum& value) const {
    std::vector<std::string> known_names;
    for (const EnumName<Enum>& entry : names) known_names.emplace_back(entry.name);
    std::string chosen_name(enum_name(value, names));
    section.read_choice(key, known_names, chosen_name);
    for (const EnumName<Enum>& entry : names) {
      if (entry.name == chosen_name) value = entry.value;
    }
  }
  std::string format(Enum value) const { return format_toml(std::string(enum_name(value, names))); }
};

// --- Rows and tables -------------------------------------------------------------------------

/// Makes a row of ConfigKeys for the key `name`, whose value is stored in `member`. `type` reads
/// and formats the value; it is one of the types above, such as IntegerKey.
template <typename Config, typename Value, typename Type>
ConfigKey<Config> make_config_key(std::string_view name, Value Config::* member, Type type,
                                  std::string_view help,
                                  ResumePolicy resume_policy = ResumePolicy::kImmutable) {
  return {.section = {},
          .name = name,
          .help = help,
          .resume_policy = resume_policy,
          .read = [=](ConfigSection& section,
                      Config& config) { type.read(section, name, config.*member); },
          .format = [=](const Config& config) { return type.format(config.*member); }};
}

/// Adds a section to the table `keys`: the keys `part`, in the section called `section`. The values
/// of these keys are stored in members of the nested struct `member`.
template <typename Config, typename Part>
void add_section_keys(ConfigKeys<Config>& keys, std::string_view section, Part Config::* member,
                      const ConfigKeys<Part>& part) {
  for (const ConfigKey<Part>& key : part) {
    keys.push_back(
        {.section = section,
         .name = key.name,
         .help = key.help,
         .resume_policy = key.resume_policy,
         .read = [read = key.read, member](ConfigSection& from,
                                           Config& config) { read(from, config.*member); },
         .format = [format = key.format,
                    member](const Config& config) { return format(config.*member); }});
  }
}

/// Reads the values of `keys` from the parsed file `top` into `config`. A missing key leaves its
/// member unchanged; an unknown one throws InputError.
template <typename Config>
void read_config_values(const ConfigKeys<Config>& keys, ConfigSection& top, Config& config) {
  std::vector<ConfigSection> sections;
  std::string_view section;  // name of the last section
  for (const ConfigKey<Config>& key : keys) {
    if (key.section != section) sections.push_back(top.subsection(key.section));
    section = key.section;
    key.read(section.empty() ? top : sections.back(), config);
  }
  top.reject_unread_keys();
  for (const ConfigSection& each : sections) each.reject_unread_keys();
}

/// Formats `config` as TOML, with all keys and values.
template <typename Config>
std::string format_config_values(const ConfigKeys<Config>& keys, const Config& config) {
  std::string text;
  std::string_view section;
  for (const ConfigKey<Config>& key : keys) {
    if (key.section != section) text += "\n[" + std::string(key.section) + "]\n";
    section = key.section;
    text += std::string(key.name) + " = " + key.format(config) + "\n";
  }
  return text;
}

}  // namespace gioul
