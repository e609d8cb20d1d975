#include "eval/work/new_database_file.h"

#include <utility>

#include "base/error.h"
#include "eval/work/database.h"

namespace gioul {

namespace {

const std::filesystem::path& checked(const std::filesystem::path& name) {
  if (std::filesystem::exists(std::filesystem::symlink_status(name))) {
    throw InputError(name.string() + ": is there already");
  }
  check_folder_of(name);
  return name;
}

}  // namespace

NewDatabaseFile::NewDatabaseFile(std::filesystem::path name)
    : name_(std::move(name)), nobody_makes_it_(checked(name_)), scratch_(name_.parent_path()) {}

void NewDatabaseFile::keep() const { std::filesystem::rename(path(), name_); }

}  // namespace gioul
