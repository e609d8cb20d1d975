// Maps C++ exceptions to Python exceptions with a one-line message: ValueError for invalid input,
// OSError for files and the system, MemoryError, KeyboardInterrupt.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "engine/games/game.h"

namespace gioul::python {

/// Thrown for a missing file. Becomes FileNotFoundError in Python.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Thrown by calls during the interpreter's shutdown. Becomes SystemExit, which ends the thread
/// without output, since output at that time can make Python abort.
class InterpreterShutdown {};

/// Registers the translation of C++ exceptions to Python exceptions with pybind11.
void translate_errors();

/// Issues a Python UserWarning. Throws error_already_set if warnings are errors.
void warn(const std::string& message);

/// Throws FileError if `file` does not exist.
void require_file(const std::filesystem::path& file);
/// Throws FileError if the player called `player` uses a file (such as a net) that does not exist.
void require_files_of(const std::string& player, Game game);

}  // namespace gioul::python
