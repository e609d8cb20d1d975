// gioul.Net and gioul.net().
#include "base/error.h"
#include "nn/net/net_file.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/errors.h"
#include "python/bindings/net.h"
#include "python/bindings/net_values.h"

namespace gioul::python {

namespace {

std::shared_ptr<LoadedNet> net_of(const py::object& source, const std::string& precision_name) {
  const bool is_float = is_float_argument(precision_name);
  if (is_path(source)) {
    const std::filesystem::path path = path_argument(source);
    const Released released;
    return with_file(path, [&] { return load_net_file(path, is_float); });
  }
  if (!PyObject_CheckBuffer(source.ptr())) {
    throw py::type_error("net: expected a path, or the bytes of such a file");
  }
  // A copy: who else has the buffer may change it meanwhile.
  const auto copy = py::reinterpret_steal<py::bytes>(PyBytes_FromObject(source.ptr()));
  if (!copy) throw py::error_already_set();
  const auto bytes = copy.cast<std::string>();
  const Released released;
  const std::string name = "the net in memory";
  return parse_net_bytes(bytes, name, is_float);
}

py::list layers_of(const py::object& self) {
  py::list layers;
  for (const DenseLayer& layer : self.cast<const LoadedNet&>().net.layers) {
    layers.append(
        py::make_tuple(fixed_view<float>({layer.outputs, layer.inputs}, layer.weight.data(), self),
                       fixed_view<float>({layer.outputs}, layer.bias.data(), self)));
  }
  return layers;
}

std::string shown(const LoadedNet& net) {
  return "<gioul.Net: " + net.net.game + ", " + format_widths(net.net.layers) + ", " +
         (net.is_float ? "float" : "int16") + ">";
}

}  // namespace

void bind_net(py::module_& module) {
  py::class_<LoadedNet, std::shared_ptr<LoadedNet>> net(
      module, "Net", py::is_final(),
      R"(A net: positions in, probabilities of the five outcomes out.

Net(source: str | PathLike | bytes, precision: str = 'float'): a file of `gioul train` or of
save_net(), or its bytes. 'int16' is in integers, as players and
self-play have nets, which is much faster.
Immutable; threads may share it.)");
  net.def(py::init(&net_of), py::arg("source"), py::arg("precision") = "float")
      .def_property_readonly(
          "game", [](const LoadedNet& loaded) { return loaded.game.name(); },
          "str: the game's name")
      .def_property_readonly(
          "checkers", [](const LoadedNet& loaded) { return loaded.net.checkers; },
          "int: a side, in the games that it learned from")
      .def_property_readonly(
          "precision", [](const LoadedNet& loaded) { return loaded.is_float ? "float" : "int16"; },
          "str: 'float' or 'int16'")
      .def_property_readonly(
          "info", [](const LoadedNet& loaded) { return parsed_json(loaded.info); },
          "dict: what `gioul net info --json` prints")
      .def_property_readonly(
          "layers", &layers_of,
          "list[(float32[out, in], float32[out])]: weights and biases as PyTorch's Linear has "
          "them, views without a copy; brought up to the inputs of this version of gioul")
      .def("__repr__", &shown)
      .def("__copy__", [](const py::object& self) { return self; })
      .def("__deepcopy__", [](const py::object& self, const py::handle&) { return self; })
      .def("__reduce__", [](const LoadedNet& loaded) {
        return py::make_tuple(
            py::type::of<LoadedNet>(),
            py::make_tuple(py::bytes(net_bytes(loaded.net)), loaded.is_float ? "float" : "int16"));
      });
  bind_net_values(net);
  module.def(
      "net",
      [](const py::object& game, const std::string& precision) {
        const Game of = game_argument(game);
        const bool is_float = is_float_argument(precision);
        const Released released;
        return shipped(of, is_float);
      },
      py::arg("game") = "gioul", py::arg("precision") = "float",
      "net(game: str | Game = 'gioul', precision: str = 'float') -> Net: the one that comes with "
      "gioul; ValueError if none does");
}

}  // namespace gioul::python
