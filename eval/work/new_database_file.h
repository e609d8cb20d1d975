// A database that gets its name when it is whole: until then it has another, and is removed if it
// never is.
#pragma once

#include <filesystem>

namespace gioul {

class NewDatabaseFile {
 public:
  /// Of what is to be called `name`. Throws InputError if that is there already, and
  /// std::runtime_error if another process makes it. What one that was killed has left is removed.
  explicit NewDatabaseFile(std::filesystem::path name);
  ~NewDatabaseFile();
  NewDatabaseFile(const NewDatabaseFile&) = delete;
  NewDatabaseFile& operator=(const NewDatabaseFile&) = delete;

  /// Its name meanwhile.
  const std::filesystem::path& path() const { return path_; }

  /// Gives it its name. Nobody has it open.
  void keep();

 private:
  void remove() const;

  std::filesystem::path name_;
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace gioul
