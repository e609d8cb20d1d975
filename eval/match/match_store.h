// Stores mirrored pairs of matches in a result store. docs/matches.md documents its SQL views.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "eval/match/match.h"
#include "eval/store/result_store.h"

namespace gioul {

/// Everything that determines the matches, as names and values, in order.
using MatchWorkOptions = std::vector<std::pair<std::string, std::string>>;

/// Returns the work spec of `pairs` pairs; each pair is a work unit.
WorkSpec make_match_work_spec(const MatchWorkOptions& options, std::int64_t pairs);

/// Encodes both matches of a pair as JSON, each as [points, opponent's points, games, gammons,
/// ties, [lost games by failure, {message: games}, of each player]].
std::string encode_matches(const std::array<PlayedMatch, 2>& matches);

/// Reads all pairs in the store. Throws as ResultStore::read() does.
ResumedMatches load_matches(const ResultStore& file, std::int64_t pairs);

}  // namespace gioul
