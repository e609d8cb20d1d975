// `gioul train` under a launcher that has started it several times: rank 0 trains with the games of
// all, the others play.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "selfplay/config/config.h"
#include "selfplay/hosts/launcher.h"
#include "selfplay/train/training_run.h"

namespace gioul {

/// What the command line says of a run.
struct TrainRequest {
  std::string folder;
  bool resume = false;
  /// The config to begin with; of --resume that of the folder, if this process sees it.
  std::optional<TrainingConfig> config;
  std::vector<Override> overrides;
};

/// Trains in one of the processes of `place`. A summary only at rank 0; throws std::runtime_error
/// at the others if rank 0 can't go on. Once another process is lost, this one prints a line and
/// exits with 1.
std::optional<TrainingSummary> train_with_others(const Place& place, const TrainRequest& request,
                                                 const std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks);

}  // namespace gioul
