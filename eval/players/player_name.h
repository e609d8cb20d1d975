// Parses a player's name: the head says which player it is, `,key=value` options at the end say how
// it plays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// One `key=value` of a player's name.
struct PlayerOption {
  std::string_view key;
  std::string_view value;
};

/// A player's name, split into its head and its options. Refers to the text it is made from, which
/// must outlive it.
class ParsedPlayerName {
 public:
  explicit ParsedPlayerName(std::string_view text);

  /// Returns the whole name.
  std::string_view text() const { return text_; }
  /// Returns the name without its options. A file name may contain commas, but not a text such as
  /// `,key=` near its end, which begins an option.
  std::string_view head() const { return head_; }
  const std::vector<PlayerOption>& options() const { return options_; }

  /// Returns true if the head is `word` or begins with `word:`.
  bool has_kind(std::string_view word) const;

  /// Returns the file after `word:`, or "" if the head is `word`. Throws InputError if nothing
  /// follows the colon.
  std::string file_argument(std::string_view word) const;

  /// Throws InputError if an option is given twice or is not in `known`, a list separated by
  /// blanks.
  void check_options(std::string_view known) const;

 private:
  std::string_view text_;
  std::string_view head_;
  std::vector<PlayerOption> options_;
};

/// Throws InputError for a bad option. `expected` describes valid values.
[[noreturn]] void throw_bad_option(const PlayerOption& option, const std::string& expected);

/// Each parses the value of an option (integer, points, on/off); throws InputError if it is
/// invalid.
int parse_int_option(const PlayerOption& option, int lowest, int highest);
double parse_points_option(const PlayerOption& option);
bool parse_bool_option(const PlayerOption& option);

}  // namespace gioul
