// Parses a player's name. The head says which player it is; `,key=value` options at the end say how
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

/// A player's name, split into its head and its options. Refers to the text passed to the
/// constructor, which must outlive it.
class ParsedPlayerName {
 public:
  explicit ParsedPlayerName(std::string_view text);

  /// Returns the whole name.
  std::string_view full_name() const { return full_name_; }
  /// Returns the name without its options. A file name in it may contain commas. But text such as
  /// `,key=` is the beginning of an option.
  std::string_view head() const { return head_; }
  const std::vector<PlayerOption>& options() const { return options_; }

  /// Returns true if the head is `word` or begins with `word:`.
  bool has_kind(std::string_view word) const;

  /// Returns the file name after `word:`, or "" if the head is just `word`. Throws InputError if
  /// nothing follows the colon.
  std::string file_argument(std::string_view word) const;

  /// Throws InputError if an option is given twice or is not in `known`, a list separated by
  /// blanks.
  void check_options(std::string_view known) const;

 private:
  std::string_view full_name_;
  std::string_view head_;
  std::vector<PlayerOption> options_;
};

/// Throws InputError for a bad option. `expected` describes valid values.
[[noreturn]] void throw_bad_option(const PlayerOption& option, const std::string& expected);

/// Parses the value of an option as an integer from `lowest` to `highest`. Throws InputError if it
/// is invalid.
int parse_int_option(const PlayerOption& option, int lowest, int highest);
/// Parses the value of an option as a number of points. Throws InputError if it is invalid.
double parse_points_option(const PlayerOption& option);
/// Parses the value of an option as "on" or "off". Throws InputError if it is invalid.
bool parse_bool_option(const PlayerOption& option);

}  // namespace gioul
