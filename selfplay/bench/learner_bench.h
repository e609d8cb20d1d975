// How fast a net learns on this machine's processor. Only gioul-train links the implementation.
#pragma once

#include <vector>

#include "selfplay/bench/bench_options.h"

namespace gioul {

/// Examples of the built-in net's games a second, in batches as a config without keys has them:
/// inputs, forward, backward and the optimizer's step.
double measure_learner(const BenchOptions& options, const std::vector<int>& hidden);

}  // namespace gioul
