// Summary statistics of recorded games: results, lengths, chains and forfeits.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "selfplay/record/record_shard.h"

namespace gioul {

/// Accumulates statistics of the recorded games of one self-play run.
class RecordSummary {
 public:
  /// Starts without games. `run` is the header of the run's first shard.
  explicit RecordSummary(ShardHeader run);

  /// Returns true if a shard belongs to the same run: equal headers except for the first game.
  bool is_same_run(const ShardHeader& shard) const;

  /// Counts a game of the run.
  void add(const GameRecord& game);
  /// Counts a shard of `bytes` bytes that was read completely.
  void add_shard(std::uint64_t bytes);

  /// Returns the statistics as lines of text.
  std::string format_text() const;
  /// Returns a JSON array with one object per run.
  static std::string format_json(std::span<const RecordSummary> runs);

 private:
  double per_game(std::uint64_t count) const;

  ShardHeader run_header_;   // of the run's first shard
  bool has_chains_;          // the variant has chains
  int rolls_before_chains_;  // number of a player's first rolls that start no chain
  std::uint64_t shard_count_ = 0;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t decisions_ = 0;
  std::uint64_t first_mover_wins_ = 0;  // games won by the player who moved first
  std::uint64_t ties_ = 0;
  std::uint64_t gammons_ = 0;
  std::int64_t first_mover_points_ = 0;  // points won minus lost by the players who moved first
  std::uint64_t chains_ = 0;             // rolls that started a chain
  std::uint64_t forfeit_decisions_ = 0;  // decisions about moves that the opponent forfeited
};

}  // namespace gioul
