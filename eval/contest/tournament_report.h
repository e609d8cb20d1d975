// A tournament's figures for other programs, and as a page (docs/tournaments.md).
#pragma once

#include <string>

#include "eval/contest/tournament_summary.h"

namespace gioul {

/// JSON. All but "timing" depends on the tournament's plan alone.
std::string tournament_json(const TournamentSummary& summary);

/// CSV: a line for each pairing, and one for each player with an empty opponent.
std::string tournament_csv(const TournamentSummary& summary);

/// One self-contained HTML page: ratings, the crosstable, and what each pairing was like.
std::string tournament_page(const TournamentSummary& summary);

/// "1.4 us", "23 ms", "5.2 s".
std::string decision_time_text(double seconds);

/// One line: the scale, what the errors are, and whether drawn pairs were added.
std::string rating_note(const TournamentSummary& summary);

}  // namespace gioul
