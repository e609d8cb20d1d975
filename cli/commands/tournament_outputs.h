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

/// Adds the options --luck-adjusted and --no-luck-adjusted, which control variance reduction.
void add_luck_options(CommandLine& line);

/// Returns whether to adjust results for luck, by --luck-adjusted and --no-luck-adjusted. Throws
/// InputError if both are given.
LuckAdjustment luck_option(const CommandLine& line);

/// Warns if results of slow players would be adjusted for luck by default, but are not, since no
/// net of the game is bundled with this program.
void warn_missing_luck_net(LuckAdjustment wanted, const std::vector<std::string>& players,
                           Game game);

/// Checks a tournament's files before it starts. Adds the database and `records`, the file for all
/// games, to `outputs` (the names of both may be empty), and the players' files and the positions
/// as inputs. Throws InputError before any game is played if a file cannot be written, or if there
/// are records without a database.
void add_tournament_outputs(OutputFiles& outputs, const TournamentOptions& options,
                            const std::string& records);

/// The HTML page of a run, which is also written every few seconds during the run.
class LivePage {
 public:
  /// `file` must have been added to `outputs`, or be empty: then no page is written.
  LivePage(OutputFiles& outputs, std::string file) : outputs_(outputs), file_(std::move(file)) {}

  /// Returns true if it is time to write the page.
  bool is_due() const { return !file_.empty() && Clock::now() >= next_update_; }
  /// Writes the page of the result so far.
  void update(std::string_view page);

 private:
  using Clock = std::chrono::steady_clock;
  OutputFiles& outputs_;
  std::string file_;                                                        // "": no page
  Clock::time_point next_update_ = Clock::now() + std::chrono::seconds(1);  // of the next update()
};

}  // namespace gioul
