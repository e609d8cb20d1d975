// Parses a player's name, such as "net:FILE,plies=2". The head ("net:FILE") selects the kind of
// player and its file; the `,key=value` options at the end change its settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// One `key=value` option of a player's name.
struct PlayerOption {
  std::string_view key;    // text before the "="
  std::string_view value;  // text after the "="
};

/// A player's name, split into its head and its options. The text passed to the constructor is not
/// copied, and must outlive this object.
class ParsedPlayerName {
 public:
  explicit ParsedPlayerName(std::string_view text);

  /// Returns the whole name.
  std::string_view full_name() const { return full_name_; }
  /// Returns the head: the name without its options. A file name in it may contain commas, but not
  /// text of the form `,key=`, which begins an option.
  std::string_view head() const { return head_; }
  /// Returns the options in the order of the name.
  const std::vector<PlayerOption>& options() const { return options_; }

  /// Returns true if the player is of kind `word`: the head is `word` or begins with `word:`.
  bool has_kind(std::string_view word) const;

  /// Returns the file name after `word:` in the head; "" if the head is just `word`. Throws
  /// InputError if nothing follows the colon.
  std::string file_argument(std::string_view word) const;

  /// Checks the keys of the options. Throws InputError if one is given twice or is neither `name`
  /// nor in `known`, a list separated by blanks.
  void check_options(std::string_view known) const;

  /// Returns the value of the option `name`, the name to display for the player; "" if the option
  /// is missing. Throws InputError if the value is invalid.
  std::string name_option() const;

 private:
  std::string_view full_name_;
  std::string_view head_;
  std::vector<PlayerOption> options_;
};

/// Throws InputError for an option with an invalid value. `expected` describes the valid values, as
/// text in the message.
[[noreturn]] void throw_bad_option(const PlayerOption& option, const std::string& expected);

/// Parses the value of an option as an integer from `lowest` to `highest`, inclusive. Throws
/// InputError if it is invalid.
int parse_int_option(const PlayerOption& option, int lowest, int highest);
/// Parses the value of an option as a number of points. Throws InputError if it is invalid.
double parse_points_option(const PlayerOption& option);
/// Parses the value of an option as "on" or "off". Throws InputError if it is invalid.
bool parse_bool_option(const PlayerOption& option);
/// Parses the value of an option as a name to display. Throws InputError if it is empty or not
/// printable.
std::string parse_name_option(const PlayerOption& option);

}  // namespace gioul
