// Stores the trials of `gioul rollout` in a result store, so that the command can be stopped,
// resumed and split into parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "eval/analysis/rollout_report.h"
#include "eval/rollout/trial_cache.h"
#include "eval/store/result_store.h"

namespace gioul {

/// The inputs of a rollout besides the query and the options, as names and values, such as the
/// checksums of files.
using RolloutInputs = std::vector<std::pair<std::string, std::string>>;

/// Returns the inputs of a rollout that uses the net or table `net` and, if `tables`, the default
/// endgame tables of the game. `player` is the name of the player that chooses the plays; if it is
/// empty, the net does. Throws InputError for unreadable files.
RolloutInputs rollout_inputs(Game game, const std::string& net, bool tables,
                             const std::string& player);

/// A result store with one work unit per trial.
class StoredTrials : public TrialCache {
 public:
  /// Opens the file, or creates it. Throws as the constructor of ResultStore does.
  StoredTrials(const std::filesystem::path& file, const RolloutQuery& query,
               const RolloutOptions& options, const RolloutInputs& rollout_inputs);

  void find(std::int64_t begin, std::int64_t end, const TrialCallback& each) override;
  void store(std::size_t start, std::int64_t trial, const Value& value) override;

  /// Returns the number of trials in the file.
  std::int64_t count() const { return file_.count(); }
  /// Waits until everything stored has been written to the file.
  void finish() { file_.finish(); }

 private:
  std::vector<std::size_t> rolled_;           // the indices of the starts that have trials
  std::vector<std::int64_t> index_of_start_;  // for each start, its index in rolled_
  ResultStore file_;
};

}  // namespace gioul
