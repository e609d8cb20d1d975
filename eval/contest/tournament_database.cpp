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
#include "eval/work/row_checksum.h"

namespace gioul {

namespace {

// Columns of games, in the order of their checksum.
constexpr const char* kGameColumns =
    "pairing, pair, game, first, second, points, first_decisions, second_decisions, rolls, "
    "forfeits, first_ns, second_ns, failed, reason";

struct Selected {
  enum Column : int {
    kPairing,
    kPair,
    kGame,
    kFirst,
    kSecond,
    kPoints,
    kFirstDecisions,
    kSecondDecisions,
    kRolls,
    kForfeits,
    kFirstNanoseconds,
    kSecondNanoseconds,
    kFailed,
    kReason,
    kChecksum,
    kMoves,
    kChecksumOfMoves,
  };
};

std::string select_games(bool with_checksums, bool with_moves) {
  const std::string checksum = with_checksums ? "crc" : "0";
  if (!with_moves) {
    return std::string("SELECT ") + kGameColumns + ", " + checksum +
           " FROM games ORDER BY pairing, pair, game";
  }
  const std::string of_game = with_checksums ? "games.crc" : "0";
  const std::string of_moves = with_checksums ? "moves.crc" : "0";
  return std::string("SELECT ") + kGameColumns + ", " + of_game + ", text, " + of_moves +
         " FROM games LEFT JOIN moves USING (pairing, pair, game) ORDER BY pairing, pair, game";
}

// Into the columns named, and the one of a checksum if there is one.
std::string insertion(const char* table, const std::string& columns, int count,
                      bool with_checksums) {
  std::string marks = "?";
  for (int i = 1; i < count + (with_checksums ? 1 : 0); ++i) marks += ", ?";
  return std::string("INSERT INTO ") + table + " (" + columns + (with_checksums ? ", crc" : "") +
         ") VALUES (" + marks + ")";
}

std::int64_t checksum_of_moves(std::int64_t pairing, std::int64_t pair, std::size_t game,
                               const std::string& text) {
  return RowChecksum()
      .add(pairing)
      .add(pair)
      .add(static_cast<std::int64_t>(game))
      .add(text)
      .value();
}

// Throws InputError, which doesn't say where, if they are not what they were when they were
// written.
void check_game(SQLite::Statement& row, bool with_checksums) {
  RowChecksum checksum;
  add_row(row, Selected::kChecksum, checksum);
  if (with_checksums && row.getColumn(Selected::kChecksum).getInt64() != checksum.value()) {
    throw InputError("its checksum is another");
  }
  const std::int64_t points = row.getColumn(Selected::kPoints).getInt64();
  if (points < -2 || points > 2) throw InputError("it has " + std::to_string(points) + " points");
}

void read_moves(SQLite::Statement& row, bool with_checksums, PlayedPair& pair, std::size_t number) {
  if (row.isColumnNull(Selected::kMoves)) throw InputError("it has no moves");
  pair.moves[number] = row.getColumn(Selected::kMoves).getString();
  if (!with_checksums) return;
  const std::int64_t wanted = checksum_of_moves(row.getColumn(Selected::kPairing).getInt64(),
                                                pair.number, number, pair.moves[number]);
  if (row.getColumn(Selected::kChecksumOfMoves).getInt64() == wanted) return;
  throw InputError("the checksum of its moves is another");
}

void read_game(SQLite::Statement& row, PlayedPair& pair, std::size_t number) {
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
}

void run(SQLite::Statement& row) {
  row.exec();
  row.reset();
}

void write_game(SQLite::Statement& row, std::int64_t pairing_number, const Pairing& pairing,
                const PlayedPair& pair, std::size_t number, bool with_checksums) {
  const GameResult& game = pair.games[number];
  std::int64_t first = static_cast<std::int64_t>(pairing.player);
  std::int64_t second = static_cast<std::int64_t>(pairing.opponent);
  if (number == 1) std::swap(first, second);
  row.clearBindings();  // what is not bound below is nothing
  RowChecksum checksum;
  int place = 0;
  const auto put = [&](const auto& value) {
    row.bind(++place, value);
    checksum.add(value);
  };
  const auto put_nothing = [&](int columns) {
    for (; columns > 0; --columns, ++place) checksum.add("NULL");
  };
  for (const std::int64_t value :
       {pairing_number, pair.number, static_cast<std::int64_t>(number), first, second,
        std::int64_t{points(game.outcome)}, std::int64_t{game.decisions[0]},
        std::int64_t{game.decisions[1]}, std::int64_t{game.rolls}, std::int64_t{game.forfeits}}) {
    put(value);
  }
  if (game.timed) {
    put(game.nanoseconds[0]);
    put(game.nanoseconds[1]);
  } else {
    put_nothing(2);
  }
  if (game.failed >= 0) {
    put(game.failed == 0 ? first : second);
    put(game.failure);
  } else {
    put_nothing(2);
  }
  if (with_checksums) row.bind(++place, checksum.value());
  run(row);
}

}  // namespace

TournamentDatabase::TournamentDatabase(const std::filesystem::path& file, std::string name,
                                       const TournamentPlan& plan, KeepMoves keep)
    : name_(std::move(name)),
      database_(open_tournament_database(file, name_, plan)),
      has_checksums_(has_row_checksums(database_)),
      keeps_moves_(prepare_moves(name_, database_, keep)),
      pairings_(plan.pairings),
      pairs_(plan.pairs) {}

void TournamentDatabase::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                              KeepMoves moves) {
  const bool with_moves = keeps_moves_ && moves == KeepMoves::kYes;
  with_database_errors(name_, kTournamentContent, [&] {
    SQLite::Statement row(database_, select_games(has_checksums_, with_moves));
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
      const auto read = [&](std::size_t number) {
        try {
          check_game(row, has_checksums_);
          read_game(row, pair, number);
          if (with_moves) read_moves(row, has_checksums_, pair, number);
        } catch (const InputError& error) {
          throw InputError(name_ + ": is damaged: pair " + std::to_string(pair.number) +
                           " of pairing " + std::to_string(pairing) + ", game " +
                           std::to_string(number) + ": " + error.what());
        }
      };
      if (whole) read(0);
      whole = whole && row.executeStep() && is_game(1);
      if (!whole) {
        throw InputError(name_ + ": is damaged: pair " + std::to_string(pair.number) +
                         " of pairing " + std::to_string(static_cast<std::size_t>(pairing)) +
                         " has not its two games");
      }
      read(1);
      each(static_cast<std::size_t>(pairing), pair);
    }
  });
}

void TournamentDatabase::write(std::span<const PairOfPairing> pairs) {
  with_database_errors(name_, kTournamentContent, [&] {
    SQLite::Statement game(database_,
                           insertion("games", kGameColumns, Selected::kChecksum, has_checksums_));
    std::optional<SQLite::Statement> moves;
    if (keeps_moves_) {
      moves.emplace(database_, insertion("moves", "pairing, pair, game, text", 4, has_checksums_));
    }
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& [pairing, pair] : pairs) {
      const auto pairing_number = static_cast<std::int64_t>(pairing);
      for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
        write_game(game, pairing_number, pairings_[pairing], pair, number, has_checksums_);
        if (!moves) continue;
        SQLite::bind(*moves, pairing_number, pair.number, static_cast<std::int64_t>(number),
                     pair.moves[number]);
        if (has_checksums_) {
          moves->bind(5,
                      checksum_of_moves(pairing_number, pair.number, number, pair.moves[number]));
        }
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
