// Every key of a training run's config: what is read, what is written, what a run that goes on may
// change. configs/gioul.toml explains them with the same words.
#pragma once

#include "selfplay/config/config_key.h"
#include "selfplay/config/training_config.h"

namespace gioul {

const ConfigKeys<TrainingConfig>& training_keys();

}  // namespace gioul
