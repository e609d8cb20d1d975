// Checks and locks a command's output files before it starts. A failure to write one file does not
// prevent the others from being written. One such file is the log of the option --debug.
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
#include "cli/common/command.h"

namespace gioul {

/// The output files of a command, checked and locked before it starts.
class OutputFiles {
 public:
  /// Adds an input file, which no output may overwrite. It may be missing.
  void add_input(const std::filesystem::path& file) { inputs_.push_back(file); }

  /// Adds an output file, which the user has named by `option` (such as "--out"), and locks it
  /// against other processes until this object is destroyed. Does nothing if `file` is empty.
  /// Throws InputError if the file cannot be written, was added before or is an input, and
  /// std::runtime_error if another process has locked it.
  void add(const std::string& option, const std::filesystem::path& file);
  /// Adds an output folder, makes it if it does not exist, and locks it. Also adds the output file
  /// `file` in the folder.
  void add_folder(const std::string& option, const std::filesystem::path& folder,
                  std::string_view file);

  /// A function that writes a file. The argument selects what it does if the file exists.
  using SaveFunction = std::function<void(IfExists)>;
  /// Calls `save` to write an output file. `file` must have been added. The argument of `save` is
  /// kReplace if the file existed when it was added, else kFail, so that a file that was created
  /// meanwhile is not overwritten. Exceptions are stored for throw_if_write_failed().
  void write(const std::filesystem::path& file, const SaveFunction& save);
  /// Writes `bytes` to an output file, which must have been added.
  void write(const std::filesystem::path& file, std::string_view bytes);
  /// Writes a result that is not final. Like write(), but ignores failures.
  void write_preliminary(const std::filesystem::path& file, std::string_view bytes);

  /// Rethrows the first exception of write(), if any. Call it last, after printing the results.
  void throw_if_write_failed() const;

 private:
  // An output file of the command.
  struct Output {
    std::filesystem::path file;
    bool existed_before;             // the file existed before this command wrote it
    std::unique_ptr<PathLock> lock;  // keeps other processes from writing the file
  };

  std::vector<std::filesystem::path> inputs_;
  std::vector<Output> outputs_;
  std::unique_ptr<FolderLock> folder_lock_;  // lock of the output folder; null if there is none
  std::exception_ptr first_write_error_;     // the first exception of write(); null if none
};

/// Adds the option --debug FILE, which logs the traffic with external engines.
void add_debug_option(CommandLine& line);

/// If --debug is given, adds its file to `outputs` and starts to log the traffic with engines there
/// (eval/engines/engine_log.h). Must be called before players are made.
void start_debug_log(const CommandLine& line, OutputFiles& outputs);

}  // namespace gioul
