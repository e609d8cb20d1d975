// The tables of a tournament's database, as docs/tournaments.md describes them, and what in it says
// which tournament it is.
#pragma once

#include <SQLiteCpp/Database.h>

#include <string>

#include "eval/contest/pairs.h"
#include "eval/contest/tournament_plan.h"

namespace gioul {

/// What is said to be missing from a file that is no database.
inline constexpr const char* kTournamentContent = "results of a tournament";

/// The database in the file `name`, which exists: an empty one is given its tables and the plan.
/// Throws InputError if it is something else or holds another tournament, and then says how they
/// differ, and std::runtime_error if it can't be written.
SQLite::Database open_tournament_database(const std::string& name, const TournamentPlan& plan);

/// The tournament that the file `name` holds. Throws InputError if it holds none.
TournamentPlan stored_plan(const std::string& name);

/// Whether moves are kept, now that `keep` was asked for. Throws InputError if the database has
/// games without theirs.
bool prepare_moves(const std::string& name, SQLite::Database& database, KeepMoves keep);

}  // namespace gioul
