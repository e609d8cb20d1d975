// Pairs of matches in a file of finished work: docs/matches.md has the views that other programs
// can ask for.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>

#include "eval/match/match.h"
#include "eval/match/match_work.h"
#include "eval/work/work_file.h"

namespace gioul {

class MatchFile {
 public:
  /// Opens or begins the file, whose plan has `pairs` pairs. Throws as WorkFile does. A file that
  /// was begun by an older gioul becomes one of today.
  MatchFile(const std::filesystem::path& file, const MatchPlan& plan, std::int64_t pairs);

  /// Whether damage to what it has is noticed. False for a file that has just become one of today
  /// and was begun before there were checksums.
  bool has_checksums() const { return has_checksums_; }

  /// All pairs that it has.
  FoundMatches read() const;
  /// Adds a pair, which is in the file a tenth of a second later at most.
  void add(std::int64_t pair, const std::array<PlayedMatch, 2>& matches);
  /// Returns when all that was added is in the file.
  void finish() { work_->finish(); }

 private:
  std::int64_t pairs_;
  bool has_checksums_;
  std::unique_ptr<WorkFile> work_;
};

}  // namespace gioul
