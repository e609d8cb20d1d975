// Strict parsers of the text and JSON formats of games. They do not check that plays are legal;
// GameValidator (selfplay/record/game_file.h) does.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Thrown for a line that cannot be parsed. The message gives the reason without the line number.
class GameParseError : public InputError {
 public:
  GameParseError(std::size_t line, const std::string& what)
      : InputError(what), line_number_(line) {}
  /// Returns the number of that line in the file.
  std::size_t line_number() const { return line_number_; }

 private:
  std::size_t line_number_;
};

/// Parses one game in text format. `lines` are its lines, without the final blank line, and
/// `first_line_number` is the line number of lines[0] in the file. Throws GameParseError.
AnnotatedGame parse_game_text(std::span<const std::string> lines, std::size_t first_line_number);

/// Parses one game in JSON. `line` is its line number in the file. Ignores unknown keys. Throws
/// GameParseError.
AnnotatedGame parse_game_json(std::string_view json, std::size_t line);

/// Parses the decisions of a game from the text that a tournament database stores
/// (eval/play/play_game.h). Throws InputError.
std::vector<RecordedDecision> parse_database_decisions(std::string_view moves);

/// The highest number that a game pair of a tournament may have.
inline constexpr std::uint64_t kMaxPairNumber = 1'000'000'000'000;

/// Parses `text`, all of it, as an integer from `lowest` to `highest` in base `base`. Throws
/// InputError if it is malformed or out of range; `what` names the number in the message.
template <typename Number>
Number parse_ranged_number(std::string_view text, std::string_view what, Number lowest,
                           Number highest, int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || number < lowest ||
      number > highest) {
    throw InputError(std::string(what) + " " + quote(text) + ": expected a number from " +
                     std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return number;
}

/// Parses the play of a recorded decision, such as "24/21 24/23"; "-" means no checker move. Throws
/// InputError.
inline Play parse_recorded_play(std::string_view text) {
  if (text.empty()) throw InputError("the play is missing ('-' stands for no checker move)");
  try {
    return parse_play(text);
  } catch (const InputError& error) {
    throw InputError("the play " + quote(text) + " cannot be read: " + error.what());
  }
}

/// Converts the points that the first player won, -2 to 2 (negative: lost), to an outcome.
inline Outcome outcome_from_points(int points) { return static_cast<Outcome>(points + 2); }

/// Sets why the failed player of `game` failed. Throws InputError if `reason` is empty, as it is
/// for a player who resigned.
inline void set_failure_reason(AnnotatedGame& game, std::string_view reason) {
  if (reason.empty()) throw InputError("the reason is empty; expected why the player failed");
  game.failure_reason = to_printable_line(reason);
}

/// Sets the variant of `game` by name. Throws InputError if the variant is unknown or cannot be
/// played with game.checkers.
inline void set_variant_by_name(AnnotatedGame& game, std::string_view name) {
  constexpr std::size_t kLongestName = 60;  // longer than any name
  game.variant = find_game(name.substr(0, kLongestName));
  (void)game.variant.start(game.checkers);  // throws if there is none
}

/// Sets the game's start position from its text. `has_checkers`: its number of checkers is given,
/// and must be the same; otherwise it is set, too. Throws InputError.
inline void set_start_position(AnnotatedGame& game, std::string_view text, bool has_checkers) {
  game.start_position = parse_position(game.variant, text);
  const int checkers = game.start_position->own.total();
  if (has_checkers && checkers != game.checkers) {
    throw InputError("starts with " + std::to_string(checkers) + " checkers per side; expected " +
                     std::to_string(game.checkers) + ", the number of 'checkers'");
  }
  game.checkers = checkers;
}

}  // namespace gioul
