#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>

#include <utility>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/contest/tournament_file.h"
#include "eval/work/database.h"
#include "eval/work/old_work.h"
#include "eval/work/work_file.h"

namespace gioul {

namespace {

constexpr int kColumns = 14;  // of games, in the order of their checksum
constexpr const char* kGames =
    "SELECT pairing, pair, game, first, second, points, first_decisions, second_decisions, rolls, "
    "forfeits, first_ns, second_ns, failed, reason, ";

// The tournament that it holds, without its pairings.
TournamentPlan old_plan(SQLite::Database& database, bool has_checksums) {
  RowChecksum checksum;
  for (const auto& [sql, columns] :
       {std::pair("SELECT variant, checkers, mode, seed, pairs, program FROM tournament", 6),
        std::pair("SELECT player, name, fingerprint FROM players ORDER BY player", 3),
        std::pair("SELECT pairing, player, opponent, seed FROM pairings ORDER BY pairing", 4)}) {
    SQLite::Statement row(database, sql);
    while (row.executeStep()) add_row(row, columns, checksum);
  }
  if (has_checksums &&
      database.execAndGet("SELECT crc FROM tournament").getInt64() != checksum.value()) {
    throw InputError("what it says of its tournament has another checksum");
  }
  SQLite::Statement about(database,
                          "SELECT variant, checkers, mode, seed, pairs, program FROM tournament");
  if (!about.executeStep()) throw InputError("it has no tournament");
  TournamentPlan plan;
  plan.game = find_game(about.getColumn(0).getString());
  plan.checkers = about.getColumn(1).getInt();
  plan.mode = parse_mode(about.getColumn(2).getString());
  plan.seed = std::stoull(about.getColumn(3).getString());
  plan.pairs = about.getColumn(4).getInt64();
  check_old_program(about.getColumn(5).getString());
  SQLite::Statement players(database, "SELECT name, fingerprint FROM players ORDER BY player");
  while (players.executeStep()) {
    plan.players.push_back({players.getColumn(0).getString(), players.getColumn(1).getString()});
  }
  plan.pairings.resize(
      static_cast<std::size_t>(database.execAndGet("SELECT count(*) FROM pairings").getInt64()));
  return plan;
}

// The game of the row that was read last.
GameResult old_game(SQLite::Statement& row, bool has_checksums) {
  RowChecksum checksum;
  add_row(row, kColumns, checksum);
  if (has_checksums && row.getColumn(kColumns).getInt64() != checksum.value()) {
    throw InputError("its checksum is another");
  }
  const auto number = [&](int column) { return row.getColumn(column).getInt(); };
  GameResult game;
  game.outcome = static_cast<Outcome>(number(5) + 2);
  game.decisions = {number(6), number(7)};
  game.rolls = number(8);
  game.forfeits = number(9);
  game.timed = !row.isColumnNull(10);
  game.nanoseconds = {row.getColumn(10).getInt64(), row.getColumn(11).getInt64()};
  if (!row.isColumnNull(12)) game.failed = number(12) == number(3) ? 0 : 1;
  game.failure = row.getColumn(13).getString();
  return game;
}

std::string old_moves(SQLite::Statement& row, bool has_checksums) {
  if (row.isColumnNull(kColumns + 1)) throw InputError("it has no moves");
  std::string moves = row.getColumn(kColumns + 1).getString();
  RowChecksum checksum;
  add_row(row, 3, checksum);
  checksum.add(moves);
  if (has_checksums && row.getColumn(kColumns + 2).getInt64() != checksum.value()) {
    throw InputError("the checksum of its moves is another");
  }
  return moves;
}

// Hands on all pairs, by pairing and number.
void read_old_pairs(SQLite::Database& database, bool has_checksums, KeepMoves keep,
                    const std::function<void(std::int64_t, const PlayedPair&)>& each) {
  const std::string crc = has_checksums ? "games.crc" : "0";
  const std::string moves = keep == KeepMoves::kNo
                                ? " FROM games"
                                : ", text, " + std::string(has_checksums ? "moves.crc" : "0") +
                                      " FROM games LEFT JOIN moves USING (pairing, pair, game)";
  SQLite::Statement row(database, kGames + crc + moves + " ORDER BY pairing, pair, game");
  while (row.executeStep()) {
    const std::int64_t pairing = row.getColumn(0).getInt64();
    PlayedPair pair{.number = row.getColumn(1).getInt64(), .games = {}};
    const std::string where =
        "pair " + std::to_string(pair.number) + " of pairing " + std::to_string(pairing);
    for (std::size_t i = 0; i < 2; ++i) {
      if ((i == 1 && !row.executeStep()) || row.getColumn(0).getInt64() != pairing ||
          row.getColumn(1).getInt64() != pair.number ||
          row.getColumn(2).getInt64() != static_cast<std::int64_t>(i)) {
        throw InputError(where + " has not its two games");
      }
      try {
        pair.games[i] = old_game(row, has_checksums);
        if (keep == KeepMoves::kYes) pair.moves[i] = old_moves(row, has_checksums);
      } catch (const InputError& error) {
        throw InputError(where + ", game " + std::to_string(i) + ": " + error.what());
      }
    }
    each(pairing, pair);
  }
}

bool upgrade_tournament(const PartDatabase& old, const std::filesystem::path& to) {
  bool has_checksums = true;
  read_old_work(old, [&](SQLite::Database& database) {
    const std::int64_t format = database.execAndGet("PRAGMA user_version").getInt64();
    if (format != 1 && format != 2) {
      throw InputError("it has format " + std::to_string(format));
    }
    has_checksums = format == 2;
    const TournamentPlan plan = old_plan(database, has_checksums);
    const KeepMoves keep =
        database.execAndGet("SELECT count(*) FROM sqlite_master WHERE name = 'moves'").getInt() == 0
            ? KeepMoves::kNo
            : KeepMoves::kYes;
    WorkFile work(to, work_plan(plan, keep));
    read_old_pairs(database, has_checksums, keep,
                   [&](std::int64_t pairing, const PlayedPair& pair) {
                     work.add(pairing * plan.pairs + pair.number, piece_of_pair(pair, keep));
                   });
    work.finish();
  });
  return has_checksums;
}

}  // namespace

const OldWork kOldTournament = {.application = 0x67696F75, .upgrade = &upgrade_tournament};

}  // namespace gioul
