// The object behind gioul.Net: a net that is ready to evaluate. Immutable, so threads share it.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "api/player_registry.h"
#include "engine/games/game.h"
#include "eval/players/evaluator_loader.h"
#include "eval/solve/exact_table.h"
#include "eval/value/net_evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/float_net.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net.h"
#include "python/bindings/arguments.h"

namespace gioul::python {

namespace py = pybind11;

/// The object behind gioul.Net.
struct LoadedNet {
  Game game;
  Net net;                                 // converted to this version of gioul
  std::string info;                        // JSON: metadata of its file
  bool is_float;                           // values are computed by `floats`, else by `compiled`
  std::shared_ptr<const FloatNet> floats;  // computes values if is_float
  std::shared_ptr<const QuantizedNet> compiled;  // chooses plays; computes values if not is_float
};

/// Loads a net from a file.
std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, bool is_float);

/// Returns the bundled net, which is loaded once. Throws InputError if there is none.
std::shared_ptr<LoadedNet> bundled_net(Game game, bool is_float);

/// Returns the loader of evaluators for an argument: a path of a net or an exact table, a gioul.Net
/// or a gioul.Table. A file is read when the loader is called, without the GIL.
std::function<EvaluatorFactory(EvaluatorLoader::Precision)> evaluator_argument(
    const EvaluatorLike& net, Game game);

void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net);

/// The object behind gioul.Table.
struct SolvedTable {
  std::shared_ptr<const ExactTable> table;
};

}  // namespace gioul::python
