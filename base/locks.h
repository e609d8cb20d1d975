// Keeps two processes from writing the same things: for as long as one of these lives, another
// process can't have the same.
#pragma once

#include <filesystem>

namespace gioul {

/// Keeps other processes from locking the same folder, until it is destroyed or the process ends,
/// however it does.
class FolderLock {
 public:
  /// Throws std::runtime_error if another process has it, or if the folder can't be opened. Where
  /// the file system can't lock, nothing is locked.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_;
};

/// The same for one file, which is made, empty, if it isn't there.
class FileLock {
 public:
  /// Throws InputError for what is no regular file or can't be opened for writing, and
  /// std::runtime_error if another process has it.
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int file_;
};

/// The same for the name of a file that is to be made or replaced, which other programs may do in
/// the meantime. A file of its own, beside it, stands for the name; it goes with the lock.
class NameLock {
 public:
  /// Throws InputError if no file can be put under the name (objection_to_write()) or beside it,
  /// and std::runtime_error if another process has the lock.
  explicit NameLock(const std::filesystem::path& file);
  ~NameLock();
  NameLock(const NameLock&) = delete;
  NameLock& operator=(const NameLock&) = delete;

 private:
  std::filesystem::path stand_in_;
  int file_ = -1;
};

}  // namespace gioul
