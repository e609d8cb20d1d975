// The module gioul._gioul, which python/gioul/__init__.py shows as `gioul`.
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"

namespace gioul::python {
namespace {

// Class.__new__(Class) makes an object with nothing in it, which no function must ever see. Calls
// of the class don't go through this entry of its dictionary.
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

}  // namespace
}  // namespace gioul::python

PYBIND11_MODULE(_gioul, module) {
  using namespace gioul::python;
  translate_errors();
  py::options options;
  options.disable_function_signatures();  // docstrings have them, with Python's names
  module.attr("__version__") = GIOUL_VERSION;
  bind_calls(module);
  bind_position(module);
  bind_game(module);
  bind_positions(module);
  bind_plays(module);
  bind_batch_env(module);
  bind_encoder(module);
  bind_net(module);
  bind_save_net(module);
  bind_table(module);
  bind_player(module);
  bind_study(module);
  bind_contest(module);
  bind_selfplay(module);
  bind_records(module);
  refuse_bare_objects(module);
}
