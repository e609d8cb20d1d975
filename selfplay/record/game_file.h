// Reads games from a file or folder in any supported format: text, JSON lines, .mat, .sgf or binary
// records (docs/game-files.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "selfplay/record/game_splitter.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Validates games read from files, by replaying them.
class GameValidator {
 public:
  /// Replays a game and returns its steps, valid until the next call. Throws ReplayError at the
  /// first violation of the rules, at the first position that differs from the file's, and, if the
  /// game has a seed and a pair of a tournament, at the first dice that do not follow from them.
  std::span<const GameStep> operator()(const AnnotatedGame& game);

  /// Returns the replay of the game that was validated last.
  const GameReplayer& replayer() const { return *replayer_; }
  /// Returns the steps of the game that was validated last.
  std::span<const GameStep> last_steps() const { return steps_; }

  /// Returns the position after decision `i` (from 0) as text or, if the decision ended the game,
  /// the result, as in the second column of `gioul moves`. `game` must be the game validated last.
  std::string format_afterstate_or_result(const AnnotatedGame& game, std::size_t i) const;

 private:
  // Checkers per side in the games of replayer_; 0 if they do not start at the variant's start.
  int checkers_ = 0;
  std::optional<GameReplayer> replayer_;  // made for the first game and when games differ
  std::span<const GameStep> steps_;       // steps of the game validated last
};

/// Iterates over the games of a file in any supported format.
class GameFile {
 public:
  /// Opens a file, a pipe or standard input ("-"). Binary records cannot be read from pipes. Throws
  /// InputError if `path` cannot be read.
  explicit GameFile(const std::filesystem::path& path);
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  /// Returns the path as given, for messages.
  const std::string& name() const { return name_; }
  /// Returns true if the file has binary records of self-play, whose games have consecutive
  /// numbers.
  bool has_binary_records() const { return !game_splitter_; }

  /// Reads the next game into `game`; returns false after the last. Throws InputError ("FILE:LINE:
  /// ...") for a malformed game. If the end of that game can be found, the next call reads the game
  /// after it.
  bool read_next_game(AnnotatedGame& game);

  /// Returns the location "FILE:LINE" of decision `number` (from 1) of the game read last. Any
  /// other number stands for the game's result.
  std::string format_decision_location(const AnnotatedGame& game, std::size_t number) const;
  /// Returns "FILE:LINE: game 3: ..." if something was dropped from the game read last
  /// (AnnotatedGame::dropped_content), else "".
  std::string dropped_content_note(const AnnotatedGame& game) const;

 private:
  // Reads the next game of a file of binary records; returns false after the last.
  bool read_next_record(AnnotatedGame& game);
  // Reads more of the stream into buffer_; returns false at its end.
  bool fill_buffer();
  // Reads a line without its line end; returns false at the end.
  bool read_line(std::string& line);
  [[noreturn]] void fail_at_line(std::size_t line, const std::string& what) const;

  std::string name_;
  std::optional<InputStream> stream_;
  std::string buffer_;                         // bytes of the stream; unread from buffer_offset_
  std::size_t buffer_offset_ = 0;              // offset of the next unread byte in buffer_
  std::optional<GameSplitter> game_splitter_;  // nullopt for binary records
  // For binary records only:
  std::unique_ptr<ShardReader> shard_reader_;  // null before the first game
  bool has_read_all_records_ = false;          // no game can be read any more
  GameRecord last_record_;                     // the game read last
};

/// Returns the game files that a command-line argument names. For a file, this is the file itself.
/// For a folder, these are its shards or, without shards, its .txt, .jsonl, .mat and .sgf files.
/// Throws InputError for a folder without such files.
std::vector<std::filesystem::path> list_game_files(const std::string& argument);

/// The numbers of games that read_games() has found.
struct ReadGamesResult {
  std::uint64_t legal_game_count = 0;     // games that are well-formed and legal
  std::uint64_t rejected_game_count = 0;  // games that are malformed or violate the rules
  bool found_requested_game = false;      // the game with the requested number exists, legal or not
};

/// Called with each legal game, which `check` has validated. Must return false to stop reading.
using LegalGameHandler =
    std::function<bool(const GameFile& file, const AnnotatedGame& game, GameValidator& check)>;
/// Called for each game that is malformed or violates the rules. `reason` is "FILE:LINE: REASON".
using RejectionHandler = std::function<void(const std::string& reason)>;

/// Reads and validates games of files and folders (list_game_files()), and calls `use` for each
/// legal game and `reject` for each other one. If `number` is set, reads only the game with this
/// number of each file; other games are then validated only if no file has this number. Throws
/// InputError for a file that cannot be opened, and if two games of a file have the number.
ReadGamesResult read_games(const std::vector<std::string>& arguments,
                           std::optional<std::uint64_t> number, const LegalGameHandler& use,
                           const RejectionHandler& reject);

}  // namespace gioul
