// Who plays the games of a run, generation by generation: this process alone, or with others. And
// which games those are, as the run's config says.
#pragma once

#include <cstdint>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/generation.h"

namespace gioul {

class SelfPlay {
 public:
  virtual ~SelfPlay() = default;

  /// `net` is to play generation `number` of the run, or nothing if the run has no such games.
  /// Numbers come one after the other; at most two generations are under way.
  virtual void begin(std::uint64_t number, const Net& net) = 0;

  /// Waits for the oldest generation that was begun and not taken; no games if the run has none of
  /// that number.
  virtual Generation take() = 0;

  /// The run is over or stopped for now: what is under way is not wanted any more.
  virtual void end() {}
};

/// The games of a run: training.games, but that generations are always whole, so that a run which
/// is extended later is the longer run.
std::int64_t games_of_run(const TrainingConfig& config);

/// Returns true if the net that the run begins with plays all games and makes all labels.
bool is_frozen(const TrainingConfig& config);

/// Generation `number` of the run; no games if it has none.
GenerationOptions generation_of_run(const TrainingConfig& config, std::uint64_t number,
                                    int threads);

/// What the nets of the run see.
Encoder encoder_of_run(const TrainingConfig& config);

/// Returns the run's first net, by config.net; its layers are narrower than config.net.hidden if
/// units were cut. Throws as load_net().
Net initial_net(const TrainingConfig& config);

/// The threads of self-play by config.run; `processes` share the cores of this machine.
int selfplay_threads(const TrainingConfig& config, int processes = 1);

}  // namespace gioul
