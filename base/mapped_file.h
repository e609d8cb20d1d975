// A file's bytes without reading them into memory: pages come from the disk when they are touched,
// and programs that use the same file share them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace gioul {

/// Immutable, as its file must be: writers replace such files, they never change them.
class MappedFile {
 public:
  /// Throws InputError naming the file if it is no regular file that can be read, or is empty.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /// Begins at a page.
  std::string_view bytes() const { return {data_, size_}; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace gioul
