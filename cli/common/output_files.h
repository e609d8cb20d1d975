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

/// The output files of a command, checked and locked before it starts.
class OutputFiles {
 public:
  /// Adds an input file, which no output may overwrite. It may be missing.
  void add_input(const std::filesystem::path& file) { inputs_.push_back(file); }

  /// Adds an output file, which the user has named by `option` (such as "--out"). Does nothing if
  /// `file` is empty. Locks it against other processes until this object is destroyed. Throws
  /// InputError if it cannot be written, was added before or is an input, and std::runtime_error if
  /// another process is writing it.
  void add(const std::string& option, const std::filesystem::path& file);
  /// Adds an output folder, which must exist, and locks it. `file` names the main file in it.
  void add_folder(const std::string& option, const std::filesystem::path& folder,
                  std::string_view file);

  /// A function that writes a file.
  using SaveFunction = std::function<void(IfExists)>;
  /// Writes an output file by save(). `file` must have been added. The argument of save() is kFail
  /// if the file did not exist before, so that a file created meanwhile is not overwritten.
  /// Exceptions are kept for throw_if_write_failed().
  void write(const std::filesystem::path& file, const SaveFunction& save);
  /// Writes `bytes` to an output file, which must have been added.
  void write(const std::filesystem::path& file, std::string_view bytes);
  /// Like write(), for a result that is not final: failures are ignored.
  void write_preliminary(const std::filesystem::path& file, std::string_view bytes);

  /// Reports a failed write(): rethrows its first exception. Call it last, after printing the
  /// results.
  void throw_if_write_failed() const;

 private:
  struct Output {
    std::filesystem::path file;
    bool existed_before;  // before the command started
    std::unique_ptr<PathLock> lock;
  };

  std::vector<std::filesystem::path> inputs_;
  std::vector<Output> outputs_;
  std::unique_ptr<FolderLock> folder_lock_;  // lock of the output folder; null if there is none
  std::exception_ptr first_write_error_;     // the first error of write()
};

}  // namespace gioul
