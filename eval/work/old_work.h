// Files of finished work as older versions wrote them, one form for each command, which become
// files of today when they are gone on with or joined.
#pragma once

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace gioul {

/// A database that was written elsewhere and is now only to be read: wherever it lies, on read-only
/// media as well, where SQLite can't make the files that it wants beside it.
struct PartDatabase {
  std::filesystem::path part;    // as the user calls it
  std::filesystem::path opened;  // the same; where nothing can be written there, a copy

  /// Where it needs one, the copy lies in `folder`, by its number. Throws InputError if there is no
  /// such file.
  static PartDatabase find(const std::filesystem::path& part, const std::filesystem::path& folder,
                           std::size_t number);

  std::string name() const { return part.string(); }
};

struct OldWork {
  std::int64_t application = 0;  // what such a database calls itself
  /// Writes what the old one has to the new WorkFile `to`, and returns whether its rows had
  /// checksums. Throws InputError if it is damaged.
  bool (*upgrade)(const PartDatabase& old, const std::filesystem::path& to) = nullptr;
};

/// Makes a file of the `old` form one of today in one step; leaves any other alone. False if damage
/// to what it had would not have been noticed. Throws as OldWork::upgrade does, and
/// std::runtime_error if another process has the file.
bool upgrade_in_place(const std::filesystem::path& file, const OldWork& old);

/// Reads the old database by read(database), which throws InputError, without the file's name, for
/// what is damaged; so does this for what SQLite finds.
void read_old_work(const PartDatabase& old, const std::function<void(SQLite::Database&)>& read);

/// Throws InputError, without the file's name, for work that another version than this has begun.
void check_old_program(const std::string& program);

}  // namespace gioul
