// The one exception type for what a user got wrong, and one for memory that can't be had. Whoever
// runs the program sees the first as one line and exit code 2; every other exception is our fault
// or the machine's and ends with code 1.
#pragma once

#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace gioul {

/// Bad input: the message says what is wrong, where, and what would be right.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Memory that can't be had, and what for.
class MemoryError : public std::bad_alloc {
 public:
  explicit MemoryError(const std::string& message) : message_(message) {}
  const char* what() const noexcept override { return message_.what(); }

 private:
  std::runtime_error message_;  // unlike a std::string it is copied without an allocation
};

/// What the system says of an error number. (std::strerror may share one buffer between threads.)
inline std::string system_text(int error) { return std::generic_category().message(error); }

/// The file and the system's reason, as all messages have them.
inline std::string plain_text(const std::filesystem::filesystem_error& error) {
  return error.path1().string() + ": " + error.code().message();
}

/// What `f` returns; if it runs out of memory, a MemoryError that begins with `name`.
template <typename F>
auto with_memory_for(const std::string& name, F f) {
  try {
    return f();
  } catch (const MemoryError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw MemoryError(name + ": not enough memory for it");
  }
}

}  // namespace gioul
