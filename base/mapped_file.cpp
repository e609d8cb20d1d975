#include "base/mapped_file.h"

#include <sys/mman.h>

#include <cerrno>
#include <string>

#include "base/error.h"
#include "base/files.h"

namespace gioul {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const InputFile file(path);
  if (file.size() == 0) throw InputError(file.name() + ": is empty");
  size_ = static_cast<std::size_t>(file.size());
  void* const memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (memory == MAP_FAILED) {
    throw InputError(file.name() + ": cannot be mapped: " + system_error_message(errno));
  }
  data_ = static_cast<const char*>(memory);
}

MappedFile::~MappedFile() { ::munmap(const_cast<char*>(data_), size_); }

}  // namespace gioul
