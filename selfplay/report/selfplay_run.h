// Runs self-play without learning, as fast as in training: counts the games and optionally writes
// them as records.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "selfplay/loop/recording.h"

namespace gioul {

/// Games are played and counted in batches of this size. The hash of a run depends on it.
inline constexpr std::uint64_t kGamesPerBatch = 1000;

/// Totals of a run of `gioul selfplay`, with rates per game and per second.
struct SelfplayTotals : GameTotals {
  double seconds = 0.0;  // duration of the games

  /// Returns `count` divided by the number of games.
  double per_game(double count) const { return count / static_cast<double>(games); }
  double decisions_per_game() const { return per_game(static_cast<double>(decisions)); }
  double gammon_share() const { return per_game(static_cast<double>(gammons)); }
  double first_mover_points_per_game() const {
    return per_game(static_cast<double>(first_mover_points));
  }
  double games_per_second() const { return static_cast<double>(games) / seconds; }
};

/// Contents of the folder of records after a run of `gioul selfplay`.
struct WrittenRecords {
  std::string folder;
  std::uint64_t shard_count = 0;    // number of files with records
  std::uint64_t games = 0;          // number of games in the folder
  std::uint64_t resumed_games = 0;  // games that existed before
  std::uint64_t decisions = 0;      // number of decisions in these games
  std::uint64_t total_bytes = 0;    // size of the files
};

/// The result of play_selfplay().
struct SelfplayResult {
  SelfplayTotals totals;                  // totals of the games that this run played
  std::optional<WrittenRecords> records;  // set if records were written
};

/// Plays self-play games without learning: those that `run` selects, in batches. play() plays one
/// batch. If `records` is not null, skips the games that it already has and adds the new ones. If a
/// stop is requested, returns the result so far. `progress` receives the numbers of finished games
/// and of all games.
SelfplayResult play_selfplay(
    const GenerationOptions& run,
    const std::function<RecordedGames(const GenerationOptions&)>& play,
    ShardWriter* records = nullptr,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

/// Formats the result of a self-play run as JSON.
std::string selfplay_json(const SelfplayResult& result);

}  // namespace gioul
