// Stores the rolled-out rolls of `gioul openings` in a result store, so that the command can be
// stopped, resumed and split into parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/analysis/openings.h"
#include "eval/analysis/stored_trials.h"
#include "eval/store/result_store.h"

namespace gioul {

/// An OpeningRolloutCache in a file. Each roll is one unit of the file: first the opening rolls,
/// then the replies to each selected opening.
class StoredOpeningRollouts : public OpeningRolloutCache {
 public:
  /// Opens the file, or creates it. `replies` has the index in kDistinctRolls of each opening whose
  /// replies are analyzed, in the order of the analysis. The last argument identifies the files
  /// that affect the results. Throws the same errors as the constructor of ResultStore.
  StoredOpeningRollouts(const std::filesystem::path& file, const OpeningsAnalyzer::Options& options,
                        std::vector<std::size_t> replies,
                        const RolloutFingerprint& rollout_fingerprint);

  std::optional<RollRolloutResults> find(std::uint64_t number) override;
  void store(std::uint64_t number, const RollRolloutResults& rollouts) override;

  /// Returns the number of rolls in the file.
  std::int64_t roll_count() const { return result_store_.unit_count(); }
  /// Waits until everything stored has been written to the file.
  void finish_writing() { result_store_.finish_writing(); }

 private:
  // Returns the unit of the file that holds the roll with this number.
  std::int64_t unit_index(std::uint64_t number) const;

  // The index in kDistinctRolls of each opening whose replies are analyzed.
  std::vector<std::size_t> reply_openings_;
  ResultStore result_store_;
};

/// Encodes the rollouts of a roll as bytes, to store them in the file.
std::string encode_rollouts(const RollRolloutResults& rollouts);
/// Decodes the rollouts of a roll from bytes of encode_rollouts(). Throws InputError if the bytes
/// are invalid.
RollRolloutResults decode_rollouts(std::string_view bytes);

}  // namespace gioul
