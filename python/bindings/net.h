// gioul.Net: a net with everything that is needed to use it. Immutable, so that threads share it.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "api/player_registry.h"
#include "engine/games/game.h"
#include "eval/solve/exact_table.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/net_evaluator.h"
#include "nn/encode/encoder.h"
#include "nn/infer/compiled_net.h"
#include "nn/infer/float_net.h"
#include "nn/net/net.h"
#include "python/bindings/arguments.h"

namespace gioul::python {

namespace py = pybind11;

struct LoadedNet {
  Game game;
  Net net;           // as this version of gioul uses it
  std::string info;  // JSON: what its file says
  bool is_float;     // values are of `floats`, which is there then
  std::shared_ptr<const FloatNet> floats;
  std::shared_ptr<const CompiledNet> compiled;
};

std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, bool is_float);

/// The net that comes with gioul, loaded once. Throws InputError if there is none.
std::shared_ptr<LoadedNet> shipped(Game game, bool is_float);

/// Who evaluates `game`: a path of a net or an exact table, a gioul.Net or a gioul.Table. A path is
/// read when it is asked, without the lock.
std::function<EvaluatorFactory(EvaluatorSource::Numbers)> evaluator_argument(
    const EvaluatorLike& net, Game game);

void bind_net_values(py::class_<LoadedNet, std::shared_ptr<LoadedNet>>& net);

struct SolvedTable {
  std::shared_ptr<const ExactTable> table;
};

}  // namespace gioul::python
