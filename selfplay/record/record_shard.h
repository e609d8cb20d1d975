// Shards: files of many games of one run, from a header that says which run to an end that says how
// many games. docs/records.md has every byte; each of them is under a checksum.
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

inline constexpr int kRecordVersion = 1;
inline constexpr std::string_view kShardSuffix = ".gioul-games";

/// Whose games a shard holds.
struct ShardHeader {
  Game game = {};
  int checkers = kMaxCheckers;
  bool values = true;            // does each decision but the first have one?
  std::uint64_t seed = 1;        // of the dice
  std::uint64_t first_game = 0;  // its number; the others follow
  std::uint64_t net = 0;         // checksum of who played
  std::string version;           // of the program that wrote it
  bool operator==(const ShardHeader&) const = default;
};

struct ShardCounts {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
};

/// The bytes with which a shard begins.
std::string format_header(const ShardHeader& header);

/// A game with its length and checksum, as it stands in a shard.
std::string format_block(const GameRecord& game, bool with_values);

/// Goes on with a shard's checksum over a header or block. Their own checksums are left out: after
/// a part with its right CRC the CRC of all is the same whatever the part says.
std::uint32_t add_to_checksum(std::string_view part, std::uint32_t checksum);

/// The bytes with which a shard ends.
std::string format_end(const ShardCounts& counts, std::uint32_t checksum);

/// Reads a shard from its beginning to its end, one game in memory at a time. Nothing is allocated
/// that the format does not allow.
class ShardReader {
 public:
  /// Reads the header. Throws InputError ("NAME: what is wrong"), as all of the class does.
  ShardReader(std::unique_ptr<std::istream> stream, std::string name);

  const std::string& name() const { return name_; }
  const ShardHeader& header() const { return header_; }

  /// Reads the next game. False after the last one: the shard is then known to be whole.
  bool next(GameRecord& game);

  /// Of the games read so far.
  const ShardCounts& counts() const { return counts_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string where() const;
  void read(std::size_t count, const char* what);
  void read_header();
  void read_end();

  std::unique_ptr<std::istream> stream_;
  std::string name_;
  ShardHeader header_;
  ShardCounts counts_;
  std::uint64_t bytes_ = 0;
  std::uint32_t checksum_ = 0;  // of all that was read so far
  std::string buffer_;          // what was read last
};

ShardReader open_shard(const std::filesystem::path& file);

struct ShardSummary {
  ShardHeader header;
  ShardCounts counts;
};

/// What a shard says of itself in its header and its end, without reading its games. Throws
/// InputError if either is damaged or missing.
ShardSummary read_summary(const std::filesystem::path& file);

}  // namespace gioul
