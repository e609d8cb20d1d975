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

/// The best line of each seat by what each line is worth to who decides; the first of equals.
std::vector<std::int64_t> best_lines(const BatchDecisions& batch,
                                     const std::vector<double>& equities);

}  // namespace gioul::python
