// The decisions of a set in a file: made in parts, stopped and gone on with.
#pragma once

#include <filesystem>
#include <vector>

#include "eval/benchmark/decision_maker.h"
#include "eval/benchmark/decision_set.h"
#include "eval/work/work_file.h"

namespace gioul {

/// The decisions of one set, a piece of work each: their lines of the set's file.
class KeptDecisions {
 public:
  /// Opens the file, which is made if it isn't there. Throws as WorkFile does.
  KeptDecisions(const std::filesystem::path& file, const DecisionPlan& plan);

  /// Those that it has, by number.
  std::vector<ReferenceDecision> read() const;
  /// Adds one that it hasn't; it is in the file a tenth of a second later at most.
  void add(const ReferenceDecision& decision);
  /// Returns when all that was added is in the file.
  void finish() { file_.finish(); }

 private:
  Game game_;
  int checkers_;
  std::int64_t count_;
  WorkFile file_;
};

}  // namespace gioul
