// The module gioul._gioul, which python/gioul/__init__.py exports as `gioul`.

#include "python/bindings/bind.h"
#include "python/bindings/errors.h"

namespace gioul::python {
namespace {

// Class.__new__(Class) would create an uninitialized object, which no function may ever see. Normal
// calls of the class do not use this entry.
void refuse_bare_objects(const py::module_& module) {
  const py::cpp_function refuse([](const py::args&, const py::kwargs&) {
    throw py::type_error("objects of gioul are made by calling their class");
  });
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (PyType_Check(value.ptr()) == 0) continue;
    auto* const type = reinterpret_cast<PyTypeObject*>(value.ptr());
    if (PyDict_SetItemString(type->tp_dict, "__new__", refuse.ptr()) != 0) {
      throw py::error_already_set();
    }
    PyType_Modified(type);
  }
}

void require_numpy() {
  std::string version;
  try {
    version = py::str(py::module_::import("numpy").attr("__version__")).cast<std::string>();
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    throw py::import_error(
        "gioul needs NumPy (Debian: python3-numpy; elsewhere: pip install numpy): " +
        py::str(error.value()).cast<std::string>());
  }
#if PYBIND11_VERSION_HEX < 0x020C0000
  if (!version.starts_with("1.")) {
    throw py::import_error(
        "gioul was built with a pybind11 before 2.12, so it needs NumPy 1, not " + version);
  }
#endif
}

void fill(py::module_& module) {
  require_numpy();
  translate_errors();
  module.attr("__version__") = GIOUL_VERSION;
  bind_calls(module);
  bind_plays(module);
  bind_position(module);
  bind_game(module);
  bind_positions(module);
  bind_decisions(module);
  bind_batch_env(module);
  bind_move_env(module);
  bind_encoder(module);
  bind_net(module);
  bind_table(module);
  bind_player(module);
  bind_analysis(module);
  bind_tournament(module);
  bind_selfplay(module);
  bind_records(module);
  bind_review(module);
  bind_train(module);
  refuse_bare_objects(module);
}

bool is_main_interpreter() { return PyInterpreterState_Get() == PyInterpreterState_Main(); }

}  // namespace
}  // namespace gioul::python

// Replaces PYBIND11_MODULE, to reject other interpreters before pybind11 waits for a lock that one
// of them may hold, and to keep the types of our errors.
extern "C" PYBIND11_EXPORT PyObject* PyInit__gioul() {
  namespace py = pybind11;
  if (!gioul::python::is_main_interpreter()) {
    PyErr_SetString(PyExc_ImportError,
                    "gioul cannot be imported in a subinterpreter: NumPy and its nets are the main "
                    "interpreter's (use threads or processes)");
    return nullptr;
  }
  // Not a usual single-phase module, whose contents other interpreters may copy without calling
  // this function. Python calls it again and gets the same module.
  static PyObject* only = nullptr;
  if (only != nullptr) {
    Py_INCREF(only);
    return only;
  }
  PYBIND11_CHECK_PYTHON_VERSION
  PYBIND11_ENSURE_INTERNALS_READY
  static PyModuleDef definition;
  auto module = py::module_::create_extension_module("_gioul", nullptr, &definition);
  try {
    gioul::python::fill(module);
    definition.m_size = 0;
    only = module.ptr();
    Py_INCREF(only);
    return only;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ImportError, error.what());
  }
  return nullptr;
}
