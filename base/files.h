// Reads and writes whole files. Writers replace a file in one step, so readers never see a
// half-written one; readers never allocate more memory than the caller allows. Writers follow
// symbolic links: they write the file that a link points to, and never replace the link.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace gioul {

/// A file descriptor that is closed at the end of its scope; negative if no file is open.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  /// Closes the descriptor now, if it is open. Returns the result of ::close(), else 0.
  int close();

 private:
  int number_;
};

/// Tells a writer what to do if its path is an existing regular file: throw (kFail) or replace it
/// (kReplace). Anything else, such as a folder or a device, is never replaced.
enum class IfExists : std::uint8_t { kFail, kReplace };

/// Writes `bytes` to `path` in one step: writes a temporary file in the same folder, syncs it,
/// renames it to `path` and syncs the folder. Also removes temporary files that killed processes
/// left in the folder. Throws std::runtime_error ("PATH: ..."); the old file is then unchanged,
/// unless only the last sync failed.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes,
                           IfExists if_exists = IfExists::kReplace);

/// Creates the folder and its parents if they do not exist. Throws InputError ("FOLDER: ...").
void make_folder(const std::filesystem::path& folder);

/// Returns the file that a writer of `path` creates or replaces: the target of a symbolic link,
/// which need not exist, or `path` itself.
std::filesystem::path resolve_output_path(const std::filesystem::path& path);

/// Returns the reason why `path` cannot be written (for example, it is a folder, a device or this
/// program's standard output, or its folder does not exist), or "" if it can.
std::string unwritable_reason(const std::filesystem::path& path);

/// Throws std::runtime_error: "PATH: cannot be written: REASON".
[[noreturn]] void throw_write_error(const std::filesystem::path& path, const std::string& reason);

/// A regular file open for reading. The size is known before any content is read, so a caller can
/// check the start of a large file first. A pipe is rejected at once instead of blocking.
class InputFile {
 public:
  /// Throws InputError ("PATH: ...") if the file cannot be opened or is not a regular file.
  explicit InputFile(const std::filesystem::path& path);

  /// The path as given, for messages.
  const std::string& name() const { return name_; }
  /// The size in bytes when the file was opened.
  std::uint64_t size() const { return size_; }
  /// The file descriptor, which is closed with this object.
  int descriptor() const { return descriptor_.number(); }

  /// Fills `bytes` with the file's bytes from offset `begin` on. Throws std::runtime_error ("PATH:
  /// ...") if reading fails or the file ends first.
  void read_at(std::uint64_t begin, std::span<char> bytes) const;

  /// Returns the first `count` bytes, or the whole file if it is shorter.
  std::string read_start(std::uint64_t count) const;

 private:
  std::string name_;        // path as given, for messages
  Descriptor descriptor_;   // descriptor of the open file
  std::uint64_t size_ = 0;  // size in bytes when the file was opened
};

/// Returns the contents of a file. Throws InputError ("PATH: ...") if it cannot be opened, is not a
/// regular file or is longer than `max_bytes`.
std::string read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

/// A file of any kind, including pipes, that is read from start to end.
class InputStream {
 public:
  /// "-" is standard input, from where it stands. Throws InputError ("PATH: ...") if the file
  /// cannot be opened.
  explicit InputStream(const std::filesystem::path& path);

  /// Appends the next bytes, at most `limit`, to `bytes`. Returns false at the end of the file.
  /// Throws std::runtime_error ("PATH: ...") if reading fails.
  bool read(std::string& bytes, std::size_t limit);

 private:
  std::string name_;       // path as given, for messages
  Descriptor descriptor_;  // descriptor of the open file
};

/// Returns the last `count` bytes of a regular file, or all if it is shorter. Throws InputError
/// ("PATH: ...") if it cannot be opened.
std::string read_file_end(const std::filesystem::path& path, std::size_t count);

/// A file to which bytes are only appended, such as a log of JSON lines. All members throw
/// std::runtime_error ("PATH: ...") on failure.
class AppendOnlyFile {
 public:
  /// Opens or creates the file and truncates it to its first `bytes_to_keep` bytes. Does not follow
  /// symbolic links. Throws InputError if the file has fewer than `bytes_to_keep` bytes.
  AppendOnlyFile(std::filesystem::path path, std::uint64_t bytes_to_keep);

  /// Writes `bytes` at the end of the file.
  void append(std::string_view bytes);
  /// Syncs the file to disk. Returns its size in bytes.
  std::uint64_t sync();

 private:
  std::filesystem::path path_;  // path as given, for messages
  std::uint64_t size_bytes_;    // size of the file in bytes
  Descriptor descriptor_;       // descriptor of the open file
};

/// A temporary folder with a unique name, for files that are not complete yet. The destructor
/// removes the folder and everything that is still in it.
class StagingFolder {
 public:
  /// Creates the folder inside `parent_folder`, and removes staging folders that killed processes
  /// left there. Throws std::runtime_error ("PATH: ...").
  explicit StagingFolder(const std::filesystem::path& parent_folder);
  ~StagingFolder();

  /// The path of the temporary folder.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;  // path of the temporary folder
  Descriptor lock_descriptor_;  // descriptor of the folder, locked while this process uses it
};

/// Writes a file from start to end, also one that is too large for memory. The file has a temporary
/// name until commit(). All members throw std::runtime_error ("PATH: ...") on failure.
class AtomicFileWriter {
 public:
  /// Creates the temporary file, and removes those that killed processes left in the folder.
  explicit AtomicFileWriter(std::filesystem::path path);
  /// Removes the temporary file unless it was committed.
  ~AtomicFileWriter();

  /// Writes `bytes` after all bytes appended so far.
  void append(std::string_view bytes);
  /// Writes all bytes to disk. Then only the rename of commit() can still fail.
  void sync();
  /// Syncs the file and renames it to `path` in one step.
  void commit(IfExists if_exists = IfExists::kFail);

 private:
  // Writes the contents of buffer_ to the temporary file and empties buffer_.
  void flush();
  // Writes `bytes` to the temporary file.
  void write(std::string_view bytes);
  // Throws std::runtime_error: "PATH: " and `problem`.
  [[noreturn]] void fail(const std::string& problem);

  std::filesystem::path path_;            // path as given, for messages
  std::filesystem::path target_path_;     // path of the file after commit()
  std::filesystem::path temporary_path_;  // path of the file until commit()
  Descriptor descriptor_;                 // file descriptor of the temporary file
  std::string buffer_;                    // bytes appended but not written yet
};

/// Copies `source` to `destination` with the default permissions of a new file, so that a copy from
/// read-only media is writable. Throws like InputFile and AtomicFileWriter.
void copy_file_as_writable(const std::filesystem::path& source,
                           const std::filesystem::path& destination);

}  // namespace gioul
