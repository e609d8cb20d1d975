// What tournaments and tests of two players keep and write.
#pragma once

#include <string>

#include "cli/shell/outputs.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

inline constexpr const char* kPositionsHelp =
    "start each game pair from the next position in FILE, one per line (docs/notation.md)";

/// Adds the database and the records (either may be empty), and protects the files that players
/// play by and the positions. Better now than after the games: throws InputError for what can't be
/// written, and for records without a database.
void add_contest_files(Outputs& outputs, const TournamentOptions& options,
                       const std::string& records);

}  // namespace gioul
