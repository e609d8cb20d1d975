// The files that a command is asked to write: refused before it works if they can't be written, and
// tried one by one when it has, so that none of them costs another or what is printed.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/locks.h"

namespace gioul {

class Outputs {
 public:
  /// A file that is read, which none of those to write may be; there need not be one.
  void protect(const std::filesystem::path& file) { protected_.push_back(file); }

  /// A file to write, as `option` ("--out") names it; none if the name is empty. No other process
  /// can add it until this is destroyed. Throws InputError if it can't be written, is added already
  /// or is protected, and std::runtime_error if another process writes it.
  void add(const std::string& option, const std::filesystem::path& file);
  /// The same for a folder that is there, to write `file` and others into.
  void add_folder(const std::string& option, const std::filesystem::path& folder,
                  std::string_view file);

  using Save = std::function<void(Existing)>;
  /// Calls save() for a file that was added and has a name; it is told whether the file may replace
  /// one: what was not there before may not be replaced. What it throws waits for finish().
  void write(const std::filesystem::path& file, const Save& save);
  void write(const std::filesystem::path& file, std::string_view bytes);

  /// Throws the first of what write() met with. For the end, when the results are printed.
  void finish() const;

 private:
  struct Output {
    std::filesystem::path file;
    bool was_there;
    std::unique_ptr<NameLock> lock;
  };

  std::vector<std::filesystem::path> protected_;
  std::vector<Output> outputs_;
  std::unique_ptr<FolderLock> folder_;
  std::exception_ptr failure_;
};

}  // namespace gioul
