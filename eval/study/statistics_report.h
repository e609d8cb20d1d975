// What a player's games against himself are like, with what was asked, ready to be shown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "eval/match/game_shares.h"
#include "eval/study/game_statistics.h"

namespace gioul {

struct StatisticsReport {
  std::string player;  // by name (docs/players.md)
  SharesOptions games;
  GameStatistics all;
};

/// As game_statistics(); throws InputError for a player that can't be had.
StatisticsReport statistics_report(const std::string& player, const SharesOptions& games,
                                   const std::function<void(std::int64_t)>& progress = {});

/// JSON with all figures.
std::string statistics_json(const StatisticsReport& report);

}  // namespace gioul
