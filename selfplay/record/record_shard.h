// Reads and writes shards: files of records, with many games of one run, protected by checksums.
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

/// The first bytes of a shard.
inline constexpr std::string_view kShardMagic = "GIOULREC";

/// File name suffix of a shard.
inline constexpr std::string_view kShardSuffix = ".gioul-games";

/// The header of a shard, which identifies the run and the first game of the shard.
struct ShardHeader {
  Game game = {};
  int checkers = kMaxCheckers;     // per side
  bool has_values = true;          // decisions have the net's values, except the first of a game
  std::uint64_t seed = 1;          // seed of the dice
  std::uint64_t first_game = 0;    // number of the first game; numbers are consecutive
  std::uint64_t net_checksum = 0;  // checksum of the net that played
  std::string version;             // version of the program that wrote the shard
  bool operator==(const ShardHeader&) const = default;
};

/// Numbers of games and decisions in one or more shards (files of records).
struct ShardCounts {
  std::uint64_t games = 0;      // number of games
  std::uint64_t decisions = 0;  // number of decisions in these games
};

/// Encodes the header of a shard (file of records).
std::string encode_shard_header(const ShardHeader& header);

/// Encodes a game as a block of a shard: its length, the encoded game and its checksum.
std::string encode_game_block(const GameRecord& game, bool with_values);

/// Returns the checksum of a shard after its next part, a header or block. `checksum` is the
/// checksum before it. Leaves out the CRC at the end of the part: the CRC of data followed by its
/// own CRC is constant, so it would detect nothing.
std::uint32_t extend_checksum(std::string_view part, std::uint32_t checksum);

/// Encodes the end of a shard: its counts, and the checksum of everything before the end.
std::string encode_shard_end(const ShardCounts& counts, std::uint32_t checksum);

/// Reads a shard (file of records) from start to end, with one game in memory at a time. Even for a
/// damaged shard, allocates no more memory than a valid one needs.
class ShardReader {
 public:
  /// Reads the header. `name` is the name of the shard in messages. All members throw InputError
  /// ("NAME: what is wrong") if the shard is damaged.
  ShardReader(std::unique_ptr<std::istream> stream, std::string name);

  const ShardHeader& header() const { return header_; }

  /// Reads the next game. Returns false after the last game, once it has verified the whole shard.
  bool read_next_game(GameRecord& game);

  /// Returns the numbers of games and decisions read so far.
  const ShardCounts& counts() const { return counts_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  // Returns the place of an error: "game N", the game to be read next.
  std::string location_text() const;
  // Reads `count` bytes into buffer_, or all that are left. Returns how many were read.
  std::size_t read_up_to(std::size_t count);
  // Reads `count` bytes into buffer_. `what` names them in the error; nullptr: the next game.
  void read(std::size_t count, const char* what);
  // Reads the end of the shard, and verifies the counts and the checksum.
  void read_end();

  std::unique_ptr<std::istream> stream_;
  std::string name_;
  ShardHeader header_;
  ShardCounts counts_;          // numbers of games and decisions read so far
  std::uint32_t checksum_ = 0;  // checksum of everything read so far
  std::string buffer_;          // the bytes read last
};

/// Opens a shard file and reads its header. Throws InputError if this fails.
ShardReader open_shard(const std::filesystem::path& file);

/// The header and totals of a shard.
struct ShardSummary {
  ShardHeader header;
  ShardCounts counts;
};

/// Reads the header and totals of a shard without its games. Throws InputError if the header or the
/// end of the shard is damaged or missing.
ShardSummary read_shard_summary(const std::filesystem::path& file);

}  // namespace gioul
