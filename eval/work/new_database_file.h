// A database that gets its name when it is whole: until then it has another, that nothing had, and
// is removed if it never is.
#pragma once

#include <filesystem>

#include "base/files.h"
#include "base/locks.h"

namespace gioul {

class NewDatabaseFile {
 public:
  /// Of what is to be called `name`. Throws InputError if that is there already, and
  /// std::runtime_error if another process makes it. What one that was killed has left is removed.
  explicit NewDatabaseFile(std::filesystem::path name);

  /// Its name meanwhile.
  std::filesystem::path path() const { return scratch_.path() / "whole.db"; }

  /// Where it lies meanwhile, and what is needed besides: a folder that goes with the object.
  const std::filesystem::path& folder() const { return scratch_.path(); }

  /// Gives it its name. Nobody has it open.
  void keep() const;

 private:
  std::filesystem::path name_;
  NameLock nobody_makes_it_;
  ScratchFolder scratch_;
};

}  // namespace gioul
