// The trials of `gioul rollout` in a file: played in parts, stopped and gone on with.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "eval/play/trial_memo.h"
#include "eval/study/rollout_report.h"
#include "eval/work/work_file.h"

namespace gioul {

/// What decides rollouts besides what is asked and its options, each with its value.
using RolledBy = std::vector<std::pair<std::string, std::string>>;

/// By a net or table, the usual endgame tables if `tables`, and the player of that name; empty: the
/// net plays. Throws InputError for files that can't be read.
RolledBy rolled_by(Game game, const std::string& net, bool tables, const std::string& player);

/// The trials of one rollout, a piece of work each.
class KeptTrials : public TrialMemo {
 public:
  /// Opens the file, which is made if it isn't there. Throws as WorkFile does.
  KeptTrials(const std::filesystem::path& file, const RolloutQuestion& question,
             const RolloutOptions& options, const RolledBy& rolled_by);

  void recall(std::int64_t begin, std::int64_t end, const Each& each) override;
  void keep(std::size_t start, std::int64_t trial, const Value& value) override;

  /// How many trials are in the file.
  std::int64_t count() const { return file_.count(); }
  /// Returns when all are in the file that were kept.
  void finish() { file_.finish(); }

 private:
  std::vector<std::size_t> rolled_;     // the starts that have trials; ...
  std::vector<std::int64_t> place_of_;  // by start: which of these it is
  WorkFile file_;
};

}  // namespace gioul
