// Splits a stream of lines into games and detects their format: text, JSON lines, .mat or .sgf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/record/game_text.h"

namespace gioul {

/// The formats of game files. kMat and kSgf are match files of other programs.
enum class GameFormat : std::uint8_t { kText, kJson, kMat, kSgf };

/// Returns the format that the ending of a file name stands for, such as kMat for "a.mat"; nullopt
/// for any other name.
std::optional<GameFormat> format_from_file_name(const std::string& file);

/// The text of one game of a file, for parse_game().
struct GameText {
  std::vector<std::string> lines;  // UTF-8; of .sgf, bytes
  std::size_t first_line = 0;      // line number of lines[0] in the file, from 1
  GameFormat format = GameFormat::kText;
  std::uint64_t game_number = 0;  // game number, only in match files; continues from match to match
};

/// Splits the lines of a file into games. Lines end with LF, CR LF or CR. The first line that
/// begins a game or match selects the format; match files may have any text before it:
/// - '{': each line is a game (JSON).
/// - "(;": a game is the text inside the parentheses (.sgf).
/// - "7 point match", "Game 1": a game starts at each line with "Game N" (.mat).
/// - "game 1": games end at a blank line or before the next such line (text).
class GameSplitter {
 public:
  /// Reads the next line without its line feed; returns false after the last.
  using ReadLineFunction = std::function<bool(std::string&)>;

  /// `expected` is the format that the error names if no game is found.
  explicit GameSplitter(ReadLineFunction read_line_function,
                        std::optional<GameFormat> expected = std::nullopt)
      : read_line_function_(std::move(read_line_function)), expected_format_(expected) {}

  /// Reads the next game; returns false after the last. Throws GameParseError if there is text but
  /// no game, or if a game is too long. Exceptions of the ReadLineFunction pass through.
  bool read_next_game(GameText& game);

  /// Returns the number of lines read so far.
  std::size_t lines_read() const { return lines_read_; }

 private:
  bool read_line(std::string& line);
  void unread_line(std::string line) { unread_lines_.push_front(std::move(line)); }
  // Returns the number of the line that read_line() returned last.
  std::size_t line_number() const { return lines_read_ - unread_lines_.size(); }
  // Reads up to the first line of a game and sets format_ by it. Returns false if there is no text.
  bool detect_format();
  bool read_mat_game(GameText& game);
  bool read_sgf_game(GameText& game);
  // Ends `game` at the heading of another match: gives back the lines that belong to that match.
  void end_game_at_next_match(GameText& game);
  // Sets the number of a game, which has the number `own` in its match.
  void set_game_number(GameText& game, std::uint64_t own);
  void add(GameText& game, std::string line) const;

  ReadLineFunction read_line_function_;        // reads the next line of the file
  std::optional<GameFormat> expected_format_;  // the format that errors name
  std::string cr_lines_;                       // lines that end with CR, up to a line feed
  std::size_t cr_lines_offset_ = 1;       // next line's offset in cr_lines_; past its end: none
  std::deque<std::string> unread_lines_;  // lines that were read ahead
  std::size_t lines_read_ = 0;            // lines read from the file, unread ones included
  std::optional<GameFormat> format_;      // set by detect_format()
  // For match files only:
  bool next_game_starts_match_ = false;                // a match head follows the last game
  std::uint64_t game_number_offset_ = 0;               // added to the numbers of this match
  std::optional<std::uint64_t> last_number_in_match_;  // the last game's number in the file
};

/// Parses the text of one game by the parser of its format. Throws GameParseError.
AnnotatedGame parse_game(const GameText& game);

}  // namespace gioul
