// A folder of shards as one run fills it: game after game, shard after shard, and on from where it
// was when a run before was killed. A shard has its name only when it is whole.
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

/// "games-000012.gioul-games"
std::string shard_name(std::uint64_t index);

/// The shards in a folder, in the order of their names, numbers compared as such. Throws InputError
/// if it can't be read.
std::vector<std::filesystem::path> list_shards(const std::filesystem::path& folder);

/// A game as format_block() wrote it.
struct RecordedGame {
  std::string block;
  std::uint64_t decisions = 0;
};

class RecordFolder {
 public:
  /// Opens `folder` for the run of `run` (its first_game is that of the whole run), making it if
  /// need be. Throws InputError if it holds shards of another run, and std::runtime_error if
  /// another process writes there or it can't be written.
  RecordFolder(std::filesystem::path folder, ShardHeader run, std::uint64_t games_a_shard);

  const std::filesystem::path& path() const { return folder_; }
  /// Of whole shards, those found included.
  const ShardCounts& kept() const { return kept_; }
  std::uint64_t shards() const { return shards_; }
  std::uint64_t bytes() const { return bytes_; }

  /// Adds the next games; each shard that fills up is given its name. Throws std::runtime_error if
  /// the disk is full or the like: whole shards then stay as they are, and the open one is removed.
  void append(std::span<const RecordedGame> games);
  /// Ends the open shard, if there is one.
  void finish();

 private:
  void find_shards();
  void add(std::string_view bytes);

  std::filesystem::path folder_;
  std::unique_ptr<FolderLock> lock_;
  ShardHeader run_;
  std::uint64_t games_a_shard_;
  ShardCounts kept_;
  std::uint64_t shards_ = 0;
  std::uint64_t bytes_ = 0;

  std::unique_ptr<GrowingFile> open_;
  ShardCounts open_counts_;
  std::uint64_t open_bytes_ = 0;
  std::uint32_t open_checksum_ = 0;
};

}  // namespace gioul
