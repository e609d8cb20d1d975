// Pairs of matches in a file of finished work: docs/matches.md has the views that other programs
// can ask for.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/match/match.h"
#include "eval/work/work_file.h"
#include "eval/work/work_plan.h"

namespace gioul {

/// What decides how matches go, each with its value; in order.
using MatchPlan = std::vector<std::pair<std::string, std::string>>;

/// The entry of a plan that says how many matches there are: two for each pair.
inline constexpr const char* kMatchesOption = "number of matches";

WorkPlan match_work_plan(const MatchPlan& plan, std::int64_t pairs);

/// JSON: of each of the two matches of a pair [points, opponent's points, games, gammons, ties,
/// {why: games lost so} of each of the two].
std::string piece_of_matches(const std::array<PlayedMatch, 2>& matches);
/// Throws InputError, which names no file, for what is none.
std::array<PlayedMatch, 2> matches_of_piece(std::string_view piece);

struct OldWork;  // eval/work/old_work.h
/// Databases of the formats 0 and 1: tables of matches and failures, with checksums in format 1
/// alone.
extern const OldWork kOldMatches;

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
