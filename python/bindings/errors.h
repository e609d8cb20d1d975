// What goes wrong, as Python's exceptions with the program's one line: ValueError for what a user
// got wrong, OSError for files and the machine, MemoryError, KeyboardInterrupt.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "base/error.h"
#include "engine/games/game.h"
#include "eval/players/players.h"

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

/// What `f` returns; where it refuses a file that isn't even there, a FileError with its message.
template <typename F>
auto with_file(const std::filesystem::path& path, const F& f) {
  try {
    return f();
  } catch (const InputError& error) {
    std::error_code code;
    if (std::filesystem::exists(path, code)) throw;
    throw FileError(error.what());
  }
}

/// The same of the file that a player of this name plays by.
template <typename F>
auto with_files_of(const std::string& player, Game game, const F& f) {
  try {
    return f();
  } catch (const InputError& error) {
    std::filesystem::path file;
    try {
      file = parse_player(player)->evaluator_file(game);
    } catch (const InputError&) {
      throw error;  // what is wrong is the name
    }
    std::error_code code;
    if (file.empty() || std::filesystem::exists(file, code)) throw;
    throw FileError(error.what());
  }
}

}  // namespace gioul::python
