// Splits a stream of lines into games and detects their format: text, JSON lines, .mat or .sgf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/record/game_text.h"

namespace gioul {

enum class GameForm : std::uint8_t { kText, kJson, kMat, kSgf };

/// The lines of one game, for parse_game().
struct GameLines {
  std::vector<std::string> lines;
  std::size_t first = 0;  // line number of the first, from 1
  GameForm form = GameForm::kText;
};

/// Splits lines into games. The first non-blank line selects the format: with '{', each line is a
/// game (JSON); with '(', a game is the text inside the parentheses (.sgf); with "7 point match",
/// "Game 1" or ';', a game starts at each line with "Game " (.mat); otherwise games start with
/// "game " and end at a blank line (text).
class GameLineReader {
 public:
  /// Reads the next line without its line end; returns false after the last.
  using NextLine = std::function<bool(std::string&)>;

  explicit GameLineReader(NextLine next_line) : next_line_(std::move(next_line)) {}

  /// Reads the next game; returns false after the last. Throws GameParseError if a game is too
  /// long, and whatever NextLine throws.
  bool next(GameLines& game);

  /// The number of lines read so far.
  std::size_t lines_read() const { return lines_read_; }

 private:
  bool read_line(std::string& line);
  bool next_mat(GameLines& game);
  bool next_sgf(GameLines& game);
  void add(GameLines& game, std::string line) const;

  NextLine next_line_;
  std::size_t lines_read_ = 0;
  std::optional<GameForm> form_;     // set by the first non-blank line
  std::optional<std::string> held_;  // a line that was read ahead and starts the next game
};

/// Parses one game in its format. Throws GameParseError.
NotedGame parse_game(const GameLines& game);

}  // namespace gioul
