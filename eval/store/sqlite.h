// Opens and checks SQLite files with results, and translates SQLite errors.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gioul {

/// Throws an error of this program for an SQLite error about the file `name`: InputError if the
/// file is not a database with the expected tables, else std::runtime_error. `content` names the
/// expected contents in the message, such as "results of a tournament".
[[noreturn]] void throw_sqlite_error(const std::string& name, const char* content,
                                     const SQLite::Exception& error);

/// Returns f(). If f() throws an SQLite error, converts it as throw_sqlite_error() does.
template <typename F>
auto translate_sqlite_errors(const std::string& name, const char* content, const F& f) {
  try {
    return f();
  } catch (const SQLite::Exception& error) {
    throw_sqlite_error(name, content, error);
  }
}

/// Opens an existing file, which may be empty, as a database for reading and writing. Throws
/// InputError if that fails. `name` is the name of the file in messages.
SQLite::Database open_database(const std::filesystem::path& file, const std::string& name);

/// Enables write-ahead logging, so that a killed process loses no committed transaction. A power
/// failure may lose the last transactions, each as a whole; their work is then done again.
void enable_wal(SQLite::Database& database);

/// Throws InputError if SQLite finds that the database is damaged: rows missing or duplicate, pages
/// lost. Does not check the contents of rows. `name` is the name of the file in the message.
void check_integrity(SQLite::Database& database, const std::string& name);

/// Throws InputError if no database can be created there: the folder of `file` does not exist, or
/// its name is too long.
void require_database_path(const std::filesystem::path& file);

/// Returns the application ID of the database ("PRAGMA application_id"); 0 if it has none or `file`
/// is not a database.
std::int64_t read_application_id(const std::filesystem::path& file);

}  // namespace gioul
