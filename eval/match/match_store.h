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

/// The options of the work spec: everything that determines the matches, as names and values, in a
/// fixed order.
using MatchWorkOptions = std::vector<std::pair<std::string, std::string>>;

/// Returns the work spec of `pairs` mirrored pairs of matches. Each pair is one work unit.
WorkSpec make_match_work_spec(const MatchWorkOptions& options, std::int64_t pairs);

/// Encodes both matches of a pair as JSON, each as an array: points of the player, points of the
/// opponent, games, gammons, ties, and an array with the games that each player lost by
/// PlayerFailure, as {message: number of games}.
std::string encode_matches(const std::array<PlayedMatch, 2>& matches);

/// Reads all pairs in the store. Throws as ResultStore::read() does.
ResumedMatches load_matches(const ResultStore& file, std::int64_t pairs);

}  // namespace gioul
