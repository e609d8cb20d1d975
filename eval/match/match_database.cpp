#include "eval/match/match_database.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include "base/error.h"
#include "base/locks.h"
#include "eval/work/database.h"

namespace gioul {

namespace {

constexpr std::int64_t kApplication = 0x67696F6D;  // "giom", which `file` shows

constexpr const char* kMatchContent = "matches";

constexpr const char* kTables = R"(
CREATE TABLE plan (number INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL);
CREATE TABLE matches (
  pair INTEGER NOT NULL, match INTEGER NOT NULL CHECK (match IN (0, 1)),
  points INTEGER NOT NULL, opponent_points INTEGER NOT NULL, games INTEGER NOT NULL,
  gammons INTEGER NOT NULL, ties INTEGER NOT NULL,
  PRIMARY KEY (pair, match)) WITHOUT ROWID;
CREATE TABLE failures (
  pair INTEGER NOT NULL, match INTEGER NOT NULL, who INTEGER NOT NULL, reason TEXT NOT NULL,
  games INTEGER NOT NULL, PRIMARY KEY (pair, match, who, reason)) WITHOUT ROWID;
)";

void begin(SQLite::Database& database, const MatchPlan& plan) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(kTables);
  SQLite::Statement row(database, "INSERT INTO plan VALUES (?, ?, ?)");
  std::int64_t number = 0;
  for (const auto& [key, value] : plan) {
    SQLite::bind(row, number++, key, value);
    row.exec();
    row.reset();
  }
  database.exec("PRAGMA application_id = " + std::to_string(kApplication));
  transaction.commit();
}

void check_same(const std::string& name, SQLite::Database& database, const MatchPlan& plan) {
  MatchPlan found;
  SQLite::Statement row(database, "SELECT key, value FROM plan ORDER BY number");
  while (row.executeStep()) {
    found.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getString());
  }
  if (found == plan) return;
  std::string what = "it has other players or games";
  for (std::size_t i = 0; i < plan.size() && found.size() == plan.size(); ++i) {
    if (found[i] == plan[i]) continue;
    what = "its " + found[i].first + " is " + found[i].second + ", not " + plan[i].second;
    break;
  }
  throw InputError(name + ": holds other matches: " + what +
                   " (the same command goes on with it, another file begins new ones)");
}

void prepare(const std::string& name, SQLite::Database& database, const MatchPlan& plan) {
  const bool is_new = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt64() == 0;
  if (!is_new && database.execAndGet("PRAGMA application_id").getInt64() != kApplication) {
    throw InputError(name + ": is a database of something else than matches");
  }
  keep_what_is_committed(database);
  if (is_new) return begin(database, plan);
  check_same(name, database, plan);
}

}  // namespace

struct MatchDatabase::Open {
  explicit Open(const std::filesystem::path& file)
      : name(file.string()), lock(file), database(name, SQLite::OPEN_READWRITE, 10'000) {}

  std::string name;
  FileLock lock;  // before the database: its descriptor must be closed after the database's
  SQLite::Database database;
};

MatchDatabase::MatchDatabase(const std::filesystem::path& file, const MatchPlan& plan) {
  with_database_errors(file.string(), kMatchContent, [&] {
    open_ = std::make_unique<Open>(file);
    prepare(open_->name, open_->database, plan);
  });
}

MatchDatabase::~MatchDatabase() = default;

FoundMatches MatchDatabase::read(std::int64_t pairs) const {
  FoundMatches found;
  found.pairs.resize(static_cast<std::size_t>(pairs));
  with_database_errors(open_->name, kMatchContent, [&] {
    SQLite::Statement row(open_->database,
                          "SELECT pair, points, opponent_points, games, gammons, ties FROM matches "
                          "ORDER BY pair, match");
    const auto match = [&] {
      return PlayedMatch{.points = {row.getColumn(1).getInt(), row.getColumn(2).getInt()},
                         .games = row.getColumn(3).getInt64(),
                         .gammons = row.getColumn(4).getInt64(),
                         .ties = row.getColumn(5).getInt64(),
                         .failures = {}};
    };
    while (row.executeStep()) {
      const std::int64_t pair = row.getColumn(0).getInt64();
      const PlayedMatch first = match();
      if (pair < 0 || pair >= pairs || !row.executeStep() || row.getColumn(0).getInt64() != pair) {
        throw InputError(open_->name + ": is damaged: pair " + std::to_string(pair) +
                         " has not its two matches");
      }
      found.result.add(first, match());
      found.pairs[static_cast<std::size_t>(pair)] = true;
    }
    SQLite::Statement failure(open_->database,
                              "SELECT who, reason, sum(games) FROM failures GROUP BY who, reason");
    while (failure.executeStep()) {
      const auto who = static_cast<std::size_t>(failure.getColumn(0).getInt() & 1);
      found.result.failures[who][failure.getColumn(1).getString()] =
          failure.getColumn(2).getInt64();
    }
  });
  return found;
}

void MatchDatabase::write(std::int64_t pair, const std::array<PlayedMatch, 2>& matches) {
  with_database_errors(open_->name, kMatchContent, [&] {
    SQLite::Transaction transaction(open_->database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement row(open_->database, "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)");
    SQLite::Statement failure(open_->database, "INSERT INTO failures VALUES (?, ?, ?, ?, ?)");
    for (int number = 0; number < 2; ++number) {
      const PlayedMatch& match = matches[static_cast<std::size_t>(number)];
      SQLite::bind(row, pair, number, match.points[0], match.points[1], match.games, match.gammons,
                   match.ties);
      row.exec();
      row.reset();
      for (int who = 0; who < 2; ++who) {
        for (const auto& [reason, games] : match.failures[static_cast<std::size_t>(who)]) {
          SQLite::bind(failure, pair, number, who, reason, games);
          failure.exec();
          failure.reset();
        }
      }
    }
    transaction.commit();
  });
}

}  // namespace gioul
