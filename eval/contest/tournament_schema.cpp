#include "eval/contest/tournament_schema.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <cstdint>
#include <exception>
#include <utility>

#include "base/error.h"
#include "engine/games/game.h"
#include "eval/work/database.h"
#include "eval/work/row_checksum.h"

namespace gioul {

namespace {

constexpr std::int64_t kApplication = 0x67696F75;  // "giou", which `file` shows
constexpr std::int64_t kSchema = 2;
constexpr std::int64_t kSchemaWithoutChecksums = 1;

// The tables, as docs/tournaments.md describes them. A pair's points are seen from its games alone,
// so that no two places can disagree. A checksum is that of the row's other columns (RowChecksum),
// the tournament's that of its players and pairings too.
constexpr const char* kTables = R"(
CREATE TABLE tournament (
  variant TEXT NOT NULL, checkers INTEGER NOT NULL, mode TEXT NOT NULL, seed TEXT NOT NULL,
  pairs INTEGER NOT NULL, program TEXT NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE players (
  player INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint TEXT NOT NULL);
CREATE TABLE pairings (
  pairing INTEGER PRIMARY KEY, player INTEGER NOT NULL REFERENCES players,
  opponent INTEGER NOT NULL REFERENCES players, seed TEXT NOT NULL);
CREATE TABLE games (
  pairing INTEGER NOT NULL REFERENCES pairings, pair INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game IN (0, 1)),
  first INTEGER NOT NULL REFERENCES players, second INTEGER NOT NULL REFERENCES players,
  points INTEGER NOT NULL CHECK (points BETWEEN -2 AND 2),
  first_decisions INTEGER NOT NULL, second_decisions INTEGER NOT NULL,
  rolls INTEGER NOT NULL, forfeits INTEGER NOT NULL,
  first_ns INTEGER, second_ns INTEGER,
  failed INTEGER REFERENCES players, reason TEXT, crc INTEGER NOT NULL,
  PRIMARY KEY (pairing, pair, game)) WITHOUT ROWID;
CREATE VIEW pairs AS
  SELECT pairing, pair, sum(CASE game WHEN 0 THEN points ELSE -points END) AS points,
    sum(CASE game WHEN 0 THEN sign ELSE -sign END) AS wins
  FROM (SELECT pairing, pair, game, points, (points > 0) - (points < 0) AS sign FROM games)
  GROUP BY pairing, pair;
)";

// Only where moves are kept (eval/play/game_moves.h has their text).
constexpr const char* kMovesTable = R"(
CREATE TABLE moves (
  pairing INTEGER NOT NULL REFERENCES pairings, pair INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game IN (0, 1)), text TEXT NOT NULL,
  crc INTEGER NOT NULL,
  PRIMARY KEY (pairing, pair, game)) WITHOUT ROWID;
)";

constexpr const char* kMovesTableWithoutChecksums = R"(
CREATE TABLE moves (
  pairing INTEGER NOT NULL REFERENCES pairings, pair INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game IN (0, 1)), text TEXT NOT NULL,
  PRIMARY KEY (pairing, pair, game)) WITHOUT ROWID;
)";

std::int64_t single_number(SQLite::Database& database, const char* sql) {
  return database.execAndGet(sql).getInt64();
}

// Of all rows that say which tournament it is.
std::int64_t checksum_of_plan(SQLite::Database& database) {
  RowChecksum checksum;
  for (const auto& [sql, columns] :
       {std::pair("SELECT variant, checkers, mode, seed, pairs, program FROM tournament", 6),
        std::pair("SELECT player, name, fingerprint FROM players ORDER BY player", 3),
        std::pair("SELECT pairing, player, opponent, seed FROM pairings ORDER BY pairing", 4)}) {
    SQLite::Statement row(database, sql);
    while (row.executeStep()) add_row(row, columns, checksum);
  }
  return checksum.value();
}

void write_plan(SQLite::Database& database, const TournamentPlan& plan) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(kTables);
  SQLite::Statement about(database, "INSERT INTO tournament VALUES (?, ?, ?, ?, ?, ?, 0)");
  SQLite::bind(about, std::string(plan.game.name()), plan.checkers,
               std::string(mode_name(plan.mode)), std::to_string(plan.seed), plan.pairs,
               GIOUL_VERSION);
  about.exec();
  SQLite::Statement player(database, "INSERT INTO players VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    SQLite::bind(player, static_cast<std::int64_t>(i), plan.players[i].name,
                 plan.players[i].fingerprint);
    player.exec();
    player.reset();
  }
  SQLite::Statement pairing(database, "INSERT INTO pairings VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    SQLite::bind(pairing, static_cast<std::int64_t>(i),
                 static_cast<std::int64_t>(plan.pairings[i].player),
                 static_cast<std::int64_t>(plan.pairings[i].opponent),
                 std::to_string(plan.pairings[i].seed));
    pairing.exec();
    pairing.reset();
  }
  database.exec("UPDATE tournament SET crc = " + std::to_string(checksum_of_plan(database)));
  database.exec("PRAGMA application_id = " + std::to_string(kApplication));
  database.exec("PRAGMA user_version = " + std::to_string(kSchema));
  transaction.commit();
}

// Throws InputError, which names no file, if its tables or the rows that say which tournament it is
// are not as they were written. SQLite keeps the text of a statement as it was given.
void check_tables(SQLite::Database& database) {
  if (!has_row_checksums(database)) return;
  const std::string tables = std::string(kTables) + kMovesTable;
  SQLite::Statement found(database,
                          "SELECT name, sql FROM sqlite_master WHERE name IN ('tournament', "
                          "'players', 'pairings', 'games', 'moves', 'pairs')");
  int count = 0;
  for (; found.executeStep(); ++count) {
    if (tables.find("\n" + found.getColumn(1).getString() + ";\n") == std::string::npos) {
      throw InputError("its table " + found.getColumn(0).getString());
    }
  }
  constexpr int kWithoutMoves = 5;
  if (count < kWithoutMoves) throw InputError("its tables");
  if (single_number(database, "SELECT crc FROM tournament") != checksum_of_plan(database)) {
    throw InputError("what it says of its tournament has another checksum");
  }
}

// What the file says of its tournament, but the pairings, which follow from the rest. `program` is
// the version that began it.
TournamentPlan read_plan(SQLite::Database& database, std::string& program) {
  check_tables(database);
  TournamentPlan plan;
  SQLite::Statement about(database,
                          "SELECT variant, checkers, mode, seed, pairs, program FROM tournament");
  if (!about.executeStep()) throw InputError("it has no tournament");
  plan.game = find_game(about.getColumn(0).getString());
  plan.checkers = about.getColumn(1).getInt();
  plan.mode = parse_mode(about.getColumn(2).getString());
  plan.seed = std::stoull(about.getColumn(3).getString());
  plan.pairs = about.getColumn(4).getInt64();
  program = about.getColumn(5).getString();
  SQLite::Statement players(database, "SELECT name, fingerprint FROM players ORDER BY player");
  while (players.executeStep()) {
    plan.players.push_back({players.getColumn(0).getString(), players.getColumn(1).getString()});
  }
  return plan;
}

void check_same(const std::string& name, SQLite::Database& database, const TournamentPlan& plan) {
  std::string program;
  TournamentPlan found;
  try {
    with_database_errors(name, kTournamentContent, [&] { found = read_plan(database, program); });
  } catch (const std::exception& error) {
    throw InputError(name + ": is damaged: " + error.what());
  }
  std::string what = difference(found, plan);
  if (what.empty() && program != GIOUL_VERSION) {
    what = "it was begun by gioul " + program + ", and this is " + GIOUL_VERSION;
  }
  if (what.empty()) return;
  throw InputError(name + ": holds another tournament: " + what +
                   " (the same command goes on with it, another file begins a new one)");
}

void prepare(const std::string& name, SQLite::Database& database, const TournamentPlan& plan) {
  const bool is_new = single_number(database, "SELECT count(*) FROM sqlite_master") == 0;
  const std::int64_t application = single_number(database, "PRAGMA application_id");
  const std::int64_t schema = single_number(database, "PRAGMA user_version");
  if (!is_new && application != kApplication) {
    throw InputError(name + ": is a database of something else");
  }
  if (!is_new && schema != kSchema && schema != kSchemaWithoutChecksums) {
    throw InputError(name + ": has results of format " + std::to_string(schema) +
                     ", and this program knows " + std::to_string(kSchema));
  }
  keep_what_is_committed(database);
  if (is_new) {
    write_plan(database, plan);
  } else {
    check_pages(database, name);
    check_same(name, database, plan);
  }
}

}  // namespace

bool has_row_checksums(SQLite::Database& database) {
  return single_number(database, "PRAGMA user_version") != kSchemaWithoutChecksums;
}

SQLite::Database open_tournament_database(const std::filesystem::path& file,
                                          const std::string& name, const TournamentPlan& plan) {
  SQLite::Database database = open_database(file, name);
  with_database_errors(name, kTournamentContent, [&] { prepare(name, database, plan); });
  return database;
}

TournamentPlan stored_plan(const PartDatabase& part) {
  const std::string name = part.name();
  SQLite::Database database = open_database(part.opened, name);
  std::string program;
  TournamentPlan plan;
  try {
    with_database_errors(name, kTournamentContent, [&] {
      plan = read_plan(database, program);
      SQLite::Statement pairings(database,
                                 "SELECT player, opponent, seed FROM pairings ORDER BY pairing");
      while (pairings.executeStep()) {
        plan.pairings.push_back(
            {.player = static_cast<std::size_t>(pairings.getColumn(0).getInt64()),
             .opponent = static_cast<std::size_t>(pairings.getColumn(1).getInt64()),
             .seed = std::stoull(pairings.getColumn(2).getString())});
      }
    });
  } catch (const std::exception& error) {
    throw InputError(name + ": holds no tournament: " + error.what());
  }
  return plan;
}

bool prepare_moves(const std::string& name, SQLite::Database& database, KeepMoves keep) {
  return with_database_errors(name, kTournamentContent, [&] {
    constexpr const char* kHasMoves = "SELECT count(*) FROM sqlite_master WHERE name = 'moves'";
    if (single_number(database, kHasMoves) != 0) return true;
    if (keep == KeepMoves::kNo) return false;
    if (single_number(database, "SELECT EXISTS (SELECT 1 FROM games)") != 0) {
      throw InputError(name +
                       ": has games whose moves were not kept (records are for a tournament that "
                       "had them from its beginning: another file begins one)");
    }
    database.exec(has_row_checksums(database) ? kMovesTable : kMovesTableWithoutChecksums);
    return true;
  });
}

}  // namespace gioul
