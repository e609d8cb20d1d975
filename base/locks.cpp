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

void lock_or_close(int descriptor, const std::filesystem::path& path) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(descriptor);
  throw_write_error(path, "another process is writing there");
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_descriptor_ < 0 || ::access(folder.c_str(), W_OK) != 0) {
    const int error = errno;
    if (folder_descriptor_ >= 0) ::close(folder_descriptor_);
    throw InputError(folder.string() + ": cannot be written: " + system_error_message(error));
  }
  lock_or_close(folder_descriptor_, folder);
}

FolderLock::~FolderLock() { ::close(folder_descriptor_); }

FileLock::FileLock(const std::filesystem::path& file) {
  struct stat status;
  if (::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    throw InputError(file.string() + ": is not a regular file");
  }
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    throw InputError(file.string() + ": cannot be written: " + system_error_message(errno));
  lock_or_close(descriptor_, file);
}

FileLock::~FileLock() { ::close(descriptor_); }

PathLock::PathLock(const std::filesystem::path& file) {
  std::string error = unwritable_reason(file);
  const std::filesystem::path target = resolve_output_path(file);
  const std::string name = target.filename().string();
  lock_file_ = target.parent_path() / (".gioul-" + format_hex(fnv1a(name)) + ".lock");
  while (error.empty()) {
    descriptor_ = ::open(lock_file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
      error = system_error_message(errno);
      break;
    }
    lock_or_close(descriptor_, file);
    // The last holder may have removed the lock file before we locked it; try again with a new one.
    struct stat ours;
    struct stat named;
    if (::fstat(descriptor_, &ours) == 0 && ::stat(lock_file_.c_str(), &named) == 0 &&
        ours.st_dev == named.st_dev && ours.st_ino == named.st_ino) {
      return;
    }
    ::close(descriptor_);
  }
  throw InputError(file.string() + ": cannot be written: " + error);
}

PathLock::~PathLock() {
  ::unlink(lock_file_.c_str());
  ::close(descriptor_);
}

}  // namespace gioul
