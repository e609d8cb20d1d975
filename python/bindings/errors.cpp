#include "python/bindings/errors.h"

#include <pybind11/pybind11.h>

#include <cerrno>
#include <exception>
#include <system_error>

#include "base/interrupt.h"
#include "base/text.h"
#include "eval/play/player.h"
#include "eval/players/players.h"

namespace gioul::python {

namespace py = pybind11;

namespace {

void raise(PyObject* type, std::string_view message) {
  PyErr_SetString(type, one_line(message).c_str());
}

// Python's has the number of the error, and the message whole.
void raise_missing_file(std::string_view message) {
  raise(PyExc_FileNotFoundError, message);
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const py::int_ number(ENOENT);
  if (PyObject_SetAttrString(value, "errno", number.ptr()) != 0) PyErr_Clear();
  PyErr_Restore(type, value, trace);
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const py::cast_error&) {
    raise(PyExc_TypeError, "an argument of the wrong type (help() has the right ones)");
  } catch (const py::builtin_exception&) {
    throw;  // pybind11's own, such as a TypeError
  } catch (const InputError& error) {
    raise(PyExc_ValueError, error.what());
  } catch (const MemoryError& error) {
    raise(PyExc_MemoryError, error.what());
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  } catch (const InterpreterEnds&) {
    PyErr_SetNone(PyExc_SystemExit);
  } catch (const FileError& error) {
    raise_missing_file(error.what());
  } catch (const PlayerFailure& error) {
    raise(PyExc_ChildProcessError, error.what());  // an OSError
  } catch (const std::filesystem::filesystem_error& error) {
    raise(PyExc_OSError, plain_text(error));
  } catch (const std::length_error&) {  // more than any memory
    raise(PyExc_MemoryError, "not enough memory for what was asked");
  } catch (const std::runtime_error& error) {
    raise(PyExc_OSError, error.what());
  }
}

}  // namespace

bool is_missing(const std::filesystem::path& file) {
  std::error_code code;
  return !std::filesystem::exists(file, code);
}

bool has_missing_file(const std::string& player, Game game) {
  try {
    const std::filesystem::path file = parse_player(player).evaluator_file(game);
    return !file.empty() && is_missing(file);
  } catch (const InputError&) {
    return false;  // what is wrong is the name
  }
}

void translate_errors() { py::register_local_exception_translator(&translate); }

}  // namespace gioul::python
