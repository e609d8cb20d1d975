// Opens SQLite files with results, and checks their paths and application IDs.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <string>

namespace gioul {

/// Opens an existing file, which may be empty, as a database for reading and writing. Throws
/// InputError if that fails. `name` is the name of the file in messages.
SQLite::Database open_database(const std::filesystem::path& file, const std::string& name);

/// Throws InputError if no database can be created there: the folder of `file` does not exist, or
/// its name is too long.
void require_database_path(const std::filesystem::path& file);

/// Returns the application ID of the database ("PRAGMA application_id"); 0 if it has none or `file`
/// is not a database.
std::int64_t read_application_id(const std::filesystem::path& file);

}  // namespace gioul
