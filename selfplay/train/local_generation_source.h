// Source of self-play generations that plays them in this process, on a background thread. The
// learner of distributed training is derived from it.
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <utility>

#include "nn/encode/encoder.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

/// Plays self-play generations in this process, one at a time, on a background thread. Base class
/// of the distributed learner (LearnerRank).
class LocalGenerationSource : public GenerationSource {
 public:
  explicit LocalGenerationSource(const TrainingConfig& config)
      : config_(config), encoder_(make_encoder(config)) {}

  void start_generation(std::uint64_t number, const Net& net) override;
  Generation wait_for_generation() override;

 protected:
  /// Plays a generation, on another thread. Derived classes must cancel() in their destructors.
  virtual Generation play(std::uint64_t number, const Net& net);
  /// Cancels all generations that were started: waits for the one in progress and discards it, with
  /// those that follow.
  void cancel();

  const TrainingConfig config_;
  Encoder encoder_;

 private:
  void start_next_generation();

  std::deque<std::pair<std::uint64_t, Net>>
      queued_generations_;  // generations to play next, by number
  std::future<Generation>
      running_generation_;  // valid while one is played; last, to be destroyed first
};

}  // namespace gioul
