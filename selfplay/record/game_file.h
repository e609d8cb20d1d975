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
  /// first violation of the rules, at the first position that differs from the file's, and at dice
  /// that do not follow from the game's seed and pair, if the game has them.
  std::span<const GameStep> operator()(const AnnotatedGame& game);

  /// Returns the replay of the game that was validated last.
  const GameReplayer& replayer() const { return *replayer_; }
  /// Returns the steps of the game that was validated last.
  std::span<const GameStep> last_steps() const { return steps_; }

  /// Returns the text of the position after decision `i` (from 0), or of the result if it ended the
  /// game, as in the second column of `gioul moves`. `game` must be the one validated last.
  std::string afterstate(const AnnotatedGame& game, std::size_t i) const;

 private:
  int checkers_ = 0;  // per side, in games of replayer_; 0: no standard start
  std::optional<GameReplayer> replayer_;
  std::span<const GameStep> steps_;
};

/// Iterates over the games of a file in any supported format.
class GameFile {
 public:
  /// Opens a file, a pipe (for all formats but binary records), standard input ("-") or a folder of
  /// shards. Throws InputError if it cannot be read.
  explicit GameFile(const std::filesystem::path& path);
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  /// The path as given, for messages.
  const std::string& name() const { return name_; }
  /// Returns true for binary records of self-play, whose games have consecutive numbers.
  bool has_binary_records() const { return !game_splitter_; }

  /// Reads the next game into `game`; returns false after the last. Throws InputError ("FILE:LINE:
  /// ...") for a malformed game. The next call continues after it if the end of the game can be
  /// found.
  bool read_next_game(AnnotatedGame& game);

  /// Returns the location "FILE:LINE" of decision `number` (from 1) of the game read last. Any
  /// other number means the game's result.
  std::string location_of(const AnnotatedGame& game, std::size_t number) const;
  /// Validates `game`, which was read last, by `check` and returns its steps. If it breaks the
  /// rules, throws InputError with the location in the file.
  std::span<const GameStep> validate(GameValidator& check, const AnnotatedGame& game) const;
  /// Returns "FILE:LINE: game 3: ..." if something was dropped from the game read last
  /// (AnnotatedGame::dropped_content), else "".
  std::string dropped_content_note(const AnnotatedGame& game) const;

 private:
  // Reads the next game of a file or folder of binary records; returns false after the last.
  bool read_next_record(AnnotatedGame& game);
  // If the stream is UTF-16, replaces buffer_ by its text in UTF-8.
  void decode_utf16();
  // Reads more of the stream into buffer_; returns false at its end.
  bool fill();
  // Reads a line without its line end; returns false at the end.
  bool read_line(std::string& line);
  [[noreturn]] void fail_at_line(std::size_t line, const std::string& what) const;

  std::string name_;
  std::optional<InputStream> stream_;
  std::string buffer_;                         // unread part of the stream
  std::size_t buffer_offset_ = 0;              // offset of the next unread byte in buffer_
  std::optional<GameSplitter> game_splitter_;  // none for binary records
  // For binary records only:
  std::vector<std::filesystem::path> shard_files_;
  std::size_t next_shard_index_ = 0;  // index in shard_files_
  std::unique_ptr<ShardReader> shard_reader_;
  GameRecord record_;  // the game read last
};

/// Returns the files that an argument names: itself, or those in a folder, which are shards or else
/// all .txt, .jsonl, .mat and .sgf files. Throws InputError for a folder without games.
std::vector<std::filesystem::path> list_game_files(const std::string& argument);

/// The numbers of games that read_games() has found.
struct ReadGamesResult {
  std::uint64_t legal_game_count = 0;
  std::uint64_t rejected_game_count = 0;  // games that are malformed or violate the rules
  bool found_requested_game = false;      // the game with the requested number exists, legal or not
};

/// Called with each legal game, which `check` has replayed. Returns false to stop reading.
using LegalGameHandler =
    std::function<bool(const GameFile& file, const AnnotatedGame& game, GameValidator& check)>;
/// Called for each game that is malformed or violates the rules. `reason` is "FILE:LINE: REASON".
using RejectionHandler = std::function<void(const std::string& reason)>;

/// Reads all games of files and folders (list_game_files()), or, if `number` is set, only the game
/// with this number of each file. Other games are then checked only if no file has this number.
/// Throws InputError for a file that cannot be opened and for a number that two games of a file
/// have.
ReadGamesResult read_games(const std::vector<std::string>& arguments,
                           std::optional<std::uint64_t> number, const LegalGameHandler& use,
                           const RejectionHandler& reject);

}  // namespace gioul
