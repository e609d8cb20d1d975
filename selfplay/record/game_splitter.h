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

/// Returns the format for the extension of a file name, such as kMat for "a.mat"; nullopt for an
/// unknown extension.
std::optional<GameFormat> format_from_file_name(const std::string& file);

/// The text of one game of a file, for parse_game().
struct GameText {
  std::vector<std::string> lines;     // lines in UTF-8; for .sgf, in the encoding of the file
  std::size_t first_line_number = 0;  // line number of lines[0] in the file, from 1
  GameFormat format = GameFormat::kText;
  /// For match files only: the number of the game. If a file has several matches, the numbers of
  /// the second match continue those of the first, and so on.
  std::uint64_t game_number = 0;
};

/// Splits the lines of a file into games. Lines end with LF, CR LF or CR. The first line that
/// begins a game or match determines the format; match files may have any text before that line:
/// - '{': each line is a game (JSON).
/// - "(;": a game is the text inside the parentheses (.sgf).
/// - "7 point match" or "Game 1": a game starts at each line "Game N" (.mat).
/// - "game 1": a game ends at a blank line or before the next line "game N" (text).
class GameSplitter {
 public:
  /// Reads the next line without its line feed; returns false after the last.
  using ReadLineFunction = std::function<bool(std::string&)>;

  /// Splits the lines that `read_line_function` reads. `expected` is the format that the error
  /// message names if no game is found.
  explicit GameSplitter(ReadLineFunction read_line_function,
                        std::optional<GameFormat> expected = std::nullopt)
      : read_line_function_(std::move(read_line_function)), expected_format_(expected) {}

  /// Reads the next game; returns false after the last. Throws GameParseError if there is text but
  /// no game, or if a game is too long. Exceptions of the ReadLineFunction pass through.
  bool read_next_game(GameText& game);

  /// Returns the number of lines read so far.
  std::size_t lines_read() const { return lines_read_; }

 private:
  // Reads the next line: an unread one, or the next of the file. Returns false after the last.
  bool read_line(std::string& line);
  // Puts a line back, to be read again next.
  void unread_line(std::string line) { unread_lines_.push_front(std::move(line)); }
  // Returns the number of the line that read_line() returned last.
  std::size_t line_number() const { return lines_read_ - unread_lines_.size(); }
  // Finds the first line that begins a game, and sets format_ by it. Unreads all lines that it has
  // read. Returns false if there is no text.
  bool detect_format();
  // Each reads the next game of a match file; returns false after the last.
  bool read_mat_game(GameText& game);
  bool read_sgf_game(GameText& game);
  // Sets GameText::game_number from `own`, the number of the game in its match.
  void set_game_number(GameText& game, std::uint64_t own);
  // Appends a line to `game`. Throws GameParseError if the game becomes too long.
  void add_line(GameText& game, std::string line) const;

  ReadLineFunction read_line_function_;        // reads the next line of the file
  std::optional<GameFormat> expected_format_;  // the format that error messages name
  std::string cr_lines_;                  // text up to a line feed: lines that are separated by CR
  std::size_t cr_lines_offset_ = 1;       // next line's offset in cr_lines_; past its end: none
  std::deque<std::string> unread_lines_;  // lines that were put back, to be read next
  std::size_t lines_read_ = 0;            // number of lines read from the file, with unread lines
  std::optional<GameFormat> format_;      // the file's format; set by detect_format()
  // For match files only:
  bool next_game_starts_match_ = false;   // the next game is the first of another match
  std::uint64_t game_number_offset_ = 0;  // added to the numbers that games have in this match
  std::optional<std::uint64_t> last_number_in_match_;  // the last game's number in its match
};

/// Parses the text of one game by the parser of its format. Throws GameParseError.
AnnotatedGame parse_game(const GameText& game);

}  // namespace gioul
