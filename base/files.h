// Whole files in, whole files out: a name on disk never shows a half-written file, and reading
// never allocates more than the caller allows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace gioul {

/// What becomes of a regular file that has the name already of one to be written. Nothing else that
/// has it is ever replaced.
enum class Existing : std::uint8_t { kRefused, kReplaced };

/// Puts `bytes` under the name `path`, replacing what was there in one step: temporary name in the
/// same folder, fsync, rename, fsync of the folder. Throws std::runtime_error naming the file and
/// the system's reason; what was under the name before is then untouched, unless it is the last of
/// the four steps that failed. Temporary files that killed programs left there are removed.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes,
                           Existing existing = Existing::kReplaced);

/// Makes the folder, and those that it is in, if it isn't there. Throws std::runtime_error that
/// names it.
void make_folder(const std::filesystem::path& folder);

/// Why no file can be put under the name, or nothing if one can: a folder or a device has it, or
/// its folder isn't there.
std::string objection_to_write(const std::filesystem::path& path);

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

/// Anything that can be read from its beginning on, pipes as well.
class InputStream {
 public:
  /// Throws InputError naming the file if it can't be opened.
  explicit InputStream(const std::filesystem::path& path);
  ~InputStream();
  InputStream(const InputStream&) = delete;
  InputStream& operator=(const InputStream&) = delete;

  /// Adds what comes next to `bytes`, at most `most` bytes. False at the end. Throws
  /// std::runtime_error naming the file if reading fails.
  bool read(std::string& bytes, std::size_t most);

 private:
  std::string name_;
  int descriptor_;
};

/// The last `count` bytes of a file, or all if it has fewer. Throws like read_file.
std::string read_file_end(const std::filesystem::path& path, std::size_t count);

/// A file to whose end lines are added as they come. All of the class throws std::runtime_error
/// naming the file and the reason.
class AppendedFile {
 public:
  /// Opens the file, made if it isn't there, and cuts it to its first `keep` bytes. Never one that
  /// a symbolic link stands for. Throws InputError if it has fewer.
  AppendedFile(std::filesystem::path path, std::uint64_t keep);
  ~AppendedFile();
  AppendedFile(const AppendedFile&) = delete;
  AppendedFile& operator=(const AppendedFile&) = delete;

  void append(std::string_view bytes);
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::filesystem::path path_;
  std::uint64_t bytes_;
  int file_;
};

/// A folder for what is not yet whole, beside the name that it is to have: its own name nothing had
/// before. It goes with the object and all that is still in it.
class ScratchFolder {
 public:
  /// Makes one in `beside`. What killed programs left there is removed. Throws std::runtime_error
  /// naming `beside` and the reason.
  explicit ScratchFolder(const std::filesystem::path& beside);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

/// A file too large for memory, written from its beginning to its end. Until it is whole it has
/// another name, that nothing had before; what killed programs left in its folder is removed.
class GrowingFile {
 public:
  /// Throws std::runtime_error, as all of the class does, naming the file and the reason.
  explicit GrowingFile(std::filesystem::path path);
  /// Removes what has not been finished.
  ~GrowingFile();
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  void append(std::string_view bytes);
  /// Syncs the file and gives it its name, in one step.
  void finish(Existing existing = Existing::kRefused);

 private:
  void flush();
  [[noreturn]] void fail(const std::string& problem);

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int file_ = -1;
  std::string buffer_;
};

/// Makes the file `copy` with what `file` holds, and with the rights of any new file: those of a
/// file on read-only media would keep who made the copy from writing it. Throws as InputFile and
/// GrowingFile do.
void write_copy(const std::filesystem::path& file, const std::filesystem::path& copy);

}  // namespace gioul
