// Reads and writes shards: files with many games of one run, protected by checksums.
// docs/record-format.md specifies the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/position.h"
#include "selfplay/record/record.h"

namespace gioul {

/// Version of the file format of records.
inline constexpr int kRecordFormatVersion = 1;

/// File name suffix of a shard.
inline constexpr std::string_view kShardSuffix = ".gioul-games";

/// Identifies the run that a shard belongs to.
struct ShardHeader {
  Game game = {};
  int checkers = kMaxCheckers;     // per side
  bool has_values = true;          // games have the net's value of each decision but the first
  std::uint64_t seed = 1;          // seed of the dice
  std::uint64_t first_game = 0;    // number of the first game; numbers are consecutive
  std::uint64_t net_checksum = 0;  // checksum of the net that played
  std::string version;             // version of the program that wrote the shard
  bool operator==(const ShardHeader&) const = default;
};

/// Numbers of games and decisions in one or more shards (files of records).
struct ShardCounts {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
};

/// Encodes the header of a shard (file of records).
std::string encode_shard_header(const ShardHeader& header);

/// Encodes a game as a block of a shard: length, checksum and encoded game.
std::string encode_game_block(const GameRecord& game, bool with_values);

/// Updates a shard's checksum with the next header or block, and returns it. Leaves out the CRC in
/// that part: the CRC of data followed by its own CRC is constant, so it would detect nothing.
std::uint32_t extend_checksum(std::string_view part, std::uint32_t checksum);

/// Encodes the end of a shard: its counts and the checksum of everything before.
std::string encode_shard_end(const ShardCounts& counts, std::uint32_t checksum);

/// Reads a shard (file of records) from start to end, with one game in memory at a time. Allocates
/// no more than the format allows.
class ShardReader {
 public:
  /// Reads the header. All members throw InputError ("NAME: what is wrong") if the shard is
  /// damaged.
  ShardReader(std::unique_ptr<std::istream> stream, std::string name);

  const std::string& name() const { return name_; }
  const ShardHeader& header() const { return header_; }

  /// Reads the next game. Returns false after the last, when the whole shard has been verified.
  bool read_next_game(GameRecord& game);

  /// Returns the numbers of games and decisions read so far.
  const ShardCounts& counts() const { return counts_; }
  /// Returns the number of bytes read so far.
  std::uint64_t bytes_read() const { return bytes_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string location_text() const;
  void read(std::size_t count, const char* what);
  void read_header();
  void read_end();

  std::unique_ptr<std::istream> stream_;
  std::string name_;
  ShardHeader header_;
  ShardCounts counts_;
  std::uint64_t bytes_ = 0;     // number of bytes read so far
  std::uint32_t checksum_ = 0;  // of everything read so far
  std::string buffer_;          // the bytes read last
};

/// Opens a shard file. Throws InputError.
ShardReader open_shard(const std::filesystem::path& file);

/// The header and totals of a shard.
struct ShardSummary {
  ShardHeader header;
  ShardCounts counts;
};

/// Reads the header and totals of a shard quickly, without its games. Throws InputError if either
/// is damaged or missing.
ShardSummary read_shard_summary(const std::filesystem::path& file);

}  // namespace gioul
