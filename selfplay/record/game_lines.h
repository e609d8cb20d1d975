// Games as text and JSON lines, told apart: wherever such text comes from, it has the same games.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/record/game_text.h"

namespace gioul {

/// The lines of one game, as parse_game() reads them.
struct GameLines {
  std::vector<std::string> lines;
  std::size_t first = 0;  // the number of the first of them, from 1
  bool is_json = false;
};

/// Parts lines into games: each is one if the first that is not blank begins with a brace, else
/// games are parted by blank lines and begin with "game ".
class GameLineReader {
 public:
  /// Gives the next line without its '\n'; false after the last.
  using NextLine = std::function<bool(std::string&)>;

  explicit GameLineReader(NextLine next_line) : next_line_(std::move(next_line)) {}

  /// The next game; false after the last. Throws GameLineError for what is longer than any game,
  /// and what the lines' giver throws.
  bool next(GameLines& game);

  /// How many lines were read.
  std::size_t lines_read() const { return lines_read_; }

 private:
  bool read_line(std::string& line);

  NextLine next_line_;
  std::size_t lines_read_ = 0;
  std::optional<bool> is_json_;      // once a line is not blank
  std::optional<std::string> held_;  // a line that was read and begins the next game
};

/// Throws GameLineError.
NotedGame parse_game(const GameLines& game);

}  // namespace gioul
