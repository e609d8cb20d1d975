#include "python/bindings/errors.h"

#include <pybind11/pybind11.h>

#include <cerrno>
#include <exception>
#include <system_error>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "eval/play/player.h"
#include "eval/players/players.h"

namespace gioul::python {

namespace py = pybind11;

namespace {

void raise(PyObject* type, std::string_view message) {
  PyErr_SetString(type, to_printable_line(message).c_str());
}

// Python's exception has an error number and the whole message.
void raise_missing_file(std::string_view message) {
  const py::object error = py::handle(PyExc_FileNotFoundError)(to_printable_line(message));
  error.attr("errno") = ENOENT;
  PyErr_SetObject(PyExc_FileNotFoundError, error.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const py::cast_error&) {
    raise(PyExc_TypeError, "argument of a wrong type (see help())");
  } catch (const py::builtin_exception&) {
    throw;  // an exception of pybind11, such as TypeError
  } catch (const InputError& error) {
    raise(PyExc_ValueError, error.what());
  } catch (const MemoryError& error) {
    raise(PyExc_MemoryError, error.what());
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const InterpreterShutdown&) {
    PyErr_SetNone(PyExc_SystemExit);
  } catch (const FileError& error) {
    raise_missing_file(error.what());
  } catch (const PlayerFailure& error) {
    raise(PyExc_ChildProcessError, error.what());  // a subclass of OSError
  } catch (const std::filesystem::filesystem_error& error) {
    raise(PyExc_OSError, filesystem_error_message(error));
  } catch (const std::length_error&) {  // an impossible allocation
    raise(PyExc_MemoryError, "not enough memory for what was asked");
  } catch (const std::runtime_error& error) {
    raise(PyExc_OSError, error.what());
  }
}

}  // namespace

void warn(const std::string& message) {
  if (PyErr_WarnEx(PyExc_UserWarning, to_printable_line(message).c_str(), 1) != 0) {
    throw py::error_already_set();
  }
}

void require_file(const std::filesystem::path& file) {
  std::error_code code;  // a problem, such as a forbidden directory, that opening it reports
  if (file.empty() || std::filesystem::exists(file, code) || code) return;
  throw FileError(file.string() + ": cannot be opened: " + system_error_message(ENOENT));
}

void require_files_of(const std::string& player, Game game) {
  require_file(parse_player(player).evaluator_file(game));
}

void translate_errors() { py::register_local_exception_translator(&translate); }

}  // namespace gioul::python
