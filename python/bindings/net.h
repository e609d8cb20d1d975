// The object behind gioul.Net: a net that is ready to evaluate. Immutable, so threads share it.
#pragma once

#include <pybind11/pybind11.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

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

/// The object behind gioul.Net: a net that is ready to evaluate positions and choose plays.
struct LoadedNet {
  Game game;
  Net net;           // converted to this version of gioul
  std::string info;  // JSON: metadata of its file
  bool is_float;     // values are computed by float_net, else by quantized_net
  std::shared_ptr<const FloatNet> float_net;          // null if not is_float
  std::shared_ptr<const QuantizedNet> quantized_net;  // also chooses plays
};

/// Loads a net from a file. `is_float` selects float instead of quantized evaluation of values.
std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, bool is_float);

/// Returns the bundled net of a variant, which is loaded once. `is_float` selects float instead of
/// quantized evaluation of values. Throws InputError if there is none.
std::shared_ptr<LoadedNet> bundled_net(Game game, bool is_float);

/// Converts a Python argument to a function that creates evaluators. The argument is a path of a
/// net or an exact table, a gioul.Net or a gioul.Table. The function reads the file when it is
/// called, without the GIL.
std::function<EvaluatorFactory(Precision)> evaluator_argument(const EvaluatorLike& net, Game game);

/// Adds the methods that compute values to the class gioul.Net.
void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net);

/// The object behind gioul.Table: a table with the exact values of all positions of a small game.
struct SolvedTable {
  std::shared_ptr<const ExactTable> table;
};

}  // namespace gioul::python
