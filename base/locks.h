// File locks between processes: while one process holds a lock, another one cannot take it.
#pragma once

#include <filesystem>

#include "base/files.h"

namespace gioul {

/// Locks a folder against other processes. The lock ends when the object is destroyed or the
/// process ends for any reason.
class FolderLock {
 public:
  /// Throws InputError if the folder is not writable, and std::runtime_error if another process
  /// holds the lock. Does not lock on file systems without locks.
  explicit FolderLock(const std::filesystem::path& folder);

 private:
  Descriptor folder_descriptor_;  // descriptor of the open folder
};

/// Locks a file against other processes until the object is destroyed. The file is created empty if
/// it does not exist.
class FileLock {
 public:
  /// Throws InputError if the path is not a regular file or cannot be opened for writing, and
  /// std::runtime_error if another process holds the lock.
  explicit FileLock(const std::filesystem::path& file);

 private:
  Descriptor descriptor_{-1};  // descriptor of the locked file
};

/// Locks a path against other processes while its file (resolve_output_path()) is created or
/// replaced. The lock is a separate hidden file in the same folder; the destructor removes it.
class PathLock {
 public:
  /// Throws InputError if neither the file nor its lock can be written (unwritable_reason()), and
  /// std::runtime_error if another process holds the lock.
  explicit PathLock(const std::filesystem::path& file);
  ~PathLock();

 private:
  std::filesystem::path lock_file_;  // path of the hidden file
  Descriptor descriptor_{-1};        // descriptor of the hidden file
};

}  // namespace gioul
