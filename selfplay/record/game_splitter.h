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

/// The formats of game files. kMat and kSgf are match files of other programs.
enum class GameFormat : std::uint8_t { kText, kJson, kMat, kSgf };

/// The text of one game of a file, for parse_game().
struct GameText {
  std::vector<std::string> lines;
  std::size_t first_line = 0;  // line number of lines[0] in the file, from 1
  GameFormat format = GameFormat::kText;
};

/// Splits the lines of a file into games. The beginning of the first non-blank line selects the
/// format. With '{', each line is a game (JSON). With '(', a game is the text inside the
/// parentheses (.sgf). With "7 point match", "Game 1" or ';', a game starts at each line with "Game
/// " (.mat). Otherwise games start with "game " and end at a blank line (text).
class GameSplitter {
 public:
  /// Reads the next line without its line end; returns false after the last.
  using NextLine = std::function<bool(std::string&)>;

  explicit GameSplitter(NextLine next_line) : next_line_(std::move(next_line)) {}

  /// Reads the next game; returns false after the last. Throws GameParseError if a game is too
  /// long. Exceptions of NextLine pass through.
  bool next(GameText& game);

  /// Returns the number of lines read so far.
  std::size_t lines_read() const { return lines_read_; }

 private:
  bool read_line(std::string& line);
  bool next_mat(GameText& game);
  bool next_sgf(GameText& game);
  void add(GameText& game, std::string line) const;

  NextLine next_line_;
  std::size_t lines_read_ = 0;
  std::optional<GameFormat> format_;         // set by the first non-blank line
  std::optional<std::string> pending_line_;  // a line that was read ahead and starts the next game
};

/// Parses the text of one game by the parser of its format. Throws GameParseError.
AnnotatedGame parse_game(const GameText& game);

}  // namespace gioul
