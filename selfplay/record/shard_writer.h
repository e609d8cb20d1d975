// Writes games of one run to a folder of shard files, and resumes after the last complete shard. A
// shard gets its final name only when it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/locks.h"
#include "selfplay/record/record_shard.h"

namespace gioul {

/// Returns the file name of shard number `index`, such as "games-000012.gioul-games" for 12.
std::string shard_file_name(std::uint64_t index);

/// Returns the shards (files of records) in a folder, sorted by number. Throws InputError if the
/// folder cannot be read.
std::vector<std::filesystem::path> list_shards(const std::filesystem::path& folder);

/// A game, encoded as a block of a shard (file of records).
struct EncodedGame {
  std::string block_bytes;           // the block, from encode_game_block()
  std::uint64_t decision_count = 0;  // number of decisions in the game
};

/// Writes the shards of one run to a folder, which is locked against other processes.
class ShardWriter {
 public:
  /// Opens `folder`, which is created if necessary, and verifies the shards in it. `run` is the
  /// header of the run's first shard; the headers of other shards differ only in the first game.
  /// Throws InputError if the folder contains shards of another run, and std::runtime_error if
  /// another process is writing to it or it is not writable.
  ShardWriter(std::filesystem::path folder, ShardHeader run, std::uint64_t games_per_shard);

  /// Returns the folder.
  const std::filesystem::path& path() const { return folder_; }
  /// Returns the totals of the complete shards, including shards of earlier processes.
  const ShardCounts& counts() const { return counts_; }
  /// Returns the number of complete shards.
  std::uint64_t shard_count() const { return shard_count_; }
  /// Returns the size of all complete shards, in bytes.
  std::uint64_t total_bytes() const { return total_bytes_; }

  /// Appends the next games to the open shard, and completes each shard that is full. On a write
  /// error throws std::runtime_error and removes the incomplete shard; complete shards remain.
  void append(std::span<const EncodedGame> games);
  /// Completes the open shard, if any.
  void finish_writing();

 private:
  // Appends bytes to the open shard.
  void append_to_open_shard(std::string_view bytes);

  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;
  ShardHeader run_header_;         // header of the run's first shard
  std::uint64_t games_per_shard_;  // number of games per shard; the last may have fewer
  ShardCounts counts_;             // numbers of games and decisions in the complete shards
  std::uint64_t shard_count_ = 0;  // number of complete shards
  std::uint64_t total_bytes_ = 0;  // size of the complete shards, in bytes

  // The open (incomplete) shard, if any:
  std::unique_ptr<AtomicFileWriter> open_shard_;  // null: no shard is open
  ShardCounts open_counts_;                       // numbers of games and decisions in it
  std::uint64_t open_bytes_ = 0;                  // number of bytes in it
  std::uint32_t open_checksum_ = 0;               // checksum of these bytes
};

}  // namespace gioul
