// Games as text and as JSON, read strictly: what is no game is refused with its line. Whether the
// plays are lawful is check_game's business (selfplay/record/game_file.h).
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
#include "selfplay/record/game_text.h"

namespace gioul {

/// A line that can't be read, and why. The message has the reason alone.
class GameLineError : public InputError {
 public:
  GameLineError(std::size_t line, const std::string& what) : InputError(what), line_(line) {}
  std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

/// Reads the lines of one game as game_text() writes them, the empty one left out; the first has
/// number `first_line` in its file. Throws GameLineError.
NotedGame parse_game_text(std::span<const std::string> lines, std::size_t first_line);

/// Reads a line as game_json() writes it; keys that it does not know are left alone.
NotedGame parse_game_json(std::string_view json, std::size_t line);

/// Reads the moves of a game as a tournament's database has them (eval/play/play_game.h).
std::vector<RecordedDecision> parse_game_moves(std::string_view moves);

inline constexpr std::uint64_t kMostPairs = 1'000'000'000'000;

template <typename Number>
Number number_of(std::string_view text, std::string_view what, Number lowest, Number highest,
                 int base = 10) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end != text.data() + text.size() || number < lowest ||
      number > highest) {
    throw InputError(std::string(what) + " " + in_quotes(text) + ": expected a number from " +
                     std::to_string(lowest) + " to " + std::to_string(highest));
  }
  return number;
}

/// A play as it is written; the message of what it throws is about a play.
inline Play read_play(std::string_view text) {
  if (text.empty()) throw InputError("the play is missing ('-' stands for no checker move)");
  try {
    return parse_play(text);
  } catch (const InputError& error) {
    throw InputError("the play " + in_quotes(text) + " cannot be read: " + error.what());
  }
}

/// The outcome that is worth so many points, from -2 to 2, to the first player.
inline Outcome outcome_of_points(int points) { return static_cast<Outcome>(points + 2); }

/// Gives `game` the named rules; throws if they have no start with its number of checkers.
inline void set_variant(NotedGame& game, std::string_view name) {
  constexpr std::size_t kLongestName = 60;  // no game has such a long one
  game.game = find_game(name.substr(0, kLongestName));
  (void)game.game.start(game.checkers);  // throws if there is none
}

}  // namespace gioul
