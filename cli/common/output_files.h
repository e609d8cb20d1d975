// Checks and locks a command's output files before it starts. A failure to write one file does not
// prevent the others from being written.
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

/// The output files of a command.
class OutputFiles {
 public:
  /// Adds an input file, which no output may overwrite. It may be missing.
  void add_input(const std::filesystem::path& file) { inputs_.push_back(file); }

  /// Adds an output file, given by `option` ("--out"); ignored if `file` is empty. Locks it against
  /// other processes until this object is destroyed. Throws InputError if it cannot be written, was
  /// added before or is an input, and std::runtime_error if another process is writing it.
  void add(const std::string& option, const std::filesystem::path& file);
  /// Like add(), for `file` and others in an existing folder.
  void add_folder(const std::string& option, const std::filesystem::path& folder,
                  std::string_view file);

  /// A function that writes a file.
  using Save = std::function<void(IfExists)>;
  /// Calls save() for a file that was added. Its argument is kFail if the file did not exist
  /// before, so that a file created meanwhile is not overwritten. Exceptions are kept for finish().
  void write(const std::filesystem::path& file, const Save& save);
  /// Writes `bytes` to a file that was added.
  void write(const std::filesystem::path& file, std::string_view bytes);

  /// Rethrows the first exception of write(). Call it last, after printing the results.
  void finish() const;

 private:
  struct Output {
    std::filesystem::path file;
    bool existed;
    std::unique_ptr<PathLock> lock;
  };

  std::vector<std::filesystem::path> inputs_;
  std::vector<Output> outputs_;
  std::unique_ptr<FolderLock> folder_;
  std::exception_ptr failure_;
};

}  // namespace gioul
