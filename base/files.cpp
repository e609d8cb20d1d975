#include "base/files.h"

#include <fcntl.h>
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

// Closes a file however its scope is left.
struct Descriptor {
  int number;
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) ::close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
};

// A new file in `folder`, its name in `name`; -1 and errno if there can be none. The name does not
// contain the final one, which may already be as long as names can be; O_EXCL keeps other threads,
// processes and machines on the same folder apart.
int create_temporary(const std::filesystem::path& folder, std::filesystem::path& name) {
  for (int n = 0; n < 10000; ++n) {
    name = folder / (".gioul-" + std::to_string(::getpid()) + "-" + std::to_string(n) + ".tmp");
    const int file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// The error number, 0 if all went well; so the next.
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

// Makes a rename in `folder` last. Some file systems can't sync folders and say EINVAL.
int sync_folder(const std::filesystem::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number < 0) return errno == EACCES ? 0 : errno;  // write-only folders exist
  return ::fsync(opened.number) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

void fail_to_write(const std::filesystem::path& path, const std::string& reason) {
  throw std::runtime_error(path.string() + ": can't be written: " + reason);
}

void write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  // Renaming onto a device such as /dev/null would replace the device.
  struct stat existing;
  if (::stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    fail_to_write(path, S_ISDIR(existing.st_mode) ? "it is a folder" : "it is no regular file");
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  std::filesystem::path temporary;
  const int file = create_temporary(folder, temporary);
  if (file < 0) fail_to_write(path, system_text(errno));

  int error = write_all(file, bytes);
  if (error == 0) error = sync_file(file);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    fail_to_write(path, system_text(error));
  }
  error = sync_folder(folder);
  if (error != 0) fail_to_write(path, system_text(error));
}

// O_NONBLOCK: opening a pipe that nobody writes to must fail below, not wait.
InputFile::InputFile(const std::filesystem::path& path) : name_(path.string()), descriptor_(-1) {
  if (name_.empty()) throw InputError("the name of a file is empty (expected one to read)");
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor_ < 0) throw InputError(name_ + ": can't be opened: " + system_text(errno));
  struct stat status;
  std::string problem;
  if (::fstat(descriptor_, &status) != 0) {
    problem = system_text(errno);
  } else if (S_ISDIR(status.st_mode)) {
    problem = "is a folder, not a file";
  } else if (!S_ISREG(status.st_mode)) {
    problem = "is no regular file";
  }
  if (!problem.empty()) {
    ::close(descriptor_);
    throw InputError(name_ + ": " + problem);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(std::uint64_t begin, std::span<char> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(begin));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::runtime_error(name_ + ": can't be read: " + system_text(errno));
    if (got == 0) throw std::runtime_error(name_ + ": became shorter while it was read");
    begin += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

std::string InputFile::start(std::uint64_t count) const {
  return with_memory_for(name_, [&] {
    std::string bytes(std::min(count, size_), '\0');
    read(0, bytes);
    return bytes;
  });
}

std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes) {
  const InputFile file(path);
  if (file.size() > max_bytes) {
    throw InputError(file.name() + ": is too large: " + std::to_string(file.size()) +
                     " bytes, at most " + std::to_string(max_bytes) + " are expected");
  }
  return file.start(file.size());
}

std::string read_file_end(const std::filesystem::path& path, std::size_t count) {
  const InputFile file(path);
  std::string bytes(std::min<std::uint64_t>(count, file.size()), '\0');
  file.read(file.size() - bytes.size(), bytes);
  return bytes;
}

GrowingFile::GrowingFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".part") {
  file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) fail_to_write(temporary_, system_text(errno));
}

GrowingFile::~GrowingFile() {
  if (file_ < 0) return;
  ::close(file_);
  ::unlink(temporary_.c_str());
}

void GrowingFile::fail(int error) {
  // Its space is free again before anybody reads the message.
  ::close(file_);
  file_ = -1;
  ::unlink(temporary_.c_str());
  fail_to_write(path_, system_text(error));
}

void GrowingFile::append(std::string_view bytes) {
  constexpr std::size_t kEnough = std::size_t{1} << 20;
  buffer_ += bytes;
  if (buffer_.size() >= kEnough) flush();
}

void GrowingFile::flush() {
  const int error = write_all(file_, buffer_);
  if (error != 0) fail(error);
  buffer_.clear();
}

void GrowingFile::finish(Existing existing) {
  flush();
  const int error = sync_file(file_);
  if (error != 0) fail(error);
  if (existing == Existing::kReplaced) {
    struct stat there;
    if (::lstat(path_.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) fail(EEXIST);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  } else if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) !=
             0) {
    // Some file systems don't know the flag.
    struct stat there;
    if (errno != EINVAL && errno != ENOSYS) fail(errno);
    if (::lstat(path_.c_str(), &there) == 0) fail(EEXIST);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  }
  const int closed = ::close(file_);
  file_ = -1;
  const std::filesystem::path folder = path_.parent_path();
  const int problem = closed != 0 ? errno : sync_folder(folder.empty() ? "." : folder);
  if (problem != 0) fail_to_write(path_, system_text(problem));
}

}  // namespace gioul
