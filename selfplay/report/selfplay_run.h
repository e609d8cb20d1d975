// Plays self-play games without learning, as fast as in training. Counts the games, and optionally
// writes them as records.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "selfplay/loop/recording.h"

namespace gioul {

/// The number of games per batch. Games are played and counted in batches. GameTotals::games_hash
/// of a run depends on this number.
inline constexpr std::uint64_t kGamesPerBatch = 1000;

/// Totals of a run of `gioul selfplay`, with rates per game and per second.
struct SelfplayTotals : GameTotals {
  double seconds = 0.0;  // time in which the games were played

  /// Returns `count` divided by the number of games.
  double per_game(double count) const { return count / static_cast<double>(games); }
  /// Returns the mean number of decisions per game.
  double decisions_per_game() const { return per_game(static_cast<double>(decisions)); }
  /// Returns the fraction of games won by 2 points.
  double gammon_share() const { return per_game(static_cast<double>(gammons)); }
  /// Returns the points won minus lost per game by the player who moved first.
  double first_mover_points_per_game() const {
    return per_game(static_cast<double>(first_mover_points));
  }
  double games_per_second() const { return static_cast<double>(games) / seconds; }
};

/// Contents of the folder of records after a run of `gioul selfplay`.
struct WrittenRecords {
  std::string folder;               // the folder
  std::uint64_t shard_count = 0;    // number of shards (files of records)
  std::uint64_t games = 0;          // number of games in all shards
  std::uint64_t resumed_games = 0;  // number of these games that an earlier run had written
  std::uint64_t decisions = 0;      // number of decisions in all games
  std::uint64_t total_bytes = 0;    // size of all shards
};

/// The result of run_selfplay().
struct SelfplayResult {
  SelfplayTotals totals;                  // totals of the games that this run played
  std::optional<WrittenRecords> records;  // set if records were written
};

/// Plays the self-play games that `run` selects, without learning, in batches. play() plays the
/// games of one batch. If `records` is not null, skips the games that it has already and appends
/// the others. On a stop request, returns the result so far. `progress` receives the number of
/// games finished so far and the number of games to play.
SelfplayResult run_selfplay(const GenerationOptions& run,
                            const std::function<RecordedGames(const GenerationOptions&)>& play,
                            ShardWriter* records = nullptr,
                            const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

/// Formats the result of a self-play run as JSON.
std::string selfplay_json(const SelfplayResult& result);

}  // namespace gioul
