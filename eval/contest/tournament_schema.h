// The tables of a tournament's database, as docs/tournaments.md describes them, and what in it says
// which tournament it is.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <string>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"
#include "eval/work/part_database.h"

namespace gioul {

/// What is said to be missing from a file that is no database.
inline constexpr const char* kTournamentContent = "results of a tournament";

/// The database in a file, which exists and which errors call `name`: an empty one is given its
/// tables and the plan. Throws InputError if it is something else, is damaged or holds another
/// tournament, and then says how they differ, and std::runtime_error if it can't be written.
SQLite::Database open_tournament_database(const std::filesystem::path& file,
                                          const std::string& name, const TournamentPlan& plan);

/// Whether its rows have checksums: those of format 1 have none.
bool has_row_checksums(SQLite::Database& database);

/// The tournament that the part holds. Throws InputError if it holds none.
TournamentPlan stored_plan(const PartDatabase& part);

/// Whether moves are kept, now that `keep` was asked for. Throws InputError if the database has
/// games without theirs.
bool prepare_moves(const std::string& name, SQLite::Database& database, KeepMoves keep);

}  // namespace gioul
