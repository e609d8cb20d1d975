#include "base/locks.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"

namespace gioul {
namespace {

void lock_exclusively(const Descriptor& file, const std::filesystem::path& path) {
  if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  throw_write_error(path, "another process is writing there");
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!folder_descriptor_.is_open() || ::access(folder.c_str(), W_OK) != 0) {
    throw InputError(folder.string() + ": cannot be written: " + system_error_message(errno));
  }
  lock_exclusively(folder_descriptor_, folder);
}

FileLock::FileLock(const std::filesystem::path& file) {
  struct stat status;
  if (::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw InputError(file.string() + ": is not a regular file");
  }
  descriptor_ = Descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!descriptor_.is_open())
    throw InputError(file.string() + ": cannot be written: " + system_error_message(errno));
  lock_exclusively(descriptor_, file);
}

PathLock::PathLock(const std::filesystem::path& file) {
  std::string error = unwritable_reason(file);
  const std::filesystem::path target = resolve_output_path(file);
  const std::string name = target.filename().string();
  lock_file_ = target.parent_path() / (".gioul-" + format_hex(fnv1a(name)) + ".lock");
  while (error.empty()) {
    descriptor_ =
        Descriptor(::open(lock_file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
    if (!descriptor_.is_open()) {
      error = system_error_message(errno);
      break;
    }
    lock_exclusively(descriptor_, file);
    // The last holder may have removed the lock file before we locked it; try again with a new one.
    struct stat ours;
    struct stat named;
    if (::fstat(descriptor_.number(), &ours) == 0 && ::stat(lock_file_.c_str(), &named) == 0 &&
        ours.st_dev == named.st_dev && ours.st_ino == named.st_ino) {
      return;
    }
  }
  throw InputError(file.string() + ": cannot be written: " + error);
}

PathLock::~PathLock() { ::unlink(lock_file_.c_str()); }  // before the lock ends

}  // namespace gioul
