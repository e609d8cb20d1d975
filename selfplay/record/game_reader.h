// Games as text and as JSON, read strictly: what is no game is refused with its line. Whether the
// plays are lawful is check_game's business (selfplay/record/game_file.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
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

}  // namespace gioul
