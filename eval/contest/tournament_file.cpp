#include "eval/contest/tournament_file.h"

#include <sqlite3.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul {

namespace {

constexpr std::int64_t kApplication = 0x67696F75;  // "giou", which `file` shows
constexpr std::int64_t kSchema = 1;

// The tables, as docs/tournaments.md describes them. A pair's points are seen from its games alone,
// so that no two places can disagree.
constexpr const char* kTables = R"(
CREATE TABLE tournament (
  variant TEXT NOT NULL, checkers INTEGER NOT NULL, mode TEXT NOT NULL, seed TEXT NOT NULL,
  pairs INTEGER NOT NULL, program TEXT NOT NULL);
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
  failed INTEGER REFERENCES players, reason TEXT,
  PRIMARY KEY (pairing, pair, game)) WITHOUT ROWID;
CREATE VIEW pairs AS
  SELECT pairing, pair, sum(CASE game WHEN 0 THEN points ELSE -points END) AS points,
    sum(CASE game WHEN 0 THEN sign ELSE -sign END) AS wins
  FROM (SELECT pairing, pair, game, points, (points > 0) - (points < 0) AS sign FROM games)
  GROUP BY pairing, pair;
)";

// Only where moves are kept (eval/play/game_moves.h has their text).
constexpr const char* kMovesTable = R"(
CREATE TABLE IF NOT EXISTS moves (
  pairing INTEGER NOT NULL REFERENCES pairings, pair INTEGER NOT NULL,
  game INTEGER NOT NULL CHECK (game IN (0, 1)), text TEXT NOT NULL,
  PRIMARY KEY (pairing, pair, game)) WITHOUT ROWID;
)";

// One connection to a database.
class Connection {
 public:
  explicit Connection(const std::filesystem::path& file) : name_(file.string()) {
    const int code = sqlite3_open_v2(name_.c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr);
    if (code != SQLITE_OK) {
      const std::string reason = sqlite3_errstr(code);
      sqlite3_close(database_);
      throw InputError(name_ + ": can't be opened: " + reason);
    }
    sqlite3_busy_timeout(database_, 10'000);  // somebody else may look into it
  }
  ~Connection() { sqlite3_close(database_); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  const std::string& name() const { return name_; }
  sqlite3* handle() const { return database_; }

  void run(const char* sql) {
    if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }

  [[noreturn]] void fail() const {
    const std::string reason = sqlite3_errmsg(database_);
    const int code = sqlite3_errcode(database_);
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT) {
      throw InputError(name_ + ": holds no results of a tournament: " + reason);
    }
    throw std::runtime_error(name_ + ": " + reason);
  }

 private:
  std::string name_;
  sqlite3* database_ = nullptr;
};

// A prepared statement. Columns and parameters are taken one after the other.
class Statement {
 public:
  Statement(Connection& connection, const char* sql) : connection_(connection) {
    if (sqlite3_prepare_v2(connection.handle(), sql, -1, &statement_, nullptr) != SQLITE_OK) {
      connection.fail();
    }
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& put(std::int64_t value) { return check(sqlite3_bind_int64(statement_, ++at_, value)); }
  Statement& put(const std::string& value) {
    return check(sqlite3_bind_text(statement_, ++at_, value.data(), static_cast<int>(value.size()),
                                   SQLITE_TRANSIENT));
  }
  Statement& put_nothing() { return check(sqlite3_bind_null(statement_, ++at_)); }

  /// The next row; false after the last.
  bool step() {
    at_ = -1;
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) connection_.fail();
    return false;
  }

  /// Runs it to its end, ready for other parameters.
  void run() {
    while (step()) {
    }
    check(sqlite3_reset(statement_));
    at_ = 0;
  }

  std::int64_t number() { return sqlite3_column_int64(statement_, ++at_); }
  std::string text() {
    const auto* const bytes = sqlite3_column_text(statement_, ++at_);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, at_));
    return bytes == nullptr ? std::string()
                            : std::string(reinterpret_cast<const char*>(bytes), size);
  }
  bool next_is_nothing() const { return sqlite3_column_type(statement_, at_ + 1) == SQLITE_NULL; }

 private:
  Statement& check(int code) {
    if (code != SQLITE_OK) connection_.fail();
    return *this;
  }

  Connection& connection_;
  sqlite3_stmt* statement_ = nullptr;
  int at_ = 0;
};

std::int64_t single_number(Connection& connection, const char* sql) {
  Statement statement(connection, sql);
  return statement.step() ? statement.number() : 0;
}

void write_plan(Connection& connection, const TournamentPlan& plan) {
  connection.run("BEGIN IMMEDIATE");
  connection.run(kTables);
  Statement(connection, "INSERT INTO tournament VALUES (?, ?, ?, ?, ?, ?)")
      .put(std::string(plan.game.name()))
      .put(plan.checkers)
      .put(std::string(mode_name(plan.mode)))
      .put(std::to_string(plan.seed))
      .put(plan.pairs)
      .put(GIOUL_VERSION)
      .run();
  Statement player(connection, "INSERT INTO players VALUES (?, ?, ?)");
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    player.put(static_cast<std::int64_t>(i))
        .put(plan.players[i].name)
        .put(plan.players[i].fingerprint)
        .run();
  }
  Statement pairing(connection, "INSERT INTO pairings VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    pairing.put(static_cast<std::int64_t>(i))
        .put(static_cast<std::int64_t>(plan.pairings[i].player))
        .put(static_cast<std::int64_t>(plan.pairings[i].opponent))
        .put(std::to_string(plan.pairings[i].seed))
        .run();
  }
  connection.run(("PRAGMA application_id = " + std::to_string(kApplication)).c_str());
  connection.run(("PRAGMA user_version = " + std::to_string(kSchema)).c_str());
  connection.run("COMMIT");
}

// What the file says of its tournament, but the pairings, which follow from the rest. `program` is
// the version that began it.
TournamentPlan read_plan(Connection& connection, std::string& program) {
  TournamentPlan plan;
  try {
    Statement about(connection,
                    "SELECT variant, checkers, mode, seed, pairs, program FROM tournament");
    if (!about.step()) throw InputError("it has no tournament");
    plan.game = find_game(about.text());
    plan.checkers = static_cast<int>(about.number());
    plan.mode = parse_mode(about.text());
    plan.seed = std::stoull(about.text());
    plan.pairs = about.number();
    program = about.text();
    Statement players(connection, "SELECT name, fingerprint FROM players ORDER BY player");
    while (players.step()) {
      std::string name = players.text();
      plan.players.push_back({std::move(name), players.text()});
    }
  } catch (const std::exception& error) {
    throw InputError(connection.name() + ": is damaged: " + error.what());
  }
  return plan;
}

void check_same(Connection& connection, const TournamentPlan& plan) {
  std::string program;
  const TournamentPlan found = read_plan(connection, program);
  std::string what = difference(found, plan);
  if (what.empty() && program != GIOUL_VERSION) {
    what = "it was begun by gioul " + program + ", and this is " + GIOUL_VERSION;
  }
  if (what.empty()) return;
  throw InputError(connection.name() + ": holds another tournament: " + what +
                   " (the same command goes on with it, another file begins a new one)");
}

void prepare(Connection& connection, const TournamentPlan& plan) {
  const bool is_new = single_number(connection, "SELECT count(*) FROM sqlite_master") == 0;
  const std::int64_t application = single_number(connection, "PRAGMA application_id");
  const std::int64_t schema = single_number(connection, "PRAGMA user_version");
  if (!is_new && application != kApplication) {
    throw InputError(connection.name() + ": is a database of something else");
  }
  if (!is_new && schema != kSchema) {
    throw InputError(connection.name() + ": has results of format " + std::to_string(schema) +
                     ", and this program knows " + std::to_string(kSchema));
  }
  // With a write-ahead log a killed process loses nothing that was committed. Should the machine
  // lose its power, the last transactions may be gone, whole ones: their pairs are played again.
  connection.run("PRAGMA journal_mode = WAL");
  connection.run("PRAGMA synchronous = NORMAL");
  if (is_new) {
    write_plan(connection, plan);
  } else {
    check_same(connection, plan);
  }
}

// Whether moves are kept, now that `keep` was asked for.
bool prepare_moves(Connection& connection, KeepMoves keep) {
  if (single_number(connection, "SELECT count(*) FROM sqlite_master WHERE name = 'moves'") != 0) {
    return true;
  }
  if (keep == KeepMoves::kNo) return false;
  if (single_number(connection, "SELECT EXISTS (SELECT 1 FROM games)") != 0) {
    throw InputError(connection.name() +
                     ": has games whose moves were not kept (records are for a tournament that "
                     "had them from its beginning: another file begins one)");
  }
  connection.run(kMovesTable);
  return true;
}

void check_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  if (folder.empty() || std::filesystem::is_directory(folder)) return;
  throw InputError(file.string() + ": there is no folder " + folder.string());
}

constexpr const char* kSelectGames =
    "SELECT pairing, pair, game, points, first_decisions, second_decisions, rolls, forfeits, "
    "first_ns, second_ns, failed, first, reason FROM games ORDER BY pairing, pair, game";
constexpr const char* kSelectGamesAndMoves =
    "SELECT pairing, pair, game, points, first_decisions, second_decisions, rolls, forfeits, "
    "first_ns, second_ns, failed, first, reason, text FROM games "
    "LEFT JOIN moves USING (pairing, pair, game) ORDER BY pairing, pair, game";

GameResult read_game(Statement& row) {
  GameResult game;
  game.outcome = static_cast<Outcome>(row.number() + 2);
  for (int& decisions : game.decisions) decisions = static_cast<int>(row.number());
  game.rolls = static_cast<int>(row.number());
  game.forfeits = static_cast<int>(row.number());
  game.timed = !row.next_is_nothing();
  for (std::int64_t& nanoseconds : game.nanoseconds) nanoseconds = row.number();
  const bool failed = !row.next_is_nothing();
  const std::int64_t who = row.number();
  const std::int64_t first = row.number();
  if (failed) game.failed = who == first ? 0 : 1;
  game.failure = row.text();
  return game;
}

}  // namespace

// Writes what was added in a thread of its own: all that has come in a tenth of a second is one
// transaction, which costs a player of a microsecond a decision little, and one of a minute no
// pair.
class TournamentFile::Writer {
 public:
  Writer(const std::filesystem::path& file, const TournamentPlan& plan, KeepMoves keep)
      : lock_(file), connection_(file), pairings_(plan.pairings), pairs_(plan.pairs) {
    prepare(connection_, plan);
    keeps_moves_ = prepare_moves(connection_, keep);
    thread_ = std::thread([this] { write_until_closed(); });
  }
  ~Writer() { close(); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool keeps_moves() const { return keeps_moves_; }

  void read(const std::function<void(std::size_t, const PlayedPair&)>& each, KeepMoves moves) {
    const bool with_moves = keeps_moves_ && moves == KeepMoves::kYes;
    Statement row(connection_, with_moves ? kSelectGamesAndMoves : kSelectGames);
    while (row.step()) {
      const auto pairing = static_cast<std::size_t>(row.number());
      PlayedPair pair;
      pair.number = row.number();
      bool whole = row.number() == 0 && pairing < pairings_.size() && pair.number >= 0 &&
                   pair.number < pairs_;
      pair.games[0] = read_game(row);
      if (with_moves) pair.moves[0] = row.text();
      whole = whole && row.step() && static_cast<std::size_t>(row.number()) == pairing &&
              row.number() == pair.number && row.number() == 1;
      if (!whole) {
        throw InputError(connection_.name() + ": is damaged: pair " + std::to_string(pair.number) +
                         " of pairing " + std::to_string(pairing) + " has not its two games");
      }
      pair.games[1] = read_game(row);
      if (with_moves) pair.moves[1] = row.text();
      each(pairing, pair);
    }
  }

  void add(std::size_t pairing, const PlayedPair& pair) {
    const std::scoped_lock lock(mutex_);
    if (error_) std::rethrow_exception(error_);
    waiting_.emplace_back(pairing, pair);
  }

  void finish() {
    close();
    if (error_) std::rethrow_exception(error_);
    connection_.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }

 private:
  using Waiting = std::vector<std::pair<std::size_t, PlayedPair>>;

  void close() {
    if (!thread_.joinable()) return;
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void write_until_closed() {
    constexpr auto kPause = std::chrono::milliseconds(100);
    std::unique_lock lock(mutex_);
    for (bool closed = false; !closed;) {
      wake_.wait_for(lock, kPause, [&] { return closed_; });
      closed = closed_;
      Waiting pairs = std::exchange(waiting_, {});
      if (pairs.empty()) continue;
      lock.unlock();
      std::exception_ptr error;
      try {
        write(pairs);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      error_ = error;
      if (error_) return;
    }
  }

  void write(const Waiting& pairs) {
    Statement game(connection_,
                   "INSERT INTO games (pairing, pair, game, first, second, points, "
                   "first_decisions, second_decisions, rolls, forfeits, first_ns, second_ns, "
                   "failed, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::optional<Statement> moves;
    if (keeps_moves_) {
      moves.emplace(connection_,
                    "INSERT INTO moves (pairing, pair, game, text) VALUES (?, ?, ?, ?)");
    }
    connection_.run("BEGIN IMMEDIATE");
    for (const auto& [pairing, pair] : pairs) {
      for (const std::size_t number : {std::size_t{0}, std::size_t{1}}) {
        write_game(game, pairing, pair, number);
        if (!moves) continue;
        moves->put(static_cast<std::int64_t>(pairing))
            .put(pair.number)
            .put(static_cast<std::int64_t>(number))
            .put(pair.moves[number])
            .run();
      }
    }
    connection_.run("COMMIT");
  }

  void write_game(Statement& row, std::size_t pairing, const PlayedPair& pair, std::size_t number) {
    const GameResult& game = pair.games[number];
    const auto player = static_cast<std::int64_t>(pairings_[pairing].player);
    const auto opponent = static_cast<std::int64_t>(pairings_[pairing].opponent);
    const std::int64_t first = number == 0 ? player : opponent;
    const std::int64_t second = number == 0 ? opponent : player;
    row.put(static_cast<std::int64_t>(pairing))
        .put(pair.number)
        .put(static_cast<std::int64_t>(number))
        .put(first)
        .put(second)
        .put(points(game.outcome))
        .put(game.decisions[0])
        .put(game.decisions[1])
        .put(game.rolls)
        .put(game.forfeits);
    for (const std::int64_t nanoseconds : game.nanoseconds) {
      game.timed ? row.put(nanoseconds) : row.put_nothing();
    }
    if (game.failed < 0) {
      row.put_nothing().put_nothing();
    } else {
      row.put(game.failed == 0 ? first : second).put(game.failure);
    }
    row.run();
  }

  FileLock lock_;  // first: its descriptor must be closed after the database's
  Connection connection_;
  std::vector<Pairing> pairings_;
  std::int64_t pairs_;
  bool keeps_moves_ = false;
  std::mutex mutex_;  // of what is below
  std::condition_variable wake_;
  Waiting waiting_;
  bool closed_ = false;
  std::exception_ptr error_;
  std::thread thread_;
};

TournamentFile::TournamentFile(const std::filesystem::path& file, const TournamentPlan& plan,
                               KeepMoves keep) {
  check_folder(file);
  writer_ = std::make_unique<Writer>(file, plan, keep);
}

TournamentFile::~TournamentFile() = default;

bool TournamentFile::keeps_moves() const { return writer_->keeps_moves(); }

void TournamentFile::read(const std::function<void(std::size_t, const PlayedPair&)>& each,
                          KeepMoves moves) const {
  writer_->read(each, moves);
}

void TournamentFile::add(std::size_t pairing, const PlayedPair& pair) {
  writer_->add(pairing, pair);
}

void TournamentFile::finish() { writer_->finish(); }

}  // namespace gioul
