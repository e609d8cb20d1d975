// The games of `gioul stats`: played and counted; with a file, in parts, stopped and gone on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/part.h"
#include "eval/study/game_statistics.h"

namespace gioul {

struct WorkProgress {
  std::int64_t done = 0;   // pieces
  std::int64_t found = 0;  // of these the file had
  std::int64_t most = 0;   // that were asked for
};

using TellWorkProgress = std::function<void(const WorkProgress&)>;

/// Lets `player` play against himself as in play_against_self(): those games of the part that
/// `file` hasn't, which is made if it isn't there (empty: there is none). The report is of all
/// games that the file has then. `progress` is told after every game, by one thread at a time.
/// Throws as WorkFile does, InputError for a player that can't be had, and std::runtime_error if he
/// can't play a game to its end.
StatisticsReport statistics_report(const std::string& player, const SharesOptions& games,
                                   const TellWorkProgress& progress = {},
                                   const std::filesystem::path& file = {}, const Part& part = {});

/// What is counted of a game, as bytes in such a file.
std::string bytes_of_facts(const GameFacts& facts);
/// Throws InputError for bytes that are of no game.
GameFacts facts_of_bytes(std::string_view bytes);

}  // namespace gioul
