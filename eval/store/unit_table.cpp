#include "eval/store/unit_table.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "eval/store/sqlite.h"

namespace gioul {

namespace {

constexpr std::int64_t kWorkFormat = 1;
constexpr const char* kPieces = "pieces of work";
// Application IDs of tournament and match databases before they stored work units.
constexpr std::array<std::int64_t, 2> kOlderApplications = {0x67696F75, 0x67696F6D};

// Each work unit has a checksum, since SQLite does not detect changed bits.
constexpr std::array kWorkTables = {
    "CREATE TABLE work (command TEXT NOT NULL, unit TEXT NOT NULL, pieces INTEGER NOT NULL, "
    "program TEXT NOT NULL)",
    "CREATE TABLE plan (number INTEGER PRIMARY KEY, option TEXT NOT NULL, value TEXT NOT NULL)",
    "CREATE TABLE pieces (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL, crc INTEGER NOT NULL)"};

std::int64_t asked(SQLite::Database& database, const char* sql) {
  return database.execAndGet(sql).getInt64();
}

std::int64_t checksum_of_piece(std::int64_t number, std::string_view bytes) {
  return crc32(bytes, crc32(std::to_string(number)));
}

void begin_work(SQLite::Database& database, const WorkPlan& plan) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  for (const char* table : kWorkTables) database.exec(table);
  for (const std::string& view : plan.views) database.exec(view);
  SQLite::Statement about(database, "INSERT INTO work VALUES (?, ?, ?, ?)");
  SQLite::bind(about, plan.command, plan.unit, plan.pieces, GIOUL_VERSION);
  about.exec();
  SQLite::Statement row(database, "INSERT INTO plan VALUES (?, ?, ?)");
  std::int64_t number = 0;
  for (const auto& [option, value] : plan.options) {
    SQLite::bind(row, number++, option, value);
    row.exec();
    row.reset();
  }
  database.exec("PRAGMA application_id = " + std::to_string(kWorkApplication));
  database.exec("PRAGMA user_version = " + std::to_string(kWorkFormat));
  transaction.commit();
}

// Returns the SQL of the database's views. Throws InputError if it is not a result store, or its
// tables are not those of this version.
std::vector<std::string> check_tables(const std::string& name, SQLite::Database& database) {
  const std::int64_t application = asked(database, "PRAGMA application_id");
  if (std::ranges::find(kOlderApplications, application) != kOlderApplications.end()) {
    throw InputError(name + ": was written by an older version; use a new file");
  }
  if (application != kWorkApplication) {
    throw InputError(name + ": is not a database of gioul --db");
  }
  if (const std::int64_t format = asked(database, "PRAGMA user_version"); format != kWorkFormat) {
    throw InputError(name + ": unknown format " + std::to_string(format) + "; expected " +
                     std::to_string(kWorkFormat));
  }
  SQLite::Statement found(database, "SELECT sql, type FROM sqlite_master ORDER BY rowid");
  std::vector<std::string> views;
  for (std::size_t i = 0; found.executeStep() || i < kWorkTables.size(); ++i) {
    const bool is_there = found.hasRow();
    std::string sql = is_there ? found.getColumn(0).getString() : std::string();
    const bool is_right = i < kWorkTables.size()
                              ? sql == kWorkTables[i]
                              : is_there && found.getColumn(1).getString() == "view";
    if (!is_right) throw InputError(name + ": is corrupted: unexpected tables");
    if (i >= kWorkTables.size()) views.push_back(std::move(sql));
  }
  return views;
}

// Sets `program` to the version that created the database.
WorkPlan read_work_plan(const std::string& name, SQLite::Database& database, std::string& program) {
  WorkPlan plan;
  plan.views = check_tables(name, database);
  SQLite::Statement about(database, "SELECT command, unit, pieces, program FROM work");
  if (!about.executeStep()) throw InputError(name + ": is corrupted: no plan");
  plan.command = about.getColumn(0).getString();
  plan.unit = about.getColumn(1).getString();
  plan.pieces = about.getColumn(2).getInt64();
  program = about.getColumn(3).getString();
  SQLite::Statement row(database, "SELECT option, value FROM plan ORDER BY number");
  while (row.executeStep()) {
    plan.options.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getString());
  }
  return plan;
}

void check_same_work(const std::string& name, SQLite::Database& database, const WorkPlan& plan) {
  std::string program;
  const WorkPlan found = read_work_plan(name, database, program);
  std::string what = difference(found, plan);
  if (what.empty() && program != GIOUL_VERSION) {
    what = "it was created by gioul " + program + ", this is " + GIOUL_VERSION;
  }
  if (what.empty()) return;
  throw InputError(name + ": holds other work: " + what +
                   " (run the same command to resume, or use a new file)");
}

}  // namespace

WorkDatabase::WorkDatabase(const std::filesystem::path& file, std::string name,
                           const WorkPlan& plan)
    : name_(std::move(name)), database_(open_database(file, name_)), pieces_(plan.pieces) {
  with_database_errors(name_, kPieces, [&] {
    const bool is_new = asked(database_, "SELECT count(*) FROM sqlite_master") == 0;
    if (!is_new) check_tables(name_, database_);
    keep_what_is_committed(database_);
    if (is_new) return begin_work(database_, plan);
    check_pages(database_, name_);
    check_same_work(name_, database_, plan);
  });
}

std::int64_t WorkDatabase::count() {
  return with_database_errors(name_, kPieces,
                              [&] { return asked(database_, "SELECT count(*) FROM pieces"); });
}

void WorkDatabase::read(std::int64_t begin, std::int64_t end,
                        const std::function<void(std::int64_t, std::string_view)>& each) {
  with_database_errors(name_, kPieces, [&] {
    SQLite::Statement row(database_,
                          "SELECT number, bytes, crc FROM pieces WHERE number BETWEEN ? AND ? "
                          "ORDER BY number");
    SQLite::bind(row, begin, end - 1);
    while (row.executeStep()) {
      const std::int64_t number = row.getColumn(0).getInt64();
      const SQLite::Column column = row.getColumn(1);
      const std::string_view bytes(static_cast<const char*>(column.getBlob()),
                                   static_cast<std::size_t>(column.getBytes()));
      try {
        if (number < 0 || number >= pieces_)
          throw InputError("number out of range; expected 0 to " + std::to_string(pieces_ - 1));
        if (!column.isBlob() || row.getColumn(2).getInt64() != checksum_of_piece(number, bytes)) {
          throw InputError("checksum mismatch");
        }
        each(number, bytes);
      } catch (const InputError& error) {
        throw InputError(name_ + ": is corrupted: piece " + std::to_string(number) + ": " +
                         error.what());
      }
    }
  });
}

std::optional<std::int64_t> WorkDatabase::write(std::span<const WorkPiece> pieces) {
  return with_database_errors(name_, kPieces, [&]() -> std::optional<std::int64_t> {
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement row(database_, "INSERT OR IGNORE INTO pieces VALUES (?, ?, ?)");
    for (const WorkPiece& piece : pieces) {
      row.bind(1, piece.number);
      row.bindNoCopy(2, piece.bytes.data(), static_cast<int>(piece.bytes.size()));
      row.bind(3, checksum_of_piece(piece.number, piece.bytes));
      if (row.exec() == 0) return piece.number;
      row.reset();
    }
    transaction.commit();
    return {};
  });
}

void WorkDatabase::checkpoint() {
  with_database_errors(name_, kPieces, [&] { database_.exec("PRAGMA wal_checkpoint(TRUNCATE)"); });
}

std::optional<WorkPlan> found_work_plan(const std::filesystem::path& file) {
  if (application_of(file) != kWorkApplication) return {};
  return stored_work_plan(file, file.string());
}

WorkPlan stored_work_plan(const std::filesystem::path& file, const std::string& name) {
  SQLite::Database database = open_database(file, name);
  std::string program;
  return with_database_errors(name, kPieces,
                              [&] { return read_work_plan(name, database, program); });
}

}  // namespace gioul
