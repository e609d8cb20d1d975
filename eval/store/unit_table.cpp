#include "eval/store/unit_table.h"

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <SQLiteCpp/VariadicBind.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "eval/store/sqlite.h"

namespace gioul {

namespace {

constexpr std::int64_t kWorkFormat = 1;
// Application IDs of tournament and match databases before they stored work units.
constexpr std::array<std::int64_t, 2> kOlderApplicationIds = {0x67696F75, 0x67696F6D};

// Each work unit has a checksum, since SQLite does not detect changed bits.
constexpr std::array kWorkTables = {
    "CREATE TABLE work (command TEXT NOT NULL, unit TEXT NOT NULL, pieces INTEGER NOT NULL, "
    "program TEXT NOT NULL)",
    "CREATE TABLE plan (number INTEGER PRIMARY KEY, option TEXT NOT NULL, value TEXT NOT NULL)",
    "CREATE TABLE pieces (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL, crc INTEGER NOT NULL)"};

// Returns f(). Converts an SQLite error to an error about the file `name`: InputError if the file
// is not a database with the expected tables, else std::runtime_error.
template <typename F>
auto translate_sqlite_errors(const std::string& name, const F& f) {
  try {
    return f();
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    // SQLITE_ERROR concerns statements: ours are valid, so the tables must be those of something
    // else.
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == SQLITE_ERROR) {
      throw InputError(name + ": is not a file of pieces of work: " + error.what());
    }
    throw std::runtime_error(name + ": " + error.what());
  }
}

std::int64_t query_integer(SQLite::Database& database, const char* sql) {
  return database.execAndGet(sql).getInt64();
}

std::int64_t unit_checksum(std::int64_t number, std::string_view bytes) {
  return crc32(bytes, crc32(std::to_string(number)));
}

void insert_work_spec(SQLite::Database& database, const WorkSpec& spec) {
  SQLite::Statement about(database, "INSERT INTO work VALUES (?, ?, ?, ?)");
  SQLite::bind(about, spec.command, spec.unit_name, spec.unit_count, GIOUL_VERSION);
  about.exec();
  SQLite::Statement row(database, "INSERT INTO plan VALUES (?, ?, ?)");
  std::int64_t number = 0;
  for (const auto& [option, value] : spec.options) {
    SQLite::bind(row, number++, option, value);
    row.exec();
    row.reset();
  }
}

void create_tables(SQLite::Database& database, const WorkSpec& spec) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  for (const char* table : kWorkTables) database.exec(table);
  for (const std::string& view : spec.view_statements) database.exec(view);
  insert_work_spec(database, spec);
  database.exec("PRAGMA application_id = " + std::to_string(kResultStoreApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(kWorkFormat));
  transaction.commit();
}

// Returns the SQL of the database's views. Throws InputError if it is not a result store, or its
// tables are not those of this version.
std::vector<std::string> check_tables(const std::string& name, SQLite::Database& database) {
  const std::int64_t application = query_integer(database, "PRAGMA application_id");
  if (std::ranges::find(kOlderApplicationIds, application) != kOlderApplicationIds.end()) {
    throw InputError(name + ": was written by an older version; use a new file");
  }
  if (application != kResultStoreApplicationId) {
    throw InputError(name + ": is not a database of gioul --db");
  }
  if (const std::int64_t format = query_integer(database, "PRAGMA user_version");
      format != kWorkFormat) {
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
WorkSpec read_work_spec(const std::string& name, SQLite::Database& database, std::string& program) {
  WorkSpec spec;
  spec.view_statements = check_tables(name, database);
  SQLite::Statement about(database, "SELECT command, unit, pieces, program FROM work");
  if (!about.executeStep()) throw InputError(name + ": is corrupted: no plan");
  spec.command = about.getColumn(0).getString();
  spec.unit_name = about.getColumn(1).getString();
  spec.unit_count = about.getColumn(2).getInt64();
  program = about.getColumn(3).getString();
  SQLite::Statement row(database, "SELECT option, value FROM plan ORDER BY number");
  while (row.executeStep()) {
    spec.options.emplace_back(row.getColumn(0).getString(), row.getColumn(1).getString());
  }
  return spec;
}

// Views only help other programs to read the results, so those of another version are replaced.
void replace_views(SQLite::Database& database, const std::vector<std::string>& views) {
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  std::vector<std::string> names;
  SQLite::Statement found(database, "SELECT name FROM sqlite_master WHERE type = 'view'");
  while (found.executeStep()) names.push_back(found.getColumn(0).getString());
  found.reset();
  for (const std::string& view : names) database.exec("DROP VIEW \"" + view + '"');
  for (const std::string& view : views) database.exec(view);
  transaction.commit();
}

void check_same_spec(const std::string& name, SQLite::Database& database, const WorkSpec& spec) {
  std::string program;
  const WorkSpec found = read_work_spec(name, database, program);
  std::string what = describe_difference(found, spec);
  if (what.empty() && program != GIOUL_VERSION) {
    what = "it was created by gioul " + program + ", this is " + GIOUL_VERSION;
  }
  if (!what.empty()) {
    throw InputError(name + ": holds other work: " + what +
                     " (run the same command to resume, or use a new file)");
  }
  if (found.view_statements != spec.view_statements) replace_views(database, spec.view_statements);
}

}  // namespace

FinishedUnitTable::FinishedUnitTable(const std::filesystem::path& file, std::string name,
                                     const WorkSpec& spec, const std::optional<WorkGrowth>& growth)
    : name_(std::move(name)),
      database_(open_database(file, name_)),
      planned_unit_count_(spec.unit_count) {
  translate_sqlite_errors(name_, [&] {
    const bool is_new = query_integer(database_, "SELECT count(*) FROM sqlite_master") == 0;
    if (!is_new) check_tables(name_, database_);
    // With write-ahead logging, a killed process loses no committed transaction. A power failure
    // may lose the last transactions, each as a whole; their work is then done again.
    database_.exec("PRAGMA journal_mode = WAL");
    database_.exec("PRAGMA synchronous = NORMAL");
    if (is_new) return create_tables(database_, spec);
    // Finds missing or duplicate rows and lost pages, but not changed contents of rows.
    const std::string damage = database_.execAndGet("PRAGMA quick_check(1)").getString();
    if (damage != "ok") throw InputError(name_ + ": is corrupted: " + damage);
    check_same_spec(name_, database_, growth ? growth->smaller_spec : spec);
    if (growth) grow(spec, *growth);
  });
}

void FinishedUnitTable::grow(const WorkSpec& spec, const WorkGrowth& growth) {
  SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
  std::vector<std::int64_t> numbers;
  planned_unit_count_ = growth.smaller_spec.unit_count;
  for_each_unit(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max(),
                [&](std::int64_t number, std::string_view) { numbers.push_back(number); });
  database_.exec("DELETE FROM work");
  database_.exec("DELETE FROM plan");
  insert_work_spec(database_, spec);
  SQLite::Statement row(database_, "UPDATE pieces SET number = ?, crc = ? WHERE number = ?");
  // The last unit comes first, so that no new number is in use.
  std::ranges::reverse(numbers);
  for (const std::int64_t number : numbers) {
    const std::int64_t next = growth.renumber(number);
    if (next == number) continue;
    for_each_unit(number, number + 1, [&](std::int64_t, std::string_view bytes) {
      SQLite::bind(row, next, unit_checksum(next, bytes), number);
    });
    row.exec();
    row.reset();
  }
  planned_unit_count_ = spec.unit_count;
  transaction.commit();
}

std::int64_t FinishedUnitTable::unit_count() {
  return translate_sqlite_errors(
      name_, [&] { return query_integer(database_, "SELECT count(*) FROM pieces"); });
}

void FinishedUnitTable::for_each_unit(
    std::int64_t begin, std::int64_t end,
    const std::function<void(std::int64_t, std::string_view)>& each) {
  translate_sqlite_errors(name_, [&] {
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
        if (number < 0 || number >= planned_unit_count_)
          throw InputError("number out of range; expected 0 to " +
                           std::to_string(planned_unit_count_ - 1));
        if (!column.isBlob() || row.getColumn(2).getInt64() != unit_checksum(number, bytes)) {
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

std::optional<std::int64_t> FinishedUnitTable::write(std::span<const WorkUnit> units) {
  return translate_sqlite_errors(name_, [&]() -> std::optional<std::int64_t> {
    SQLite::Transaction transaction(database_, SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement row(database_, "INSERT OR IGNORE INTO pieces VALUES (?, ?, ?)");
    for (const WorkUnit& unit : units) {
      row.bind(1, unit.number);
      row.bindNoCopy(2, unit.bytes.data(), static_cast<int>(unit.bytes.size()));
      row.bind(3, unit_checksum(unit.number, unit.bytes));
      if (row.exec() == 0) return unit.number;
      row.reset();
    }
    transaction.commit();
    return {};
  });
}

void FinishedUnitTable::checkpoint_wal() {
  translate_sqlite_errors(name_, [&] { database_.exec("PRAGMA wal_checkpoint(TRUNCATE)"); });
}

std::optional<WorkSpec> find_work_spec(const std::filesystem::path& file) {
  if (read_application_id(file) != kResultStoreApplicationId) return {};
  return load_work_spec(file, file.string());
}

WorkSpec load_work_spec(const std::filesystem::path& file, const std::string& name) {
  SQLite::Database database = open_database(file, name);
  std::string program;
  return translate_sqlite_errors(name, [&] { return read_work_spec(name, database, program); });
}

}  // namespace gioul
