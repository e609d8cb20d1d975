// Match files: games of Portes as backgammon programs exchange them, in the text form of Jellyfish
// and GNU Backgammon (.mat) and in the Smart Game Format (.sgf, GM[6]). What Portes has not, a cube
// and triple games, is left out when reading, and said in NotedGame::note (docs/games.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "selfplay/record/game_text.h"

namespace gioul {

/// Reads a game, with the lines of its match before it, if they are there; the first has number
/// `first_line` in its file. Throws GameLineError also for a play that is not lawful.
NotedGame parse_game_mat(std::span<const std::string> lines, std::size_t first_line);
NotedGame parse_game_sgf(std::span<const std::string> lines, std::size_t first_line);

enum class MatchForm : std::uint8_t { kMat, kSgf };

/// Writes games, which must be lawful, one after the other: a match without an end, in which a
/// player keeps his column and his points.
class MatchWriter {
 public:
  explicit MatchWriter(MatchForm form) : form_(form) {}

  /// Throws InputError for another game than Portes, or one that does not begin at its start.
  std::string operator()(const NotedGame& game);

 private:
  std::string mat(const NotedGame& game, bool swapped) const;
  std::string sgf(const NotedGame& game, bool swapped) const;

  MatchForm form_;
  std::size_t games_ = 0;                  // before this one
  std::array<std::string, 2> names_ = {};  // by column: left or White, right or Black
  std::array<int, 2> points_ = {};
};

}  // namespace gioul
