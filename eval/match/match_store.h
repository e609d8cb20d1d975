// Stores mirrored pairs of matches in a file, so that `gioul match` can be stopped and resumed.
// docs/matches.md documents its SQL views.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "eval/match/match.h"
#include "eval/store/result_store.h"

namespace gioul {

/// Everything that determines the matches, as names and values in a fixed order. The options are
/// stored with the results. Results can be resumed only with equal options.
using MatchWorkOptions = std::vector<std::pair<std::string, std::string>>;

/// Returns the specification of `pairs` mirrored pairs of matches, for their result store. Each
/// pair is one work unit.
WorkSpec make_match_work_spec(const MatchWorkOptions& options, std::int64_t pairs);

/// Encodes both matches of a pair as JSON. Each is an array: points of the player, points of the
/// opponent, games, gammons, ties, and an array with an object for each player. The object has the
/// number of games that the player lost by failing, by error message. If luck was measured,
/// PlayedMatch::luck_units follows.
std::string encode_matches(const std::array<PlayedMatch, 2>& matches);

/// Reads all pairs of matches in the store; `pairs` is the total number of pairs. Throws as
/// ResultStore::for_each_unit() does.
ResumedMatches load_matches(const ResultStore& file, std::int64_t pairs);

}  // namespace gioul
