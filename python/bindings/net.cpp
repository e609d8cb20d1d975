#include "python/bindings/net.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "eval/solve/table_evaluator.h"
#include "eval/study/net_report.h"
#include "eval/tables/load_evaluator.h"
#include "eval/value/net_evaluator.h"
#include "nn/net/net_file.h"
#include "nn/net/shipped_net.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/calls.h"
#include "python/bindings/errors.h"
#include "python/bindings/net_values.h"
#include "python/bindings/table.h"

namespace gioul::python {

const Encoder& encoder_of(Game game) {
  static std::mutex mutex;
  static std::map<std::size_t, Encoder> encoders;  // by Game::index()
  const std::scoped_lock lock(mutex);
  return encoders.try_emplace(game.index(), game).first->second;
}

EvaluationBuffer& evaluation_buffer() {
  thread_local EvaluationBuffer buffer;
  return buffer;
}

Precision precision_argument(const std::string& name) {
  if (name == "float") return Precision::kFloat;
  if (name == "int16") return Precision::kInt16;
  throw InputError("precision '" + name + "': expected float or int16");
}

namespace {

std::shared_ptr<LoadedNet> make_net(Net net, const std::string& name, std::uint64_t bytes,
                                    Precision precision) {
  const Game game = [&] {
    try {
      return find_game(net.game);
    } catch (const InputError& error) {
      throw InputError(name + ": " + error.what());
    }
  }();
  if (precision == Precision::kInt16 && net.layers.size() != 2) {
    throw InputError(name + ": int16 is for nets of one hidden layer, not for " +
                     format_widths(net.layers));
  }
  return with_memory_for(name, [&] {
    std::string info = net_json(net, bytes);
    const Encoder& encoder = encoder_of(game);
    fit(net, name, game, encoder);
    auto compiled = std::make_shared<const CompiledNet>(net, encoder, precision);
    return std::make_shared<LoadedNet>(LoadedNet{.game = game,
                                                 .net = std::move(net),
                                                 .info = std::move(info),
                                                 .precision = precision,
                                                 .compiled = std::move(compiled)});
  });
}

std::shared_ptr<LoadedNet> net_of(const py::object& source, const std::string& precision_name) {
  const Precision precision = precision_argument(precision_name);
  if (is_path(source)) {
    const std::filesystem::path path = path_argument(source);
    const Released released;
    return with_file(path, [&] { return load_net_file(path, precision); });
  }
  if (!PyObject_CheckBuffer(source.ptr())) {
    throw py::type_error("net: expected a path, or the bytes of such a file");
  }
  // A copy: who else has the buffer may change it meanwhile.
  const auto bytes = py::bytes(source).cast<std::string>();
  const Released released;
  const std::string name = "the net in memory";
  return make_net(parse_net(bytes, name), name, bytes.size(), precision);
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
         (net.precision == Precision::kInt16 ? "int16" : "float") + ">";
}

}  // namespace

std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, Precision precision) {
  return make_net(load_net(file), file.string(), InputFile(file).size(), precision);
}

std::shared_ptr<LoadedNet> shipped(Game game, Precision precision) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, Precision>, std::shared_ptr<LoadedNet>> nets;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<LoadedNet>& net = nets[{game.index(), precision}];
  if (net == nullptr) net = load_net_file(shipped_net(game), precision);
  return net;
}

EvaluatorFactory evaluator_argument(const py::object& net, Game game, bool fast) {
  const auto require = [&](Game of) {
    if (of == game) return;
    throw InputError("net: of " + std::string(of.name()) + " (expected one of " +
                     std::string(game.name()) + ")");
  };
  if (py::isinstance<LoadedNet>(net)) {
    const auto loaded = net.cast<std::shared_ptr<LoadedNet>>();
    require(loaded->game);
    if (!fast || selfplay_precision(loaded->net) == loaded->precision) {
      return net_evaluator_factory(loaded->compiled);
    }
    return net_evaluator_factory(std::make_shared<const CompiledNet>(
        loaded->net, encoder_of(game), selfplay_precision(loaded->net)));
  }
  if (py::isinstance<SolvedTable>(net)) {
    const auto table = net.cast<std::shared_ptr<SolvedTable>>();
    require(table->table->game());
    return table_evaluator_factory(table->table);
  }
  if (!net.is_none() && !is_path(net)) {
    throw py::type_error("net: expected a path, a gioul.Net, a gioul.Table or None");
  }
  const std::filesystem::path file = net.is_none() ? shipped_net(game) : path_argument(net);
  const Released released;
  return with_file(
      file, [&] { return fast ? load_fast_evaluator(file, game) : load_evaluator(file, game); });
}

void bind_net(py::module_& module) {
  py::class_<LoadedNet, std::shared_ptr<LoadedNet>> net(
      module, "Net",
      R"(A net: positions in, probabilities of the five outcomes out.

Net(source: str | PathLike | bytes, precision: str = 'float'): a file of `gioul train` or of
save_net(), or its bytes. 'int16' is how self-play evaluates it, for nets of one hidden layer.
Immutable; threads may share it.)");
  net.def(py::init(&net_of), py::arg("source"), py::arg("precision") = "float")
      .def_property_readonly(
          "game", [](const LoadedNet& loaded) { return loaded.game.name(); },
          "str: the game's name")
      .def_property_readonly(
          "checkers", [](const LoadedNet& loaded) { return loaded.net.checkers; },
          "int: a side, in the games that it learned from")
      .def_property_readonly(
          "precision",
          [](const LoadedNet& loaded) {
            return loaded.precision == Precision::kInt16 ? "int16" : "float";
          },
          "str: 'float' or 'int16'")
      .def_property_readonly(
          "info", [](const LoadedNet& loaded) { return parsed_json(loaded.info); },
          "dict: what `gioul net info --json` prints")
      .def_property_readonly(
          "layers", &layers_of,
          "list[(float32[out, in], float32[out])]: weights and biases as PyTorch's Linear has "
          "them, views without a copy; brought up to the inputs of this version of gioul")
      .def("__repr__", &shown);
  bind_net_values(net);
  module.def(
      "net",
      [](const py::object& game, const std::string& precision) {
        const Game of = game_argument(game);
        const Precision numbers = precision_argument(precision);
        const Released released;
        return shipped(of, numbers);
      },
      py::arg("game") = "gioul", py::arg("precision") = "float",
      "net(game='gioul', precision='float') -> Net: the one that comes with gioul; ValueError if "
      "none does");
}

}  // namespace gioul::python
