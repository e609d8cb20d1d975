// A player against itself, as fast as training plays: its games are counted, and kept as records if
// anybody wants them.
#pragma once

#include <cstdint>
#include <functional>
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

struct SelfplayResult {
  SelfplayTotals totals;  // of the games that were played
  std::optional<KeptRecords> kept;
};

/// Plays the games of `run` but for those that `records`, if there is one, has already, and adds
/// them there. play() plays those of its options. `progress` is told how many are done, of how
/// many.
SelfplayResult play_selfplay(
    const GenerationOptions& run, const std::function<PlayedGames(const GenerationOptions&)>& play,
    RecordFolder* records = nullptr,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

/// As JSON.
std::string selfplay_json(const SelfplayResult& result);

}  // namespace gioul
