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
using MatchPlan = std::vector<std::pair<std::string, std::string>>;

/// Returns the work spec of `pairs` pairs; each pair is a work unit.
WorkPlan match_work_plan(const MatchPlan& plan, std::int64_t pairs);

/// Encodes both matches of a pair as JSON, each as [points, opponent's points, games, gammons,
/// ties, [lost games by failure, {message: games}, of each player]].
std::string piece_of_matches(const std::array<PlayedMatch, 2>& matches);

/// Reads all pairs in the store. Throws as ResultStore::read() does.
FoundMatches found_matches(const WorkFile& file, std::int64_t pairs);

}  // namespace gioul
