#include "eval/work/new_database_file.h"

#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/locks.h"
#include "eval/work/database.h"

namespace gioul {

NewDatabaseFile::NewDatabaseFile(std::filesystem::path name)
    : name_(std::move(name)), path_(name_.string() + ".part") {
  if (std::filesystem::exists(std::filesystem::symlink_status(name_))) {
    throw InputError(name_.string() + ": is there already");
  }
  check_folder_of(name_);
  const FileLock nobody_makes_it(path_);
  remove();
}

NewDatabaseFile::~NewDatabaseFile() {
  if (!kept_) remove();
}

void NewDatabaseFile::keep() {
  std::filesystem::rename(path_, name_);
  kept_ = true;
}

void NewDatabaseFile::remove() const {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    std::error_code ignored;
    std::filesystem::remove(path_.string() + suffix, ignored);
  }
}

}  // namespace gioul
