#include "base/files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace gioul {
namespace {

bool is_same_file(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool is_locked_by_us(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

// Returns true if `file` still has the name: another process may have removed it, or made a
// new one of this name, before it was locked.
bool is_named(int file, const std::filesystem::path& name) {
  struct stat ours;
  struct stat named;
  return ::fstat(file, &ours) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         is_same_file(ours, named);
}

// Removes temporary files that no process locks. Writers keep them locked; on file systems without
// locks nothing is removed.
void remove_abandoned_files(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::directory_iterator end;
  for (std::filesystem::directory_iterator i(folder, error); i != end; i.increment(error)) {
    const std::filesystem::path& path = i->path();
    const std::string name = path.filename().string();
    if (!name.starts_with(".gioul-") || !name.ends_with(".tmp")) continue;
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
    struct stat status;
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) continue;
    if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0 && is_named(file.number(), path)) {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
  }
}

// Creates a locked temporary in `folder` by open(name) and returns its descriptor, with the path in
// `name`; returns -1 and sets errno on failure. The name does not contain the final one, which may
// have the maximum length already. open() fails with EEXIST if the name is taken, so threads,
// processes and machines never share one.
template <typename Open>
int create_temporary(const std::filesystem::path& folder, std::filesystem::path& name, Open open) {
  remove_abandoned_files(folder);
  for (int n = 0; n < 10000; ++n) {
    name = folder / (".gioul-" + std::to_string(::getpid()) + "-" + std::to_string(n) + ".tmp");
    const int file = open(name.c_str());
    if (file < 0 && errno != EEXIST) return file;
    if (file < 0) continue;
    if (is_locked_by_us(file) && is_named(file, name)) return file;
    ::close(file);
  }
  return -1;
}

int create_temporary_file(const std::filesystem::path& folder, std::filesystem::path& name) {
  return create_temporary(folder, name, [](const char* path) {
    return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  });
}

int create_temporary_folder(const std::filesystem::path& folder, std::filesystem::path& name) {
  return create_temporary(folder, name, [](const char* path) {
    if (::mkdir(path, 0777) != 0) return -1;
    const int opened = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (opened < 0 && errno == ENOENT) errno = EEXIST;  // another process removed it as abandoned
    return opened;
  });
}

// Returns 0 or an errno value, like the functions below.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

int sync_file(int file) { return ::fsync(file) == 0 ? 0 : errno; }

// Makes a rename in `folder` durable. EINVAL: the file system cannot sync folders.
int sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) return errno == EACCES ? 0 : errno;  // the folder may be write-only
  return ::fsync(opened.number()) == 0 || errno == EINVAL ? 0 : errno;
}

// Renames a file; returns 0 or an errno value.
int rename_file(const std::filesystem::path& from, const std::filesystem::path& to,
                IfExists if_exists) {
  struct stat there;
  if (if_exists == IfExists::kFail) {
#if defined(RENAME_NOREPLACE)
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    // Some file systems do not support the flag.
    if (errno != EINVAL && errno != ENOSYS) return errno;
#endif
    if (::lstat(to.c_str(), &there) == 0) return EEXIST;
  } else if (::lstat(to.c_str(), &there) == 0 && S_ISREG(there.st_mode)) {
    (void)::chmod(from.c_str(), there.st_mode & 0777);  // the old file's permissions remain
  }
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

// Returns true for the file that standard output or standard error is redirected to. Replacing it
// would lose what the program prints.
bool is_redirected_to(const struct stat& file) {
  struct stat ours;
  return (::fstat(STDOUT_FILENO, &ours) == 0 && is_same_file(ours, file)) ||
         (::fstat(STDERR_FILENO, &ours) == 0 && is_same_file(ours, file));
}

std::string rename_problem(const std::filesystem::path& path, int error) {
  if (error != EEXIST) return system_error_message(error);
  const std::string objection = unwritable_reason(path);
  return objection.empty() ? "the file already exists" : objection;
}

std::filesystem::path parent_folder(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : ".";
}

}  // namespace

int Descriptor::close() { return is_open() ? ::close(std::exchange(number_, -1)) : 0; }

void throw_write_error(const std::filesystem::path& path, const std::string& reason) {
  throw std::runtime_error(path.string() + ": cannot be written: " + reason);
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(resolve_output_path(folder), error);
  if (error) throw InputError(folder.string() + ": cannot be created: " + error.message());
}

std::filesystem::path resolve_output_path(const std::filesystem::path& path) {
  constexpr int kMaxLinks = 40;
  std::filesystem::path target = path;
  std::error_code error;
  for (int i = 0; i < kMaxLinks; ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) break;  // not a link
    target = parent_folder(target) / next;
  }
  return target;
}

std::string unwritable_reason(const std::filesystem::path& path) {
  const std::filesystem::path target = resolve_output_path(path);
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return "it is a directory";
    if (!S_ISREG(status.st_mode)) return "it is not a regular file";
    if (is_redirected_to(status)) return "standard output or standard error is written there";
    // Links in /proc can lead to files without a name.
    struct stat named;
    if (::lstat(target.c_str(), &named) != 0 || !is_same_file(named, status)) {
      return "its file has been deleted";
    }
  } else if (errno != ENOENT) {
    return system_error_message(errno);
  }
  const std::filesystem::path folder = parent_folder(target);
  if (::stat(folder.c_str(), &status) != 0) {
    return errno == ENOENT ? "no such directory: " + folder.string() : system_error_message(errno);
  }
  return S_ISDIR(status.st_mode) ? "" : folder.string() + " is not a directory";
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes,
                           IfExists if_exists) {
  // Renaming onto a device such as /dev/null would replace the device.
  const std::string objection = unwritable_reason(path);
  if (!objection.empty()) throw_write_error(path, objection);
  AtomicFileWriter writer(path);
  writer.append(bytes);
  writer.commit(if_exists);
}

// O_NONBLOCK: opening a pipe without a writer must not block; it is rejected below.
InputFile::InputFile(const std::filesystem::path& path)
    : name_(path.string()), descriptor_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
  if (name_.empty()) throw InputError("empty file name");
  struct stat status;
  if (!descriptor_.is_open() || ::fstat(descriptor_.number(), &status) != 0)
    throw InputError(name_ + ": cannot be opened: " + system_error_message(errno));
  if (S_ISDIR(status.st_mode)) throw InputError(name_ + ": is a directory, not a file");
  if (!S_ISREG(status.st_mode)) throw InputError(name_ + ": is not a regular file");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void InputFile::read_at(std::uint64_t begin, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got =
        ::pread(descriptor(), bytes.data(), bytes.size(), static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      throw std::runtime_error(name_ + ": cannot be read: " + system_error_message(errno));
    if (got == 0) throw std::runtime_error(name_ + ": became shorter while it was read");
    begin += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

std::string InputFile::read_start(std::uint64_t count) const {
  return with_out_of_memory_context(name_, [&] {
    std::string bytes(std::min(count, size_), '\0');
    read_at(0, bytes);
    return bytes;
  });
}

InputStream::InputStream(const std::filesystem::path& path)
    : name_(path.string()),
      descriptor_(name_ == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                               : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (!descriptor_.is_open())
    throw InputError(name_ + ": cannot be opened: " + system_error_message(errno));
}

bool InputStream::read(std::string& bytes, std::size_t limit) {
  const std::size_t before = bytes.size();
  bytes.resize(before + limit);
  ssize_t got = 0;
  do {
    got = ::read(descriptor_.number(), bytes.data() + before, limit);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw std::runtime_error(name_ + ": cannot be read: " + system_error_message(errno));
  bytes.resize(before + static_cast<std::size_t>(got));
  return got > 0;
}

std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  const InputFile file(path);
  if (file.size() > max_bytes) {
    throw InputError(file.name() + ": is too large: " + std::to_string(file.size()) +
                     " bytes, expected at most " + std::to_string(max_bytes));
  }
  return file.read_start(file.size());
}

std::string read_file_end(const std::filesystem::path& path, std::size_t count) {
  const InputFile file(path);
  std::string bytes(std::min<std::uint64_t>(count, file.size()), '\0');
  file.read_at(file.size() - bytes.size(), bytes);
  return bytes;
}

StagingFolder::StagingFolder(const std::filesystem::path& parent_folder)
    : lock_descriptor_(
          create_temporary_folder(parent_folder.empty() ? "." : parent_folder, path_)) {
  if (!lock_descriptor_.is_open()) throw_write_error(parent_folder, system_error_message(errno));
}

StagingFolder::~StagingFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);  // before its lock ends
}

AtomicFileWriter::AtomicFileWriter(std::filesystem::path path)
    : path_(std::move(path)),
      target_path_(resolve_output_path(path_)),
      descriptor_(create_temporary_file(parent_folder(target_path_), temporary_path_)) {
  if (!descriptor_.is_open()) throw_write_error(path_, system_error_message(errno));
}

AtomicFileWriter::~AtomicFileWriter() {
  // Before its lock ends: then others may reuse the name.
  if (descriptor_.is_open()) ::unlink(temporary_path_.c_str());
}

void AtomicFileWriter::fail(const std::string& problem) {
  // Frees the disk space before the error is reported.
  ::unlink(temporary_path_.c_str());
  descriptor_.close();
  throw_write_error(path_, problem);
}

void AtomicFileWriter::append(std::string_view bytes) {
  constexpr std::size_t kMaxBuffered = std::size_t{1} << 20;
  if (buffer_.size() + bytes.size() > kMaxBuffered) flush();
  if (bytes.size() > kMaxBuffered) return write(bytes);
  buffer_ += bytes;
}

void AtomicFileWriter::flush() {
  write(buffer_);
  buffer_.clear();
}

void AtomicFileWriter::write(std::string_view bytes) {
  const int error = write_all(descriptor_.number(), bytes);
  if (error != 0) fail(system_error_message(error));
}

void AtomicFileWriter::sync() {
  flush();
  const int error = sync_file(descriptor_.number());
  if (error != 0) fail(system_error_message(error));
}

void AtomicFileWriter::commit(IfExists if_exists) {
  sync();
  struct stat there;
  if (::lstat(target_path_.c_str(), &there) == 0 && !S_ISREG(there.st_mode))
    if_exists = IfExists::kFail;
  const int error = rename_file(temporary_path_, target_path_, if_exists);
  if (error != 0) fail(rename_problem(path_, error));
  const int problem = descriptor_.close() != 0 ? errno : sync_folder(parent_folder(target_path_));
  if (problem != 0) throw_write_error(path_, system_error_message(problem));
}

AppendOnlyFile::AppendOnlyFile(std::filesystem::path path, std::uint64_t bytes_to_keep)
    : path_(std::move(path)),
      size_bytes_(bytes_to_keep),
      descriptor_(::open(path_.c_str(),
                         O_WRONLY | (bytes_to_keep == 0 ? O_CREAT : 0) | O_APPEND | O_NOFOLLOW |
                             O_NONBLOCK | O_CLOEXEC,
                         0666)) {
  struct stat status;
  if (!descriptor_.is_open() || ::fstat(descriptor_.number(), &status) != 0) {
    throw_write_error(path_,
                      errno == ELOOP ? "it is a symbolic link" : system_error_message(errno));
  }
  if (!S_ISREG(status.st_mode)) throw_write_error(path_, "it is not a regular file");
  if (static_cast<std::uint64_t>(status.st_size) < bytes_to_keep) {
    throw InputError(path_.string() + ": has " + std::to_string(status.st_size) +
                     " bytes, expected at least " + std::to_string(bytes_to_keep));
  }
  if (::ftruncate(descriptor_.number(), static_cast<off_t>(bytes_to_keep)) != 0) {
    throw_write_error(path_, system_error_message(errno));
  }
}

void AppendOnlyFile::append(std::string_view bytes) {
  const int error = write_all(descriptor_.number(), bytes);
  if (error != 0) throw_write_error(path_, system_error_message(error));
  size_bytes_ += bytes.size();
}

std::uint64_t AppendOnlyFile::sync() {
  const int error = sync_file(descriptor_.number());
  if (error != 0) throw_write_error(path_, system_error_message(error));
  return size_bytes_;
}

void copy_file_as_writable(const std::filesystem::path& source,
                           const std::filesystem::path& destination) {
  constexpr std::uint64_t kAtOnce = 1U << 20;
  const InputFile from(source);
  AtomicFileWriter to(destination);
  std::string bytes;
  for (std::uint64_t at = 0; at < from.size(); at += bytes.size()) {
    bytes.resize(std::min(kAtOnce, from.size() - at));
    from.read_at(at, bytes);
    to.append(bytes);
  }
  to.commit();
}

}  // namespace gioul
