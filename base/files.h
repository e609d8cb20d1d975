// Whole files in, whole files out: a name on disk never shows a half-written file, and reading
// never allocates more than the caller allows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace gioul {

/// Puts `bytes` under the name `path`, replacing what was there in one step: temporary name in the
/// same folder, fsync, rename, fsync of the folder. Only regular files are replaced. Throws
/// std::runtime_error naming the file and the system's reason; what was under the name before is
/// then untouched, unless it is the last of the four steps that failed.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// Throws the std::runtime_error with which all that writes here fails: "PATH: can't be written:
/// REASON".
[[noreturn]] void fail_to_write(const std::filesystem::path& path, const std::string& reason);

/// A regular file, open for reading: its size is known before there is memory for its contents, so
/// that large files can be judged by their start. Nothing else is waited for, such as a pipe.
class InputFile {
 public:
  /// Throws InputError naming the file if it can't be opened or is no regular file.
  explicit InputFile(const std::filesystem::path& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t size() const { return size_; }

  /// Fills `bytes` with those from byte `begin` on. Throws std::runtime_error naming the file if
  /// there are not as many, or reading fails.
  void read(std::uint64_t begin, std::span<char> bytes) const;

  /// The first `count` bytes, or all if there are fewer.
  std::string start(std::uint64_t count) const;

 private:
  std::string name_;
  int descriptor_;
  std::uint64_t size_ = 0;
};

/// The contents of a file. Throws as InputFile does, and InputError if it is longer than
/// `max_bytes`.
std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

/// The last `count` bytes of a file, or all if it has fewer. Throws like read_file.
std::string read_file_end(const std::filesystem::path& path, std::size_t count);

/// A file too large for memory, written from its beginning to its end. Until it is whole it has
/// another name, which a program that is killed leaves behind.
class GrowingFile {
 public:
  /// Creates the file `path` + ".part", replacing one that was left behind. Throws
  /// std::runtime_error, as all of the class does, naming the file and the system's reason.
  explicit GrowingFile(std::filesystem::path path);
  /// Removes what has not been finished.
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void append(std::string_view bytes);
  /// What finish() does with a regular file that has the name already.
  enum class Existing { kRefused, kReplaced };

  /// Syncs the file and gives it its name, in one step.
  void finish(Existing existing = Existing::kRefused);

 private:
  void flush();
  [[noreturn]] void fail(int error);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int file_ = -1;
  std::string buffer_;
};

}  // namespace gioul
