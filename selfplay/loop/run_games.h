// The games of a run as its config says them, and the net that begins it.
#pragma once

#include <cstdint>

#include "nn/net/net.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/generation.h"

namespace gioul {

/// The games of a run: training.games, but that generations are always whole, so that a run which
/// is extended later is the longer run.
std::int64_t games_of_run(const TrainingConfig& config);

/// Generation `number` of the run; no games if it has none.
GenerationOptions generation_of_run(const TrainingConfig& config, std::uint64_t number,
                                    int threads);

/// What the run begins with, by config.net. Throws as load_net().
Net initial_net(const TrainingConfig& config);

/// The threads of self-play by config.run; `processes` share the cores of this machine.
int selfplay_threads(const TrainingConfig& config, int processes = 1);

}  // namespace gioul
