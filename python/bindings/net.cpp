#include "python/bindings/net.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "eval/analysis/net_info.h"
#include "eval/players/evaluator_loader.h"
#include "eval/solve/exact_table.h"
#include "nn/net/net.h"
#include "nn/net/net_file.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"

namespace gioul::python {

namespace {

// Returns true for "float", false for "int16".
bool is_float_argument(const std::string& precision) {
  if (precision == "float") return true;
  if (precision == "int16") return false;
  throw InputError("precision '" + precision + "': expected float or int16");
}

std::shared_ptr<LoadedNet> make_net(Net net, const std::string& name, std::uint64_t bytes,
                                    bool is_float) {
  const Game game = require_net_game(net, name);
  return with_out_of_memory_context(name, [&] {
    std::string info = net_json(net, bytes);
    const Encoder& encoder = shared_encoder(game);
    adapt_inputs(net, name, game, encoder);
    auto float_net = is_float ? std::make_shared<const FloatNet>(net, encoder) : nullptr;
    auto quantized_net = std::make_shared<const QuantizedNet>(net, encoder);
    return std::make_shared<LoadedNet>(LoadedNet{.game = game,
                                                 .net = std::move(net),
                                                 .info = std::move(info),
                                                 .is_float = is_float,
                                                 .float_net = std::move(float_net),
                                                 .quantized_net = std::move(quantized_net)});
  });
}

std::shared_ptr<LoadedNet> net_of(const Typed<"str | PathLike | bytes">& source,
                                  const std::string& precision_name) {
  const bool is_float = is_float_argument(precision_name);
  if (is_path(source)) {
    const std::filesystem::path path = path_argument(source);
    const GilRelease released;
    return load_net_file(path, is_float);
  }
  if (!PyObject_CheckBuffer(source.ptr())) {
    throw py::type_error("net: expected a path, or the bytes of such a file");
  }
  // Copied, since other owners of the buffer may change it.
  const auto copy = py::reinterpret_steal<py::bytes>(PyBytes_FromObject(source.ptr()));
  if (!copy) throw py::error_already_set();
  const auto bytes = copy.cast<std::string>();
  const GilRelease released;
  const std::string name = "the net in memory";
  return make_net(decode_net(bytes, name), name, bytes.size(), is_float);
}

py::list layers_of(const py::object& self) {
  py::list layers;
  for (const DenseLayer& layer : self.cast<const LoadedNet&>().net.layers) {
    layers.append(py::make_tuple(
        read_only_array<float>({layer.output_count, layer.input_count}, layer.weight.data(), self),
        read_only_array<float>({layer.output_count}, layer.bias.data(), self)));
  }
  return layers;
}

std::string shown_net(const LoadedNet& net) {
  return "<gioul.Net: " + net.net.game + ", " + format_widths(net.net.layers) + ", " +
         (net.is_float ? "float" : "int16") + ">";
}

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

// Converts anything that NumPy reads to floats. Tensors of PyTorch with gradients or on a GPU are
// detached and copied first.
Floats floats_of(const py::handle& numbers, const std::string& name) {
  auto plain = py::reinterpret_borrow<py::object>(numbers);
  for (const char* const step : {"detach", "cpu"}) {
    if (const py::object found = attribute_if_any(plain, step)) plain = found();
  }
  const py::array array = array_of(plain);
  if (!array) {
    throw py::type_error(name + ": expected an array of floats");
  }
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u') {
    throw py::type_error(name + ": expected an array of floats, not of " +
                         py::str(array.dtype()).cast<std::string>());
  }
  Floats floats = Floats::ensure(array);
  if (!floats) throw std::bad_alloc();  // ensure() clears the exception of Python
  return floats;
}

DenseLayer layer_of(const py::handle& pair, std::size_t number) {
  const std::string name = "layers[" + std::to_string(number) + "]";
  if (!py::isinstance<py::sequence>(pair) || py::len(pair) != 2) {
    throw py::type_error(name + ": expected (weight, bias)");
  }
  const auto both = py::reinterpret_borrow<py::sequence>(pair);
  const Floats weight = floats_of(both[0], name + " weight");
  const Floats bias = floats_of(both[1], name + " bias");
  if (weight.ndim() != 2 || bias.ndim() != 1 || weight.shape(0) != bias.shape(0)) {
    throw InputError(name + ": expected weight[outputs, inputs] and bias[outputs], not " +
                     py::str(weight.attr("shape")).cast<std::string>() + " and " +
                     py::str(bias.attr("shape")).cast<std::string>());
  }
  if (weight.shape(0) > kMaxInputs || weight.shape(1) > kMaxInputs) {
    throw InputError(name + ": too large for any net");
  }
  return {.input_count = static_cast<int>(weight.shape(1)),
          .output_count = static_cast<int>(weight.shape(0)),
          .weight = {weight.data(), weight.data() + weight.size()},
          .bias = {bias.data(), bias.data() + bias.size()}};
}

void save(const PathLike& path, const Typed<"Sequence[(weight, bias)]">& layers,
          const GameLike& game, std::optional<Number<int>> checkers, Integer games, Seed seed) {
  const std::filesystem::path file = path_argument(path);
  const SizedGame sized = sized_game(game, checkers);
  if (!py::isinstance<py::sequence>(layers) || py::isinstance<py::str>(layers)) {
    throw py::type_error("layers: expected a sequence of (weight, bias)");
  }
  const Encoder& encoder = shared_encoder(sized.game);
  Net net{.game = std::string(sized.game.name()),
          .encoder_version = encoder.version(),
          .checkers_per_side = sized.checkers,
          .layers = {},
          .provenance = {.game_count = number_argument<std::uint64_t>("games", games, 0, INT64_MAX),
                         .seed = seed,
                         .program_version = GIOUL_VERSION " (Python)"},
          .activation_ranges = {}};
  for (const py::handle pair : layers) net.layers.push_back(layer_of(pair, net.layers.size()));
  if (net.layers.empty()) throw InputError("layers: expected at least two, got none");
  if (net.input_count() != encoder.input_count()) {
    throw InputError("layers[0]: " + std::to_string(net.input_count()) + " inputs (" + net.game +
                     " has " + std::to_string(encoder.input_count()) + ")");
  }
  if (const std::string problem = validation_error(net); !problem.empty())
    throw InputError(problem);
  const GilRelease released;
  save_net(net, file);
}

}  // namespace

std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, bool is_float) {
  require_file(file);
  return make_net(load_net(file), file.string(), InputFile(file).size(), is_float);
}

std::shared_ptr<LoadedNet> bundled_net(Game game, bool is_float) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, bool>, std::shared_ptr<LoadedNet>> nets;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<LoadedNet>& net = nets[{game.index(), is_float}];
  if (net == nullptr) net = load_net_file(require_bundled_net(game), is_float);
  return net;
}

std::function<EvaluatorFactory(Precision)> evaluator_argument(const EvaluatorLike& net, Game game) {
  if (py::isinstance<LoadedNet>(net)) {
    const auto loaded = net.cast<std::shared_ptr<LoadedNet>>();
    require_game("a net", loaded->game, game);
    return [loaded](Precision precision) {
      return precision == Precision::kQuantized || !loaded->is_float
                 ? net_evaluator_factory(loaded->quantized_net)
                 : net_evaluator_factory(loaded->float_net);
    };
  }
  if (py::isinstance<SolvedTable>(net)) {
    const auto table = net.cast<std::shared_ptr<SolvedTable>>();
    require_game("a table", table->table->game(), game);
    return [table](Precision) { return table_evaluator_factory(table->table); };
  }
  if (!is_path(net)) {
    throw py::type_error("net: expected a path, a gioul.Net, a gioul.Table or None");
  }
  const std::filesystem::path file = path_argument(net);
  require_file(file);
  return [game, file](Precision precision) { return load_evaluator(file, game, precision); };
}

void bind_net(py::module_& module) {
  auto net = immutable_class<LoadedNet, std::shared_ptr<LoadedNet>>(
      module, "Net",
      R"(A net: computes the probabilities of the five outcomes of a position.

Loaded from a file of `gioul train` or of save_net(), or from its bytes. With 'int16' it is
quantized, as in players and self-play, and much faster. Immutable; threads may share it.)");
  net.def(py::init(&net_of), py::arg("source"), py::arg("precision") = "float")
      .def_property_readonly(
          "game", [](const LoadedNet& loaded) { return loaded.game.name(); },
          "str: name of the game")
      .def_property_readonly(
          "checkers", [](const LoadedNet& loaded) { return loaded.net.checkers_per_side; },
          "int: checkers per side in the games that it was trained on")
      .def_property_readonly(
          "precision", [](const LoadedNet& loaded) { return loaded.is_float ? "float" : "int16"; },
          "str: 'float' or 'int16'")
      .def_property_readonly(
          "info", [](const LoadedNet& loaded) { return parse_json(loaded.info); },
          "dict: what `gioul net info --json` prints")
      .def_property_readonly("layers", &layers_of,
                             "list[(float32[out, in], float32[out])]: weights and biases in the "
                             "layout of PyTorch's Linear, read-only views without a copy; "
                             "converted to the inputs of this version of gioul")
      .def("__repr__", &shown_net)
      .def("__reduce__", [](const LoadedNet& loaded) {
        const std::string bytes = [&] {
          const GilRelease released;
          return encode_net(loaded.net);
        }();
        return py::make_tuple(
            py::type::of<LoadedNet>(),
            py::make_tuple(py::bytes(bytes), loaded.is_float ? "float" : "int16"));
      });
  bind_net_values(net);
  module.def(
      "net",
      [](const GameLike& game, const std::string& precision) {
        const Game of = game_argument(game);
        const bool is_float = is_float_argument(precision);
        const GilRelease released;
        return bundled_net(of, is_float);
      },
      "The bundled net of a game; ValueError if there is none.", py::arg("game") = "gioul",
      py::arg("precision") = "float");
  module.def(
      "save_net", &save,
      R"(Writes a net to a file that every command accepts (`gioul tournament net:FILE`). `layers`
are pairs of weight[outputs, inputs] and bias[outputs], arrays or tensors: one to five hidden
layers, each followed by max(0, x), and five outputs, followed by softmax. `games` and `seed` record
its origin. Raises ValueError for an invalid net, OSError if the file cannot be written. Replaces an
existing file.)",
      py::arg("path"), py::arg("layers"), py::arg("game") = "gioul",
      py::arg("checkers") = py::none(), py::arg("games") = 0, py::arg("seed") = 0);
}

}  // namespace gioul::python
