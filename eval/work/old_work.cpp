#include "eval/work/old_work.h"

#include <unistd.h>

#include "base/error.h"
#include "base/files.h"
#include "base/locks.h"
#include "eval/work/database.h"

namespace gioul {

namespace {

constexpr const char* kContent = "work of an older gioul";

}  // namespace

bool upgrade_in_place(const std::filesystem::path& file, const OldWork& old) {
  if (application_of(file) != old.application) return true;
  const FileLock lock(file);
  const ScratchFolder scratch(file.parent_path());
  const std::filesystem::path upgraded = scratch.path() / "whole.db";
  const bool had_checksums = old.upgrade({.part = file, .opened = file}, upgraded);
  with_database_errors(file.string(), kContent, [&] {
    // Its write-ahead log would be taken for that of the new one.
    open_database(file, file.string()).exec("PRAGMA journal_mode = DELETE");
  });
  std::filesystem::rename(upgraded, file);
  return had_checksums;
}

void read_old_work(const PartDatabase& old, const std::function<void(SQLite::Database&)>& read) {
  try {
    with_database_errors(old.name(), kContent, [&] {
      SQLite::Database database = open_database(old.opened, old.name());
      check_pages(database, old.name());
      read(database);
    });
  } catch (const InputError& error) {
    const std::string what = error.what();
    if (what.starts_with(old.name() + ": ")) throw;
    throw InputError(old.name() + ": is damaged: " + what);
  }
}

void check_old_program(const std::string& program) {
  if (program == GIOUL_VERSION) return;
  throw InputError("it was begun by gioul " + program + ", and this is " + GIOUL_VERSION);
}

namespace fs = std::filesystem;

PartDatabase PartDatabase::find(const fs::path& part, const fs::path& folder, std::size_t number) {
  const InputFile there(part);  // throws, and says why
  const fs::path beside = part.has_parent_path() ? part.parent_path() : fs::path(".");
  if (::access(part.c_str(), W_OK) == 0 && ::access(beside.c_str(), W_OK) == 0) {
    return {.part = part, .opened = part};
  }
  const fs::path copy = folder / ("part-" + std::to_string(number) + ".db");
  write_copy(part, copy);
  // What was written last is in SQLite's write-ahead log, if its writer was killed.
  const fs::path log = part.string() + "-wal";
  if (fs::exists(log)) write_copy(log, copy.string() + "-wal");
  return {.part = part, .opened = copy};
}

}  // namespace gioul
