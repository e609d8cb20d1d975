#include "eval/contest/tournament_database.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "base/error.h"
#include "engine/outcome.h"
#include "eval/contest/tournament_schema.h"
#include "eval/work/database.h"

namespace gioul {

namespace {

constexpr const char* kSelectGames =
    "SELECT pairing, pair, game, points, first_decisions, second_decisions, rolls, forfeits, "
    "first_ns, second_ns, first, failed, reason FROM games ORDER BY pairing, pair, game";
constexpr const char* kSelectGamesAndMoves =
    "SELECT pairing, pair, game, points, first_decisions, second_decisions, rolls, forfeits, "
    "first_ns, second_ns, first, failed, reason, text FROM games "
    "LEFT JOIN moves USING (pairing, pair, game) ORDER BY pairing, pair, game";

// What these two select, in their order.
struct Selected {
  enum Column : int {
    kPairing,
    kPair,
    kGame,
    kPoints,
    kFirstDecisions,
    kSecondDecisions,
    kRolls,
    kForfeits,
    kFirstNanoseconds,
    kSecondNanoseconds,
    kFirst,
    kFailed,
    kReason,
    kMoves,
  };
};

constexpr const char* kInsertGame =
    "INSERT INTO games (pairing, pair, game, first, second, points, first_decisions, "
    "second_decisions, rolls, forfeits, first_ns, second_ns, failed, reason) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr const char* kInsertMoves =
    "INSERT INTO moves (pairing, pair, game, text) VALUES (?, ?, ?, ?)";

void read_game(SQLite::Statement& row, bool with_moves, PlayedPair& pair, std::size_t number) {
  GameResult& game = pair.games[number];
  game.outcome = static_cast<Outcome>(row.getColumn(Selected::kPoints).getInt() + 2);
  game.decisions = {row.getColumn(Selected::kFirstDecisions).getInt(),
                    row.getColumn(Selected::kSecondDecisions).getInt()};
  game.rolls = row.getColumn(Selected::kRolls).getInt();
  game.forfeits = row.getColumn(Selected::kForfeits).getInt();
  game.timed = !row.isColumnNull(Selected::kFirstNanoseconds);
  game.nanoseconds = {row.getColumn(Selected::kFirstNanoseconds).getInt64(),
                      row.getColumn(Selected::kSecondNanoseconds).getInt64()};
  if (!row.isColumnNull(Selected::kFailed)) {
    const bool first =
        row.getColumn(Selected::kFailed).getInt64() == row.getColumn(Selected::kFirst).getInt64();
    game.failed = first ? 0 : 1;
  }
  game.failure = row.getColumn(Selected::kReason).getString();
  if (with_moves) pair.moves[number] = row.getColumn(Selected::kMoves).getString();
}

void run(SQLite::Statement& row) {
  row.exec();
  row.reset();
}

void write_game(SQLite::Statement& row, std::int64_t pairing_number, const Pairing& pairing,
                const PlayedPair& pair, std::size_t number) {
  const GameResult& game = pair.games[number];
  std::int64_t first = static_cast<std::int64_t>(pairing.player);
  std::int64_t second = static_cast<std::int64_t>(pairing.opponent);
  if (number == 1) std::swap(first, second);
  row.clearBindings();  // what is not bound below is nothing
  SQLite::bind(row, pairing_number, pair.number, static_cast<std::int64_t>(number), first, second,
               points(game.outcome), game.decisions[0], game.decisions[1], game.rolls,
               game.forfeits);
  if (game.timed) {
    row.bind(11, game.nanoseconds[0]);
    row.bind(12, game.nanoseconds[1]);
  }
  if (game.failed >= 0) {
    row.bind(13, game.failed == 0 ? first : second);
    row.bind(14, game.failure);
  }
  run(row);
}

}  // namespace

TournamentDatabase::TournamentDatabase(std::string name, const TournamentPlan& plan, KeepMoves keep)
    : name_(std::move(name)),
      database_(open_tournament_database(name_, plan)),
      keeps_moves_(prepare_moves(name_, database_, keep)),
      pairings_(plan.pairings),
      pairs_(plan.pairs) {}

void TournamentDatabase::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                              KeepMoves moves) {
  const bool with_moves = keeps_moves_ && moves == KeepMoves::kYes;
  with_database_errors(name_, kTournamentContent, [&] {
    SQLite::Statement row(database_, with_moves ? kSelectGamesAndMoves : kSelectGames);
    while (row.executeStep()) {
      const std::int64_t pairing = row.getColumn(Selected::kPairing).getInt64();
      PlayedPair pair;
      pair.number = row.getColumn(Selected::kPair).getInt64();
      const auto is_game = [&](std::int64_t number) {
        return row.getColumn(Selected::kPairing).getInt64() == pairing &&
               row.getColumn(Selected::kPair).getInt64() == pair.number &&
               row.getColumn(Selected::kGame).getInt64() == number;
      };
      bool whole = is_game(0) && static_cast<std::size_t>(pairing) < pairings_.size() &&
                   pair.number >= 0 && pair.number < pairs_;
      if (whole) read_game(row, with_moves, pair, 0);
      whole = whole && row.executeStep() && is_game(1);
      if (!whole) {
        throw InputError(name_ + ": is damaged: pair " + std::to_string(pair.number) +
                         " of pairing " + std::to_string(static_cast<std::size_t>(pairing)) +
                         " has not its two games");
      }
      read_game(row, with_moves, pair, 1);
      each(static_cast<std::size_t>(pairing), pair);
    }
  });
}

void TournamentDatabase::write(std::span<const PairOfPairing> pairs) {
  with_database_errors(name_, kTournamentContent, [&] {
    SQLite::Statement game(database_, kInsertGame);
    std::optional<SQLite::Statement> moves;
    if (keeps_moves_) moves.emplace(database_, kInsertMoves);
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& [pairing, pair] : pairs) {
      const auto pairing_number = static_cast<std::int64_t>(pairing);
      for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
        write_game(game, pairing_number, pairings_[pairing], pair, number);
        if (!moves) continue;
        SQLite::bind(*moves, pairing_number, pair.number, static_cast<std::int64_t>(number),
                     pair.moves[number]);
        run(*moves);
      }
    }
    transaction.commit();
  });
}

void TournamentDatabase::checkpoint() {
  with_database_errors(name_, kTournamentContent,
                       [&] { database_.exec("PRAGMA wal_checkpoint(TRUNCATE)"); });
}

}  // namespace gioul
