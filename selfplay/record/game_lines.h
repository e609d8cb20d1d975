// Games as text, JSON lines and match files, told apart: wherever they come from, they have the
// same games.
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

/// The lines of one game, as parse_game() reads them.
struct GameLines {
  std::vector<std::string> lines;
  std::size_t first = 0;  // the number of the first of them, from 1
  GameForm form = GameForm::kText;
};

/// Parts lines into games, as the first that is not blank says: with a brace each is one; with a
/// parenthesis a game is what is inside it (.sgf); with "7 point match", "Game 1" or a semicolon
/// one begins at each "Game " (.mat); else they are parted by blank lines and begin with "game ".
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
  bool next_mat(GameLines& game);
  bool next_sgf(GameLines& game);
  void add(GameLines& game, std::string line) const;

  NextLine next_line_;
  std::size_t lines_read_ = 0;
  std::optional<GameForm> form_;     // once a line is not blank
  std::optional<std::string> held_;  // a line that was read and begins the next game
};

/// Throws GameLineError.
NotedGame parse_game(const GameLines& game);

}  // namespace gioul
