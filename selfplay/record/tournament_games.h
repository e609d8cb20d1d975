// Writes all games of a tournament database to a file, after validating them by a replay.
#pragma once

#include <filesystem>

#include "base/files.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// Writes the games of options.results_database to `file`, in order of their numbers: as JSON lines
/// if the name of the file ends in ".jsonl", else as text (selfplay/record/game_text.h). Writes the
/// file atomically. Throws InputError if the database is damaged or belongs to another tournament.
void write_tournament_games(const TournamentOptions& options, const std::filesystem::path& file,
                            IfExists if_exists = IfExists::kReplace);

}  // namespace gioul
