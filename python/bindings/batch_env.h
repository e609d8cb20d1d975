// gioul.BatchEnv and gioul.Decisions: many games at once whose decisions Python makes.
#pragma once

#include <memory>

#include "python/bindings/positions.h"
#include "selfplay/loop/game_batch.h"

namespace gioul::python {

/// What is to be decided, and its afterstates as positions that share one memory.
struct Decisions {
  std::shared_ptr<const BatchDecisions> batch;
  Positions afterstates;
};

}  // namespace gioul::python
