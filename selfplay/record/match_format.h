// Reads and writes games of Portes as match files of backgammon programs: .mat (Jellyfish, GNU
// Backgammon, eXtreme Gammon and others) and SGF (GM[6]). Portes has no cube actions and no triple
// games; those in a file are dropped with a note (docs/game-files.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "selfplay/record/game_text.h"

namespace gioul {

/// Parses one game in .mat format. `lines` may begin with the heading of its match.
/// `first_line_number` is the line number of lines[0] in the file, and `number` is the game number.
/// Throws GameParseError, also for illegal plays.
AnnotatedGame parse_game_mat(std::span<const std::string> lines, std::size_t first_line_number,
                             std::uint64_t number);

/// Parses one game in SGF. `first_line_number` is the line number of lines[0] in the file, and
/// `number` is the game number. Throws GameParseError, also for illegal plays.
AnnotatedGame parse_game_sgf(std::span<const std::string> lines, std::size_t first_line_number,
                             std::uint64_t number);

/// Returns true for a line that begins a match in .mat format, such as "7 point match".
bool is_mat_match_line(std::string_view line);
/// Returns the digits of a line that begins a game in .mat format, such as "Game 1"; nullopt for
/// other lines.
std::optional<std::string_view> find_mat_game_number(std::string_view line);
/// Returns true for a line of .mat format that a reader takes for the players with these names.
/// Throws InputError for a line without players.
bool is_mat_names_line(std::string_view line, const std::array<std::string, 2>& names);
/// Returns true for a line that has turns or a result in .mat format.
bool is_mat_turn_or_result(std::string_view line);

/// The file formats of matches.
enum class MatchFormat : std::uint8_t { kMat, kSgf };

/// Formats legal games, one after the other, as one match of unlimited length. The players keep
/// their columns, and points add up, from game to game.
class MatchWriter {
 public:
  explicit MatchWriter(MatchFormat format) : format_(format) {}

  /// Formats the next game of the match. Throws InputError for a variant other than Portes, fewer
  /// than 15 checkers per side, or names that a .mat file cannot hold.
  std::string operator()(const AnnotatedGame& game);

 private:
  // Each formats the next game of the match. `swapped` is true if the player who moved first has
  // the second column.
  std::string format_mat_game(const AnnotatedGame& game, bool swapped) const;
  std::string format_sgf_game(const AnnotatedGame& game, bool swapped) const;

  MatchFormat format_;
  std::size_t written_game_count_ = 0;            // number of games formatted so far
  std::array<std::string, 2> player_names_ = {};  // by column: left (White), right (Black)
  std::array<int, 2> column_points_ = {};         // points won so far, by column
};

}  // namespace gioul
