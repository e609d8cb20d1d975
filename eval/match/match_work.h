// Matches as work that can be kept in a file: their plan, and a pair of them as a piece of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/match/match.h"
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

}  // namespace gioul
