// A player's name taken apart: what comes first says who he is, `,key=value` at its end how he
// plays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

struct PlayerOption {
  std::string_view key;
  std::string_view value;
};

/// Looks into the text it is made of, which must outlive it.
class PlayerName {
 public:
  explicit PlayerName(std::string_view text);

  /// All of it.
  std::string_view text() const { return text_; }
  /// Without the options. A file's name may hold commas: what looks like `,key=` at the end is none
  /// of it.
  std::string_view head() const { return head_; }
  const std::vector<PlayerOption>& options() const { return options_; }

  /// Is the head `word`, or `word:` and something?
  bool is_or_begins(std::string_view word) const;

  /// The file that is named after `word:`; empty if the head is `word`. Throws InputError if
  /// nothing follows the colon.
  std::string file_after(std::string_view word) const;

  /// Throws InputError for options that are not among `known`, separated by blanks, or given twice.
  void check_options(std::string_view known) const;

 private:
  std::string_view text_;
  std::string_view head_;
  std::vector<PlayerOption> options_;
};

/// Throws InputError: `expected` is what would be right.
[[noreturn]] void refuse(const PlayerOption& option, const std::string& expected);

/// What an option says; each throws InputError for what is nothing of the kind.
int whole_number(const PlayerOption& option, int lowest, int highest);
double number_of_points(const PlayerOption& option);
bool is_on(const PlayerOption& option);

}  // namespace gioul
