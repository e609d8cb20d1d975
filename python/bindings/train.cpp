// gioul.train(): training runs, as `gioul train` makes them on a CPU.
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "selfplay/train/training_run.h"

namespace gioul::python {

namespace {

// JSON texts of strings, numbers, booleans and lists are TOML, too.
std::vector<ConfigOverride> overrides_of(const py::object& settings) {
  std::vector<ConfigOverride> overrides;
  if (settings.is_none()) return overrides;
  if (!py::isinstance<py::dict>(settings)) {
    throw py::type_error("settings: expected a dict, such as {'training.games': 1000}");
  }
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(settings)) {
    if (!py::isinstance<py::str>(key)) throw py::type_error("settings: expected names as keys");
    const auto name = key.cast<std::string>();
    overrides.push_back({name, json_of(name, value)});
  }
  return overrides;
}

py::dict shown_progress(const TrainingProgress& progress) {
  py::dict strength;
  for (const StrengthResult& one : progress.strength_results) {
    const Estimate points = one.game_totals.points_per_game();
    strength[py::str(one.opponent)] = py::make_tuple(points.mean, points.standard_error);
  }
  py::dict shown;
  shown["games"] = progress.games_learned;
  shown["total_games"] = progress.total_games;
  shown["games_per_second"] = progress.games_per_second;
  shown["seconds_left"] = progress.seconds_left;
  shown["loss"] = progress.loss;
  shown["learning_rate"] = progress.learning_rate;
  shown["strength"] = strength;
  return shown;
}

// The callbacks run on the training thread, which does not hold the GIL.
TrainingCallbacks callbacks_of(const py::object& progress) {
  if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0) {
    throw py::type_error("progress: expected a function of a dict");
  }
  const std::shared_ptr<py::object> function(new py::object(progress), [](py::object* object) {
    const py::gil_scoped_acquire acquire;
    delete object;
  });
  TrainingCallbacks callbacks;
  callbacks.on_note = [](const std::string& note) {
    const py::gil_scoped_acquire acquire;
    warn(note);
  };
  callbacks.on_progress = [function](const TrainingProgress& now) {
    const py::gil_scoped_acquire acquire;
    if (!function->is_none()) (*function)(shown_progress(now));
  };
  return callbacks;
}

py::dict train(const PathLike& out, const Typed<"str | PathLike | None">& config,
               const Typed<"dict[str, Any] | None">& settings, bool resume,
               std::optional<Integer> stage, const Typed<"Callable | None">& progress) {
  const std::filesystem::path folder = path_argument(out);
  const std::vector<ConfigOverride> overrides = overrides_of(settings);
  if (resume && !config.is_none())
    throw InputError("resume uses the run's own config: omit config");
  if (stage && config.is_none()) throw InputError("stage needs config");
  TrainingConfig wanted;
  if (!config.is_none()) {
    const std::filesystem::path file = path_argument(config);
    require_file(file);
    wanted = load_config(file.string(), overrides,
                         stage ? std::optional<std::int64_t>(*stage) : std::nullopt);
  } else if (!resume) {
    wanted = parse_config("", "settings", overrides);
  }
  const TrainingSummary summary = interruptible_call([=, callbacks = callbacks_of(progress)] {
    const StopFlag& stop = *current_stop_flag;
    return resume ? resume_training(folder, overrides, stop, callbacks)
                  : start_training(wanted, folder, stop, callbacks);
  });
  py::dict result;
  result["finished"] = summary.finished;
  result["games"] = summary.games_learned;
  result["seconds"] = summary.training_seconds;
  result["games_hash"] = format_hex(summary.games_hash);
  result["net_checksum"] = format_hex(summary.net_checksum);
  result["net"] = summary.net_file.string();
  return result;
}

}  // namespace

void bind_train(py::module_& module) {
  module.def(
      "train", &train,
      R"(Trains a net by self-play in the folder `out`, as `gioul train` does on a CPU, with the same
games and weights (docs/training.md).

`config` is a TOML file, `stage` its stage from 1; `settings` override keys of it, such as
{"training.games": 20000, "net.hidden": [64]}. With resume=True the run in `out` continues.
`progress` is called with a dict after each generation: games, total_games, games_per_second,
seconds_left, loss, learning_rate, strength. Ctrl-C writes a checkpoint first.)",
      py::arg("out"), py::arg("config") = py::none(), py::arg("settings") = py::none(),
      py::arg("resume") = false, py::arg("stage") = py::none(), py::arg("progress") = py::none());
}

}  // namespace gioul::python
