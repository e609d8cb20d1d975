// Output files of `gioul tournament` and `gioul sprt`, checked before the first game.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// Help text of the option --positions.
inline constexpr const char* kPositionsHelp =
    "start each game pair from the next position in FILE, one per line (docs/notation.md)";

/// Adds the options --luck-adjusted and --no-luck-adjusted, which select whether the luck of the
/// dice is subtracted from results (variance reduction).
void add_luck_options(CommandLine& line);

/// Returns the selection by --luck-adjusted and --no-luck-adjusted, or kAuto if neither is given.
/// Throws InputError if both are given.
LuckAdjustment selected_luck_adjustment(const CommandLine& line);

/// Warns that results are not adjusted for luck, if no net of the game is bundled with this program
/// and the default (kAuto) would adjust them because a player is slow.
void warn_missing_luck_net(LuckAdjustment wanted, const std::vector<std::string>& players,
                           Game game);

/// Adds the files that a contest of these players reads: theirs and the bundled net, which measures
/// luck.
void add_player_inputs(OutputFiles& outputs, Game game, const std::vector<std::string>& players);

/// Adds the files of a tournament to `outputs`, which checks them. The outputs are the database and
/// `records`, the file for the games; both names may be empty. The inputs are the players' files
/// and the file of start positions. Throws InputError if an output file cannot be written, or if
/// there are records without a database.
void add_tournament_files(OutputFiles& outputs, const TournamentOptions& options,
                          const std::string& records);

/// The HTML page of a tournament or test, written every few seconds while games are played.
class LivePage {
 public:
  /// `file` is the page's file. It must have been added to `outputs`; if it is empty, no page is
  /// written.
  LivePage(OutputFiles& outputs, std::string file) : outputs_(outputs), file_(std::move(file)) {}

  /// Returns true if it is time to write the page.
  bool is_due() const { return !file_.empty() && Clock::now() >= next_update_; }
  /// Writes `page`, the HTML text of the results so far. Ignores failures.
  void update(std::string_view page);

 private:
  using Clock = std::chrono::steady_clock;
  OutputFiles& outputs_;
  std::string file_;  // the page's file; "" if no page is written
  // The time from which is_due() returns true.
  Clock::time_point next_update_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace gioul
