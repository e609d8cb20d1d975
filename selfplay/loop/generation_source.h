// The interface to a source of self-play generations, which plays in one process or distributed,
// and functions that derive the generations and nets of a run from its config.
#pragma once

#include <cstdint>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/generation.h"

namespace gioul {

/// Plays the self-play generations of a run, in this process or distributed. At most two
/// generations are in progress at a time.
class GenerationSource {
 public:
  virtual ~GenerationSource() = default;

  /// Starts to play generation `number` of the run with `net`, in the background. Does nothing if
  /// the run has no such generation. Numbers must be consecutive. At most one other generation may
  /// be in progress.
  virtual void start_generation(std::uint64_t number, const Net& net) = 0;

  /// Waits for the oldest generation in progress and returns it. The result has no games if the run
  /// has fewer generations.
  virtual Generation wait_for_generation() = 0;

  /// Ends or pauses the run and abandons the generations in progress.
  virtual void end_run() {}
};

/// Returns the number of games of a run: training.games, rounded up to whole generations. Since all
/// generations are whole, a run that is extended later gives the same result as one that had all
/// these games from the start.
std::int64_t planned_game_count(const TrainingConfig& config);

/// Returns the options with which generation `number` of the run is played. They select 0 games if
/// the run has no such generation.
GenerationOptions make_generation_options(const TrainingConfig& config, std::uint64_t number,
                                          int threads);

/// Returns the encoder (positions to net inputs) of the run's nets.
Encoder make_encoder(const TrainingConfig& config);

/// Makes the run's first net from section [net] of the config: a net from a file, the mean of
/// several, or random weights. If dead units are removed, its layers are narrower than
/// config.net.hidden_widths. Throws InputError if a net file is missing or damaged, or does not fit
/// the config.
Net make_initial_net(const TrainingConfig& config);
/// Lets make_initial_net() read no files, for a net that only has the right shape.
void forget_start_nets(TrainingConfig& config);

/// Returns the number of self-play threads of this process: run.threads or, by default, the number
/// of this machine's cores divided by `processes`, the number of processes on it.
int selfplay_thread_count(const TrainingConfig& config, int processes = 1);

}  // namespace gioul
