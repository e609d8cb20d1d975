// Pairs of matches in a file of finished work: docs/matches.md has the views that other programs
// can ask for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "eval/match/match.h"
#include "eval/work/work_file.h"

namespace gioul {

/// What decides how matches go, each with its value; in order.
using MatchPlan = std::vector<std::pair<std::string, std::string>>;

/// Of `pairs` pairs, each of which is a piece.
WorkPlan match_work_plan(const MatchPlan& plan, std::int64_t pairs);

/// JSON: of each of the two matches of a pair [points, opponent's points, games, gammons, ties,
/// {why: games lost so} of each of the two].
std::string piece_of_matches(const std::array<PlayedMatch, 2>& matches);

/// All pairs that the file of such a plan has. Throws as WorkFile::read() does.
FoundMatches found_matches(const WorkFile& file, std::int64_t pairs);

}  // namespace gioul
