// What goes wrong, as Python's exceptions with the program's one line: ValueError for what a user
// got wrong, OSError for files and the machine, MemoryError, KeyboardInterrupt.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/error.h"
#include "engine/games/game.h"

namespace gioul::python {

/// A file that isn't there: FileNotFoundError, where the libraries say InputError.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call while the interpreter ends: SystemExit, by which its thread ends without a word. What
/// threads write then can make Python abort.
class InterpreterEnds {};

/// From here on exceptions that leave the module are Python's.
void translate_errors();

/// What `f` returns; where it refuses something and is_missing() then, a FileError with its
/// message.
template <typename Missing, typename F>
auto with_missing(const Missing& is_missing, const F& f) {
  try {
    return f();
  } catch (const InputError& error) {
    if (is_missing()) throw FileError(error.what());
    throw;
  }
}

bool is_missing(const std::filesystem::path& file);
/// The same of the file that a player of this name plays by, if there is such a name and it has
/// one.
bool has_missing_file(const std::string& player, Game game);

/// What `f` returns; where it refuses a file that isn't even there, a FileError with its message.
template <typename F>
auto with_file(const std::filesystem::path& path, const F& f) {
  return with_missing([&] { return is_missing(path); }, f);
}
template <typename F>
auto with_files_of(const std::string& player, Game game, const F& f) {
  return with_missing([&] { return has_missing_file(player, game); }, f);
}

}  // namespace gioul::python
