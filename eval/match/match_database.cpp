#include "eval/match/match_database.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <map>

#include "base/error.h"
#include "base/locks.h"
#include "eval/work/database.h"
#include "eval/work/row_checksum.h"

namespace gioul {

namespace {

constexpr std::int64_t kApplication = 0x67696F6D;  // "giom", which `file` shows

constexpr const char* kMatchContent = "matches";

// The files of format 0 are those without the checksums of matches.
constexpr std::int64_t kFormat = 1;

constexpr const char* kPlan =
    "CREATE TABLE plan (number INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL)";
// A checksum is that of the row's other columns and of the match's failures (RowChecksum).
constexpr const char* kMatches = R"(CREATE TABLE matches (
  pair INTEGER NOT NULL, match INTEGER NOT NULL CHECK (match IN (0, 1)),
  points INTEGER NOT NULL, opponent_points INTEGER NOT NULL, games INTEGER NOT NULL,
  gammons INTEGER NOT NULL, ties INTEGER NOT NULL, crc INTEGER NOT NULL,
  PRIMARY KEY (pair, match)) WITHOUT ROWID)";
constexpr const char* kMatchesWithoutChecksums = R"(CREATE TABLE matches (
  pair INTEGER NOT NULL, match INTEGER NOT NULL CHECK (match IN (0, 1)),
  points INTEGER NOT NULL, opponent_points INTEGER NOT NULL, games INTEGER NOT NULL,
  gammons INTEGER NOT NULL, ties INTEGER NOT NULL,
  PRIMARY KEY (pair, match)) WITHOUT ROWID)";
constexpr const char* kFailures = R"(CREATE TABLE failures (
  pair INTEGER NOT NULL, match INTEGER NOT NULL, who INTEGER NOT NULL, reason TEXT NOT NULL,
  games INTEGER NOT NULL, PRIMARY KEY (pair, match, who, reason)) WITHOUT ROWID)";

std::int64_t checksum_of(std::int64_t pair, int number, const PlayedMatch& match) {
  RowChecksum checksum;
  for (const std::int64_t value :
       {pair, std::int64_t{number}, std::int64_t{match.points[0]}, std::int64_t{match.points[1]},
        match.games, match.gammons, match.ties}) {
    checksum.add(value);
  }
  for (std::int64_t who = 0; who < 2; ++who) {
    for (const auto& [reason, games] : match.failures[static_cast<std::size_t>(who)]) {
      checksum.add(who).add(reason).add(games);
    }
  }
  return checksum.value();
}

std::string table_text(SQLite::Database& database, const char* name) {
  SQLite::Statement found(database, "SELECT sql FROM sqlite_master WHERE name = ?");
  found.bind(1, name);
  return found.executeStep() ? found.getColumn(0).getString() : std::string();
}

// Whether its rows have checksums: by the table itself, as no single bit makes one of the other.
// Throws InputError for tables that this program has not made.
bool check_tables(const std::string& name, SQLite::Database& database) {
  const std::int64_t format = database.execAndGet("PRAGMA user_version").getInt64();
  if (format < 0 || format > kFormat) {
    throw InputError(name + ": has matches of format " + std::to_string(format) +
                     ", and this program knows " + std::to_string(kFormat));
  }
  const std::string matches = table_text(database, "matches");
  const bool has_checksums = matches == kMatches;
  if ((!has_checksums && matches != kMatchesWithoutChecksums) ||
      table_text(database, "plan") != kPlan || table_text(database, "failures") != kFailures) {
    throw InputError(name + ": is damaged: its tables");
  }
  return has_checksums;
}

void begin(SQLite::Database& database, const MatchPlan& plan) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  for (const char* table : {kPlan, kMatches, kFailures}) database.exec(table);
  SQLite::Statement row(database, "INSERT INTO plan VALUES (?, ?, ?)");
  std::int64_t number = 0;
  for (const auto& [key, value] : plan) {
    SQLite::bind(row, number++, key, value);
    row.exec();
    row.reset();
  }
  database.exec("PRAGMA application_id = " + std::to_string(kApplication));
  database.exec("PRAGMA user_version = " + std::to_string(kFormat));
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

// Returns whether its rows have checksums.
bool prepare(const std::string& name, SQLite::Database& database, const MatchPlan& plan) {
  const bool is_new = database.execAndGet("SELECT count(*) FROM sqlite_master").getInt64() == 0;
  if (!is_new && database.execAndGet("PRAGMA application_id").getInt64() != kApplication) {
    throw InputError(name + ": is a database of something else than matches");
  }
  keep_what_is_committed(database);
  if (is_new) {
    begin(database, plan);
    return true;
  }
  check_pages(database, name);
  const bool has_checksums = check_tables(name, database);
  check_same(name, database, plan);
  return has_checksums;
}

using Failures = decltype(PlayedMatch::failures);

// By pair and match.
std::map<std::pair<std::int64_t, std::int64_t>, Failures> read_failures(
    SQLite::Database& database) {
  std::map<std::pair<std::int64_t, std::int64_t>, Failures> found;
  SQLite::Statement row(database, "SELECT pair, match, who, reason, games FROM failures");
  while (row.executeStep()) {
    Failures& failures = found[{row.getColumn(0).getInt64(), row.getColumn(1).getInt64()}];
    const auto who = static_cast<std::size_t>(row.getColumn(2).getInt() & 1);
    failures[who][row.getColumn(3).getString()] = row.getColumn(4).getInt64();
  }
  return found;
}

}  // namespace

struct MatchDatabase::Open {
  explicit Open(const std::filesystem::path& file)
      : name(file.string()), lock(file), database(open_database(file, name)) {}

  std::string name;
  FileLock lock;  // before the database: its descriptor must be closed after the database's
  SQLite::Database database;
  bool has_checksums = true;
};

MatchDatabase::MatchDatabase(const std::filesystem::path& file, const MatchPlan& plan) {
  with_database_errors(file.string(), kMatchContent, [&] {
    open_ = std::make_unique<Open>(file);
    open_->has_checksums = prepare(open_->name, open_->database, plan);
  });
}

MatchDatabase::~MatchDatabase() = default;

bool MatchDatabase::has_checksums() const { return open_->has_checksums; }

FoundMatches MatchDatabase::read(std::int64_t pairs) const {
  FoundMatches found;
  found.pairs.resize(static_cast<std::size_t>(pairs));
  with_database_errors(open_->name, kMatchContent, [&] {
    auto failures = read_failures(open_->database);
    SQLite::Statement row(
        open_->database,
        std::string("SELECT pair, match, points, opponent_points, games, gammons, ties, ") +
            (open_->has_checksums ? "crc" : "0") + " FROM matches ORDER BY pair, match");
    const auto fail = [&](std::int64_t pair, const std::string& what) {
      throw InputError(open_->name + ": is damaged: pair " + std::to_string(pair) + what);
    };
    const auto match = [&](int number) {
      PlayedMatch read{.points = {row.getColumn(2).getInt(), row.getColumn(3).getInt()},
                       .games = row.getColumn(4).getInt64(),
                       .gammons = row.getColumn(5).getInt64(),
                       .ties = row.getColumn(6).getInt64(),
                       .failures = {}};
      const std::int64_t pair = row.getColumn(0).getInt64();
      if (const auto node = failures.extract({pair, number})) read.failures = node.mapped();
      if (open_->has_checksums && row.getColumn(7).getInt64() != checksum_of(pair, number, read)) {
        fail(pair, ", match " + std::to_string(number) + ": its checksum is another");
      }
      return read;
    };
    const auto is_match = [&](std::int64_t pair, std::int64_t number) {
      return row.getColumn(0).getInt64() == pair && row.getColumn(1).getInt64() == number;
    };
    while (row.executeStep()) {
      const std::int64_t pair = row.getColumn(0).getInt64();
      const bool has_first = pair >= 0 && pair < pairs && is_match(pair, 0);
      const PlayedMatch first = has_first ? match(0) : PlayedMatch();
      if (!has_first || !row.executeStep() || !is_match(pair, 1)) {
        fail(pair, " has not its two matches");
      }
      found.result.add(first, match(1));
      found.pairs[static_cast<std::size_t>(pair)] = true;
    }
    if (!failures.empty()) fail(failures.begin()->first.first, " has failures of no match");
  });
  return found;
}

void MatchDatabase::write(std::int64_t pair, const std::array<PlayedMatch, 2>& matches) {
  with_database_errors(open_->name, kMatchContent, [&] {
    SQLite::Transaction transaction(open_->database, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement row(open_->database,
                          open_->has_checksums
                              ? "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                              : "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)");
    SQLite::Statement failure(open_->database, "INSERT INTO failures VALUES (?, ?, ?, ?, ?)");
    for (int number = 0; number < 2; ++number) {
      const PlayedMatch& match = matches[static_cast<std::size_t>(number)];
      SQLite::bind(row, pair, number, match.points[0], match.points[1], match.games, match.gammons,
                   match.ties);
      if (open_->has_checksums) row.bind(8, checksum_of(pair, number, match));
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
