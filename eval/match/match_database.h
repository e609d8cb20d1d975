// The matches of two players in a SQLite file, so that a run that was stopped goes on with what it
// has. docs/matches.md has the tables.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eval/match/match.h"

namespace gioul {

/// What decides how matches go, each with its value; in order.
using MatchPlan = std::vector<std::pair<std::string, std::string>>;

class MatchDatabase {
 public:
  /// Opens or begins the file. Throws InputError if it is something else, is damaged or has matches
  /// of another plan, and std::runtime_error, as all of the class does, if it can't be written or
  /// another process has it.
  MatchDatabase(const std::filesystem::path& file, const MatchPlan& plan);
  ~MatchDatabase();
  MatchDatabase(const MatchDatabase&) = delete;
  MatchDatabase& operator=(const MatchDatabase&) = delete;

  /// Whether damage to what it has is noticed: files that were begun before there were checksums
  /// have none.
  bool has_checksums() const;

  /// All pairs below `pairs` that it has.
  FoundMatches read(std::int64_t pairs) const;
  /// Adds a pair.
  void write(std::int64_t pair, const std::array<PlayedMatch, 2>& matches);

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

}  // namespace gioul
