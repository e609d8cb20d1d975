// Summary statistics of recorded games: results, lengths, chains and forfeits.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "engine/games/game.h"
#include "selfplay/record/record_shard.h"

namespace gioul {

/// Accumulates statistics of the recorded games of one self-play run.
class RecordSummary {
 public:
  /// Makes a summary without games. `run` is the header of the run's first shard.
  explicit RecordSummary(ShardHeader run) : run_header_(std::move(run)) {}

  /// Returns true if a shard with the header `shard` belongs to the same run: if the headers differ
  /// at most in the first game.
  bool is_same_run(const ShardHeader& shard) const;

  /// Adds a game of the run to the statistics.
  void add(const GameRecord& game);
  /// Counts a shard that was read completely. `bytes` is its size.
  void add_shard(std::uint64_t bytes) {
    ++shard_count_;
    total_bytes_ += bytes;
  }

  /// Returns the statistics as lines of text.
  std::string format_text() const;
  /// Returns the statistics as a JSON array with one object per run.
  static std::string format_json(std::span<const RecordSummary> runs);

 private:
  // Returns `count` divided by the number of games; 0 without games.
  template <typename Count>
  double per_game(Count count) const {
    return games_ == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(games_);
  }
  bool has_chains() const { return run_header_.game.variant().doublets == DoubletRule::kChain; }

  ShardHeader run_header_;  // header of the run's first shard
  std::uint64_t shard_count_ = 0;
  std::uint64_t total_bytes_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t decisions_ = 0;
  std::uint64_t first_mover_wins_ = 0;  // games won by the player who moved first
  std::uint64_t ties_ = 0;
  std::uint64_t gammons_ = 0;
  std::int64_t first_mover_net_points_ = 0;  // points won minus lost by the players who moved first
  std::uint64_t chains_ = 0;                 // rolls that started a chain
  // Number of times that forfeited moves were played. Consecutive decisions count once.
  std::uint64_t forfeit_count_ = 0;
};

}  // namespace gioul
