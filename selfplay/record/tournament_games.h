// The games of a tournament as a file: what its database has kept of them, played again by the
// rules and written out.
#pragma once

#include <filesystem>

#include "base/files.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

/// Writes all games that options.database has, by number, to `file`: as JSON lines if its name ends
/// in ".jsonl", else as text (selfplay/record/game_text.h). The file gets its name in one step.
/// Throws InputError if the database is not that of this tournament, or damaged.
void write_tournament_games(const TournamentOptions& options, const std::filesystem::path& file,
                            Existing existing = Existing::kReplaced);

}  // namespace gioul
