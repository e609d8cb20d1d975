// What all our SQLite files have in common: how they are opened, kept whole whatever happens to
// their writer, and refused where they are something else.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gioul {

/// Throws what SQLite says of the file `name`: as InputError if that is no database (and so holds
/// no `content`, "results of a tournament"), else as std::runtime_error.
[[noreturn]] void throw_database_error(const std::string& name, const char* content,
                                       const SQLite::Exception& error);

/// Calls f(); errors of SQLite in it are thrown so.
template <typename F>
auto with_database_errors(const std::string& name, const char* content, const F& f) {
  try {
    return f();
  } catch (const SQLite::Exception& error) {
    throw_database_error(name, content, error);
  }
}

/// The database in the file, which exists, maybe empty, to be read and written. Throws InputError
/// if it can't be opened; errors call it `name`.
SQLite::Database open_database(const std::filesystem::path& file, const std::string& name);

/// From here on a killed process loses nothing that was committed. Should the machine lose its
/// power, the last transactions may be gone, whole ones: what they held is done again.
void keep_what_is_committed(SQLite::Database& database);

/// Throws InputError if SQLite finds that the file `name` isn't as it has written it: rows that are
/// lost or twice there, pages that are nowhere. Of what a row says it knows nothing.
void check_pages(SQLite::Database& database, const std::string& name);

/// Throws InputError if the folder isn't there that the file should be in.
void check_folder_of(const std::filesystem::path& file);

/// What the database in `file` calls itself ("PRAGMA application_id"); 0 if nothing, or if it is
/// none.
std::int64_t application_of(const std::filesystem::path& file);

}  // namespace gioul
