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
std::string shard_name(std::uint64_t index);

/// Returns the shards (files of records) in a folder, sorted by number. Throws InputError if it
/// cannot be read.
std::vector<std::filesystem::path> list_shards(const std::filesystem::path& folder);

/// A game, encoded as a block of a shard (file of records).
struct EncodedGame {
  std::string block_bytes;           // the bytes of encode_game_block()
  std::uint64_t decision_count = 0;  // number of decisions in the game
};

/// Writes the shards of one run to a folder, which is locked against other processes.
class ShardWriter {
 public:
  /// Opens `folder`, which is created if necessary. `run` is the header of all shards; its
  /// first_game is the first game of the whole run. Throws InputError if it contains shards of
  /// another run, and std::runtime_error if another process is writing there or the folder is not
  /// writable.
  ShardWriter(std::filesystem::path folder, ShardHeader run, std::uint64_t games_per_shard);

  const std::filesystem::path& path() const { return folder_; }
  /// Returns the totals of the complete shards, including those that existed before.
  const ShardCounts& counts() const { return counts_; }
  /// Returns the number of complete shards.
  std::uint64_t shard_count() const { return shard_count_; }
  /// Returns the size of all complete shards.
  std::uint64_t total_bytes() const { return total_bytes_; }

  /// Appends the next games to the open shard, and completes each shard that is full. On a write
  /// error throws std::runtime_error and removes the incomplete shard; complete shards remain.
  void append(std::span<const EncodedGame> games);
  /// Completes the open shard, if any.
  void finish_writing();

 private:
  void find_shards();
  void add(std::string_view bytes);

  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;
  ShardHeader run_header_;  // its first_game is that of the run
  std::uint64_t games_per_shard_;
  ShardCounts counts_;             // of the complete shards
  std::uint64_t shard_count_ = 0;  // number of complete shards
  std::uint64_t total_bytes_ = 0;  // size of the complete shards

  // The open (incomplete) shard, if any:
  std::unique_ptr<AtomicFileWriter> open_shard_;
  ShardCounts open_counts_;
  std::uint64_t open_bytes_ = 0;
  std::uint32_t open_checksum_ = 0;
};

}  // namespace gioul
