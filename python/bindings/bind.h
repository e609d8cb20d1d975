// The functions that bind the module `gioul`, one for each part, in the order of their
// dependencies.
#pragma once

#include <pybind11/pybind11.h>

namespace gioul::python {

namespace py = pybind11;

/// Returns the function `name` of gioul._unpickle, by which pickle restores objects. Functions of
/// the C++ module cannot be used, since pickle finds no name for them.
inline py::object unpickler(const char* name) {
  return py::module_::import("gioul._unpickle").attr(name);
}

/// Binds a C++ class as a Python class of immutable objects: copy.copy() returns the object itself.
template <typename Object, typename... Holder>
py::class_<Object, Holder...> immutable_class(py::module_& module, const char* name,
                                              const char* doc) {
  py::class_<Object, Holder...> made(module, name, py::is_final(), doc);
  made.def("__copy__", [](const py::object& self) { return self; });
  made.def("__deepcopy__", [](const py::object& self, const py::object& /*memo*/) { return self; });
  return made;
}

/// Bind the module `gioul`: each function adds the classes and functions of one area.
void bind_calls(py::module_& module);
void bind_plays(py::module_& module);
void bind_position(py::module_& module);
void bind_game(py::module_& module);
void bind_positions(py::module_& module);
void bind_decisions(py::module_& module);
void bind_batch_env(py::module_& module);
void bind_move_env(py::module_& module);
void bind_encoder(py::module_& module);
void bind_net(py::module_& module);
void bind_table(py::module_& module);
void bind_player(py::module_& module);
void bind_analysis(py::module_& module);
void bind_tournament(py::module_& module);
void bind_selfplay(py::module_& module);
void bind_records(py::module_& module);
void bind_review(py::module_& module);
void bind_train(py::module_& module);

}  // namespace gioul::python
