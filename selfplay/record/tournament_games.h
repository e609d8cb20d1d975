// Writes all games in a tournament database to a file, after replaying them by the rules.
#pragma once

#include <filesystem>

#include "base/files.h"
#include "eval/tournament/tournament_spec.h"

namespace gioul {

/// Writes the games of options.database, by number, to `file`: as JSON lines if its name ends in
/// ".jsonl", else as text (selfplay/record/game_text.h). The file is written atomically. Throws
/// InputError if the database is damaged or belongs to another tournament.
void write_tournament_games(const TournamentOptions& options, const std::filesystem::path& file,
                            IfExists if_exists = IfExists::kReplace);

}  // namespace gioul
