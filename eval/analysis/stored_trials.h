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

/// Everything besides the query and the options that affects a rollout, as names and values; for
/// example the checksums of the net and the tables. A stored rollout can be resumed only if they
/// are equal.
using RolloutInputs = std::vector<std::pair<std::string, std::string>>;

/// Returns the inputs of a rollout. `net` is the path of the net or table that it uses; if `tables`
/// is true, it also uses the default endgame tables of the game. `player` is the name of the player
/// that chooses the plays; if it is empty, the net does. Throws InputError for unreadable files.
RolloutInputs rollout_inputs(Game game, const std::string& net, bool tables,
                             const std::string& player);

/// A TrialCache in a file, with one unit per trial of each start (position or play).
class StoredTrials : public TrialCache {
 public:
  /// Opens the file, or creates it. Throws as the constructor of ResultStore does.
  StoredTrials(const std::filesystem::path& file, const RolloutQuery& query,
               const RolloutOptions& options, const RolloutInputs& rollout_inputs);

  void for_each_trial(std::int64_t begin, std::int64_t end, const TrialCallback& each) override;
  void store(std::size_t start, std::int64_t trial, const Value& value) override;

  /// Returns the number of trials in the file.
  std::int64_t trial_count() const { return result_store_.unit_count(); }
  /// Waits until everything stored has been written to the file.
  void finish_writing() { result_store_.finish_writing(); }

 private:
  std::vector<std::size_t> rolled_out_starts_;  // the indices of the starts that have trials
  std::vector<std::int64_t> index_of_start_;    // for each start, its index in rolled_out_starts_
  ResultStore result_store_;
};

}  // namespace gioul
