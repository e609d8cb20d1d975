// A process of a run that does not learn: it plays what rank 0 orders until rank 0 ends the run.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "selfplay/config/training_config.h"
#include "selfplay/hosts/learning_host.h"
#include "selfplay/hosts/process_group.h"

namespace gioul {

struct PlayingSummary {
  bool failed = false;  // rank 0 can't go on
  std::uint64_t games = 0;
  std::uint64_t bytes_sent = 0;
};

/// Joins the run and plays in it. `config` is this process's own, if it has one, and must fit.
/// Where `stop` becomes true, rank 0 is asked to stop the run; it goes on until rank 0 has done so.
/// `note` gets a line for the user. Throws as join(), and InputError if the weights that come in
/// are not those of the run.
PlayingSummary play_for_run(ProcessGroup& group, const std::optional<TrainingConfig>& config,
                            int threads, const std::atomic<bool>& stop,
                            const std::function<void(const std::string&)>& note,
                            const WhenLost& when_lost);

}  // namespace gioul
