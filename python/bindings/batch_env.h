// gioul.BatchEnv and gioul.Decisions: many games at once whose decisions Python makes.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "python/bindings/positions.h"
#include "selfplay/loop/game_batch.h"

namespace gioul::python {

/// What is to be decided, and its afterstates as positions that share one memory.
struct Decisions {
  std::shared_ptr<const BatchDecisions> batch;
  Positions afterstates;
};

Decisions decisions_of(std::shared_ptr<const BatchDecisions> batch);

/// What each line is worth to who decides, by what its afterstate is worth to its player to act:
/// float[k], points, or float[k, 5], probabilities.
std::vector<double> mover_equities(const Decisions& decisions, const py::object& values);

/// The best line of each seat by what each line is worth to who decides; the first of equals.
std::vector<std::int64_t> best_lines(const BatchDecisions& batch,
                                     const std::vector<double>& equities);

}  // namespace gioul::python
