// Reads TOML config files strictly: unknown keys, wrong types and values out of range are errors.
// The only code that uses the TOML library is behind this header.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// Maximum of every config value that is a number of games. It is small enough for sums of such
/// values not to overflow.
inline constexpr std::int64_t kMaxConfigGames = 1'000'000'000'000;

/// The largest integer that a config may contain.
inline constexpr std::int64_t kMaxConfigInt = std::numeric_limits<std::int64_t>::max();

/// A setting of the command line that replaces one of the config file, such as
/// "training.games=1000".
struct ConfigOverride {
  std::string key;    // the key with its section, such as "training.games"
  std::string value;  // the value as TOML
};

/// One section (TOML table) of a config file. The read functions store the value of `key` in
/// `value`; if the key is missing, `value` stays unchanged. They throw InputError ("SOURCE:LINE:
/// key: ...") for wrong types and values out of range. After reading, reject_unread_keys() rejects
/// unknown keys.
class ConfigSection {
 public:
  /// Parses a whole config. `source` is the name of the text in error messages.
  ConfigSection(std::string_view text, const std::string& source);
  /// Parses a config that may have [[stage]] tables, uses the one with the number `stage`, from 1
  /// (default: 1), and applies `overrides`. The keys in that table replace those outside the
  /// stages.
  ConfigSection(std::string_view text, const std::string& source,
                const std::vector<ConfigOverride>& overrides, std::optional<std::int64_t> stage);

  /// Reads an integer from `low` to `high`.
  void read_integer(std::string_view key, std::int64_t low, std::int64_t high, std::int64_t& value);
  /// Reads a number from `low` to `high`.
  void read_number(std::string_view key, double low, double high, double& value);
  /// Reads a string that must be in `known`.
  void read_choice(std::string_view key, const std::vector<std::string>& known, std::string& value);
  /// Reads true or false.
  void read(std::string_view key, bool& value);
  /// Reads a string.
  void read(std::string_view key, std::string& value);
  /// Reads the name of a game variant.
  void read(std::string_view key, Game& value);
  /// Reads a list of strings.
  void read(std::string_view key, std::vector<std::string>& value);
  /// Reads the widths of a net's hidden layers, a list of integers.
  void read(std::string_view key, std::vector<int>& value);
  /// Returns the section called `key` in this section. If it is missing, the result is empty. The
  /// result must not outlive this object.
  ConfigSection subsection(std::string_view key);

  /// Throws InputError if the section has keys that were never read.
  void reject_unread_keys() const;

 private:
  struct Table;  // the parsed TOML table
  explicit ConfigSection(std::shared_ptr<Table> table) : table_(std::move(table)) {}

  std::shared_ptr<Table> table_;
};

/// Returns the text of a config file. Throws InputError if the file cannot be read or is longer
/// than 1 MB.
std::string read_config_text(const std::string& file);

/// Throws InputError ("SOURCE: variant: ...") if `game` cannot be played with `checkers` checkers.
void check_checker_count(const std::string& source, Game game, int checkers);

// Each of these functions formats a value as TOML, from which it is read exactly again.
std::string format_toml(bool value);
std::string format_toml(double value);
std::string format_toml(const std::string& value);
std::string format_toml(Game value);
std::string format_toml(const std::vector<std::string>& value);
std::string format_toml(const std::vector<int>& value);

}  // namespace gioul
