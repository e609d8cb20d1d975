// The exceptions for bad user input (InputError) and for lack of memory (MemoryError), and texts of
// system errors. The program prints an InputError as one line and exits with code 2; any other
// exception ends it with code 1.
#pragma once

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gioul {

/// Bad user input, such as a wrong option or a damaged file. The message says what is wrong, where,
/// and what was expected.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Out of memory. Unlike std::bad_alloc, its message names what the memory was for.
class MemoryError : public std::bad_alloc {
 public:
  explicit MemoryError(const std::string& message) : message_(message) {}
  const char* what() const noexcept override { return message_.what(); }

 private:
  std::runtime_error message_;  // unlike std::string, copied without allocation
};

/// Returns the system's text for `error`, a value of errno. Unlike std::strerror() it is
/// thread-safe.
inline std::string system_error_message(int error) {
  return std::generic_category().message(error);
}

/// Formats a filesystem error as "PATH: REASON", the form of all messages about files.
inline std::string filesystem_error_message(const std::filesystem::filesystem_error& error) {
  return error.path1().string() + ": " + error.code().message();
}

/// Returns true if no file can have that path, which makes it bad input: its name is too long, its
/// links form a loop, or it goes through a file.
inline bool is_impossible_path(const std::filesystem::filesystem_error& error) {
  return error.code() == std::errc::filename_too_long ||
         error.code() == std::errc::too_many_symbolic_link_levels ||
         error.code() == std::errc::not_a_directory;
}

/// Returns f(). Rethrows std::bad_alloc as a MemoryError whose message begins with `name`, the
/// thing that the memory was for. A MemoryError that f() throws passes unchanged.
template <typename F>
auto with_out_of_memory_context(const std::string& name, F f) {
  try {
    return f();
  } catch (const MemoryError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw MemoryError(name + ": not enough memory for it");
  }
}

}  // namespace gioul
