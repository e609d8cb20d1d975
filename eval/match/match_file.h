// Pairs of matches in a file of finished work: docs/matches.md has the views that other programs
// can ask for.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/match/match.h"
#include "eval/work/work_file.h"

namespace gioul {

/// What decides how matches go, each with its value; in order.
using MatchPlan = std::vector<std::pair<std::string, std::string>>;

class MatchFile {
 public:
  /// Opens or begins the file, whose plan has `pairs` pairs. Throws as WorkFile does.
  MatchFile(const std::filesystem::path& file, const MatchPlan& plan, std::int64_t pairs);

  /// All pairs that it has.
  FoundMatches read() const;
  /// Adds a pair, which is in the file a tenth of a second later at most.
  void add(std::int64_t pair, const std::array<PlayedMatch, 2>& matches);
  /// Returns when all that was added is in the file.
  void finish() { work_->finish(); }

 private:
  std::int64_t pairs_;
  std::unique_ptr<WorkFile> work_;
};

}  // namespace gioul
