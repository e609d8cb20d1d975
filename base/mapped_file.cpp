#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "base/error.h"

namespace gioul {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const auto refuse = [&](const std::string& what) {
    return InputError(path.string() + ": " + what);
  };
  // O_NONBLOCK: opening a pipe without a writer must not block; it is rejected below.
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) throw refuse("can't be opened: " + system_error_message(errno));
  struct stat status;
  std::string problem;
  if (::fstat(file, &status) != 0) {
    problem = system_error_message(errno);
  } else if (!S_ISREG(status.st_mode)) {
    problem = S_ISDIR(status.st_mode) ? "is a directory, not a file" : "is not a regular file";
  } else if (status.st_size == 0) {
    problem = "is empty";
  } else {
    size_ = static_cast<std::size_t>(status.st_size);
    void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) {
      problem = "can't be mapped: " + system_error_message(errno);
    } else {
      data_ = static_cast<const char*>(memory);
    }
  }
  ::close(file);
  if (!problem.empty()) throw refuse(problem);
}

MappedFile::~MappedFile() { ::munmap(const_cast<char*>(data_), size_); }

}  // namespace gioul
