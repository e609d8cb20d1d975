// What the games of a run are like, counted from their records.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "selfplay/record/record_shard.h"

namespace gioul {

class RecordSummary {
 public:
  /// `run` is the header of the run's first shard here.
  explicit RecordSummary(ShardHeader run);

  /// Whether a shard belongs to the same run: all but its first game is the same.
  bool covers(const ShardHeader& shard) const;

  void add(const GameRecord& game);
  /// A shard has been read to its end.
  void add_shard(std::uint64_t bytes);

  std::string text() const;
  /// A JSON array of runs.
  static std::string json(std::span<const RecordSummary> runs);

 private:
  double per_game(std::uint64_t count) const;

  ShardHeader run_;
  bool has_chains_;
  int plain_rolls_;
  std::uint64_t shards_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t decisions_ = 0;
  std::uint64_t first_wins_ = 0;
  std::uint64_t ties_ = 0;
  std::uint64_t gammons_ = 0;
  std::int64_t first_points_ = 0;
  std::uint64_t chains_ = 0;
  std::uint64_t forfeits_ = 0;
};

}  // namespace gioul
