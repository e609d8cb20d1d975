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
  fail_to_write(path, "another process is writing there");
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder)
    : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (folder_ < 0) fail_to_write(folder, system_text(errno));
  lock_or_close(folder_, folder);
}

FolderLock::~FolderLock() { ::close(folder_); }

FileLock::FileLock(const std::filesystem::path& file) {
  struct stat existing;
  if (::stat(file.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    throw InputError(file.string() + ": is not a regular file");
  }
  file_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw InputError(file.string() + ": can't be written: " + system_text(errno));
  lock_or_close(file_, file);
}

FileLock::~FileLock() { ::close(file_); }

NameLock::NameLock(const std::filesystem::path& file) {
  std::string objection = objection_to_write(file);
  const std::string name = file.filename().string();
  stand_in_ = file.parent_path() / (".gioul-" + hex_digits(fnv1a(name)) + ".lock");
  while (objection.empty()) {
    file_ = ::open(stand_in_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0) {
      objection = system_text(errno);
      break;
    }
    lock_or_close(file_, file);
    // The last holder may have removed the lock file before we locked it; try again with a new one.
    struct stat ours;
    struct stat named;
    if (::fstat(file_, &ours) == 0 && ::stat(stand_in_.c_str(), &named) == 0 &&
        ours.st_dev == named.st_dev && ours.st_ino == named.st_ino) {
      return;
    }
    ::close(file_);
  }
  throw InputError(file.string() + ": can't be written: " + objection);
}

NameLock::~NameLock() {
  ::unlink(stand_in_.c_str());
  ::close(file_);
}

}  // namespace gioul
