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

/// Identifies everything besides the query and the options that affects a rollout, as pairs of name
/// and value; for example, the checksums of the net and the tables. A stored rollout can be resumed
/// only if all of them are unchanged.
using RolloutFingerprint = std::vector<std::pair<std::string, std::string>>;

/// Returns the names and checksums of the files that a rollout uses. `net` is the path of its net
/// or table. If `tables` is true, it also uses the default endgame tables of the game. `player` is
/// the name of the player that chooses the plays; if it is empty, the net chooses them. Throws
/// InputError for unreadable files.
RolloutFingerprint rollout_fingerprint(Game game, const std::string& net, bool tables,
                                       const std::string& player);

/// A TrialCache in a file, with one unit per trial of each start (position or play).
class StoredTrials : public TrialCache {
 public:
  /// Opens the file, or creates it. Throws the same errors as the constructor of ResultStore.
  StoredTrials(const std::filesystem::path& file, const RolloutQuery& query,
               const RolloutOptions& options, const RolloutFingerprint& rollout_fingerprint);

  void for_each_trial(std::int64_t begin, std::int64_t end, const TrialCallback& each) override;
  void store(std::size_t start, std::int64_t trial, const Value& value) override;

  /// Returns the number of trials in the file.
  std::int64_t trial_count() const { return result_store_.unit_count(); }
  /// Waits until everything stored has been written to the file.
  void finish_writing() { result_store_.finish_writing(); }

 private:
  // The indices in RolloutQuery::starts of the starts that need trials, ascending: their play did
  // not end the game. The index of a start in this list is the offset of its work unit among those
  // of the same trial.
  std::vector<std::size_t> starts_with_trials_;
  ResultStore result_store_;
};

}  // namespace gioul
