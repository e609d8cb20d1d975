// The games of a generation in lockstep: hundreds are in flight, and at each step the afterstates
// of all their decisions are evaluated as one batch, which is what a GPU wants.
#pragma once

#include "nn/infer/row_batch.h"
#include "selfplay/loop/generation.h"

namespace gioul {

struct LockstepOptions {
  /// Games in flight, at most; memory grows with them, some 5 KB each and rarely 200.
  std::size_t games = 2048;
  /// While the afterstates of one group are evaluated, another group's are generated. 1: nothing
  /// overlaps.
  std::size_t groups = 2;
};

/// Plays the same games as play_generation(), up to the rounding of `evaluator`. The result depends
/// on `options` and the evaluator alone, not on the number of threads, and on `lockstep` only if
/// the evaluator rounds differently in other batches. `evaluator` is called by the calling thread
/// alone.
Generation play_lockstep(const GenerationOptions& options, BatchNet& evaluator,
                         const LockstepOptions& lockstep = {});

}  // namespace gioul
