// Stores the decisions of a test set while it is being built, so that building can be stopped,
// resumed and split into parts.
#pragma once

#include <filesystem>
#include <vector>

#include "eval/store/result_store.h"
#include "eval/testset/decision_set.h"
#include "eval/testset/decision_set_builder.h"

namespace gioul {

/// A file of finished decisions of a test set (a ResultStore). Each decision is one unit, stored as
/// its line of the test set file.
class StoredDecisions {
 public:
  /// Opens the file, or creates it. Throws as the constructor of ResultStore does.
  StoredDecisions(const std::filesystem::path& file, const DecisionSetSpec& spec);

  /// Returns the stored decisions, sorted by number.
  std::vector<ReferenceDecision> read() const;
  /// Stores a decision, which must not be stored yet. It is written to the file within a tenth of a
  /// second.
  void add(const ReferenceDecision& decision);
  /// Waits until everything added has been written to the file.
  void finish_writing() { result_store_.finish_writing(); }

 private:
  Game game_;
  int checkers_;                 // number of checkers per side
  std::int64_t decision_count_;  // number of decisions of the whole set
  ResultStore result_store_;
};

}  // namespace gioul
