// Configs: TOML files of known keys, read strictly into plain structs. The one home of the TOML
// library is behind it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"

namespace gioul {

/// The most of what is counted in games: centuries; sums of games stay exact.
inline constexpr std::int64_t kMostConfigGames = 1'000'000'000'000;
inline constexpr std::int64_t kMaxConfigInt = std::numeric_limits<std::int64_t>::max();

/// A setting from the command line: a dotted key and a TOML value ("training.games=1000").
struct Override {
  std::string key;
  std::string value;
};

/// One table of a config. Every key that is asked for is ticked off; the rest is unknown. Wrong
/// types and values out of range throw InputError ("SOURCE:LINE: key: ..."); keys that are not
/// there leave `value` as it is.
class ConfigSection {
 public:
  /// Parses a whole config; `overrides` go on top of what it says. `source` names it in errors.
  ConfigSection(std::string_view text, const std::string& source,
                const std::vector<Override>& overrides = {});
  /// The same for a config that may have stages: what the tables [[stage]] have in the place of
  /// the rest, one after the other. `stage` is counted from 1; the first if there is none.
  ConfigSection(std::string_view text, const std::string& source,
                const std::vector<Override>& overrides, std::optional<std::int64_t> stage);
  ~ConfigSection();
  ConfigSection(ConfigSection&&) noexcept;

  template <typename Integer>
  void integer(const char* key, std::int64_t low, std::int64_t high, Integer& value) {
    if (const auto given = integer_of(key, low, high)) value = static_cast<Integer>(*given);
  }
  void number(const char* key, double low, double high, double& value);
  void flag(const char* key, bool& value);
  void text(const char* key, std::string& value);
  void game(const char* key, Game& value);
  void one_of(const char* key, const std::vector<std::string>& known, std::string& value);
  void texts(const char* key, std::vector<std::string>& value);
  /// A list of `fewest` to `most` whole numbers.
  void integers(const char* key, std::size_t fewest, std::size_t most, int low, int high,
                const std::string& expected, std::vector<int>& value);
  /// The table under `key`, empty if there is none. Lives no longer than this.
  ConfigSection section(const char* key);

  /// Throws if the table has keys that nobody asked for.
  void finish() const;

 private:
  struct Table;
  explicit ConfigSection(std::unique_ptr<Table> table);
  std::optional<std::int64_t> integer_of(const char* key, std::int64_t low, std::int64_t high);

  std::unique_ptr<Table> table_;
};

/// The text of a config file, of at most a megabyte.
std::string read_config_file(const std::string& file);

/// Throws InputError ("SOURCE: variant: ...") if the game can't be played with so many checkers.
void check_checkers(const std::string& source, Game game, int checkers);

/// `text` as TOML writes it.
std::string toml_string(const std::string& text);

}  // namespace gioul
