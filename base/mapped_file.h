// A read-only memory-mapped file: pages are loaded on first access and shared between processes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace gioul {

/// A whole file mapped into memory. The file must not change while it is mapped; writers must
/// replace it with another file instead.
class MappedFile {
 public:
  /// Throws InputError ("PATH: ...") if the file cannot be read, is not a regular file or is empty.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// The contents of the file; they start at a page boundary.
  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gioul
