// What goes wrong, as Python's exceptions with the program's one line: ValueError for what a user
// got wrong, OSError for files and the machine, MemoryError, KeyboardInterrupt.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "engine/games/game.h"

namespace gioul::python {

/// A file that isn't there: FileNotFoundError.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A call while the interpreter ends: SystemExit, by which its thread ends without a word. What
/// threads write then can make Python abort.
class InterpreterEnds {};

/// From here on exceptions that leave the module are Python's.
void translate_errors();

/// Throws FileError if there is no such file.
void require_file(const std::filesystem::path& file);
/// The same of the file that a player of this name plays by, if he has one.
void require_files_of(const std::string& player, Game game);

}  // namespace gioul::python
