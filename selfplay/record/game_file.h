// A file of games in any of the forms that gioul reads: text, JSON lines, match files, or
// self-play's records (docs/games.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "selfplay/record/game_lines.h"
#include "selfplay/record/game_text.h"

namespace gioul {

/// Plays games of any kind again, one after the other.
class GameChecker {
 public:
  /// The positions of a game. Throws ReplayError for the first thing in it that is not as the rules
  /// have it, or its dice not those of its seed and pair, if it names them. Valid until the next
  /// call.
  std::span<const Visit> operator()(const NotedGame& game);

  /// Of the game that was checked last.
  const Replay& replay() const { return *replay_; }
  std::span<const Visit> visits() const { return visits_; }

  /// The same game's: what decision `i` led to, as in the second column of `gioul moves`.
  std::string afterstate(const NotedGame& game, std::size_t i) const;

 private:
  int checkers_ = 0;
  std::optional<Replay> replay_;
  std::span<const Visit> visits_;
};

class GameFile {
 public:
  /// Opens a file, a pipe of all but shards, or a folder of shards. Throws InputError if it
  /// can't be read.
  explicit GameFile(const std::filesystem::path& path);
  GameFile(const GameFile&) = delete;
  GameFile& operator=(const GameFile&) = delete;

  /// Whether it is of self-play's records, whose games are numbered in a row.
  bool has_records() const { return !games_; }

  /// Reads the next game; false after the last. Throws InputError ("FILE:LINE: ...") for what is no
  /// game; the next call goes on after it, unless nothing can be told apart any more.
  bool next(NotedGame& game);

  /// "FILE:LINE" of decision `number` (from 1) of the game that was read last; of its result for
  /// other numbers.
  std::string where(const NotedGame& game, std::size_t number) const;
  /// The positions of the game that was read last, as `check` has them. Throws InputError, as it
  /// does, with where that is.
  std::span<const Visit> checked(GameChecker& check, const NotedGame& game) const;
  /// "FILE:LINE: game 3: ..." of the game that was read last, if it has a note; else empty.
  std::string note(const NotedGame& game) const;

 private:
  bool next_recorded(NotedGame& game);
  // Reads on; false at the end.
  bool fill();
  // The next line, without its '\n'.
  bool read_line(std::string& line);
  [[noreturn]] void fail(std::size_t line, const std::string& what) const;

  std::string name_;
  std::optional<InputStream> stream_;
  std::string buffer_;                   // of the stream: what was read of it
  std::size_t at_ = 0;                   // what is before it in the buffer has been taken
  std::optional<GameLineReader> games_;  // none of shards
  std::vector<std::filesystem::path> shards_;
  std::size_t next_shard_ = 0;
  std::unique_ptr<ShardReader> shard_;
  GameRecord record_;
};

}  // namespace gioul
