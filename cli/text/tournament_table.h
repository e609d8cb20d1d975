// The tables that `gioul tournament` prints, at most 100 columns wide.
#pragma once

#include <string>
#include <vector>

#include "eval/contest/tournament_summary.h"

namespace gioul {

/// What is played, and the players with the numbers that stand for them below.
std::vector<std::string> tournament_head(const TournamentSummary& summary);

/// A line for each player, best first, under two of headings.
std::vector<std::string> standings_table(const TournamentSummary& summary);

/// A line for each pairing, under two of headings.
std::vector<std::string> pairings_table(const TournamentSummary& summary);

/// A line for each reason why a player lost a game without playing it to its end; may be none.
std::vector<std::string> failures_table(const TournamentSummary& summary);

}  // namespace gioul
