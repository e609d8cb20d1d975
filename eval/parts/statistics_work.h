// The games of `gioul stats` in a file: played in parts, stopped and gone on with, and counted when
// all of them are there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/part.h"
#include "eval/play/player.h"
#include "eval/study/game_statistics.h"
#include "eval/work/work_file.h"

namespace gioul {

struct WorkProgress {
  std::int64_t done = 0;   // pieces
  std::int64_t found = 0;  // of these the file had
  std::int64_t most = 0;   // that were asked for
};

using TellWorkProgress = std::function<void(const WorkProgress&)>;

class StatisticsWork {
 public:
  /// Opens the file, which is made if it isn't there, and counts the games in it. Throws as
  /// WorkFile and statistics_report() do.
  StatisticsWork(const std::string& player, const SharesOptions& games,
                 const std::filesystem::path& file);

  /// Plays those games of the part that the file hasn't. `progress` is told after every game, by
  /// one thread at a time. Once.
  void play(const Part& part, const TellWorkProgress& progress = {});

  /// Of all games that are in the file.
  const StatisticsReport& report() const { return report_; }

 private:
  PlayerFactory player_;
  StatisticsReport report_;
  WorkFile file_;
  std::vector<bool> known_;
};

/// What is counted of a game, as bytes in such a file.
std::string bytes_of_facts(const GameFacts& facts);
/// Throws InputError for bytes that are of no game.
GameFacts facts_of_bytes(std::string_view bytes);

}  // namespace gioul
