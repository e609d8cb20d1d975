#include "eval/work/old_work.h"

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

}  // namespace gioul
