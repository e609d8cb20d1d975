// What is counted over all games that a net has played against itself, and of those it has kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "selfplay/loop/recording.h"

namespace gioul {

/// Games that are played, counted and kept together. The hash of a run is that of these parts.
inline constexpr std::uint64_t kGamesAPart = 1000;

struct SelfplayTotals : GameTotals {
  double seconds = 0.0;

  double per_game(double count) const { return count / static_cast<double>(games); }
  double decisions_per_game() const { return per_game(static_cast<double>(decisions)); }
  double gammon_share() const { return per_game(static_cast<double>(gammons)); }
  double first_mover_mean() const { return per_game(static_cast<double>(first_mover_points)); }
  double games_per_second() const { return static_cast<double>(games) / seconds; }
};

/// The folder of records that games went to.
struct KeptRecords {
  std::string folder;
  std::uint64_t shards = 0;
  std::uint64_t games = 0;
  std::uint64_t found_games = 0;  // that were there before
  std::uint64_t decisions = 0;
  std::uint64_t bytes = 0;
};

/// What `records` has, called `folder`, of which `found_games` were there before.
KeptRecords kept_records(const RecordFolder& records, std::string folder,
                         std::uint64_t found_games);

/// As JSON.
std::string selfplay_json(const SelfplayTotals& totals, const std::optional<KeptRecords>& kept);

}  // namespace gioul
