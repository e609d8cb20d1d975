// A source of self-play generations that plays them in this process, on a background thread. The
// source of distributed training is derived from it.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <future>
#include <utility>

#include "nn/encode/encoder.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/generation_source.h"

namespace gioul {

/// Plays self-play generations in this process, one at a time, on a background thread. Base class
/// of DistributedGenerationSource, which plays them with other processes.
class LocalGenerationSource : public GenerationSource {
 public:
  /// When `*stop` becomes true, no further games begin: the generation in progress ends early and
  /// is incomplete. If `stop` is null, all generations are played to the end.
  explicit LocalGenerationSource(const TrainingConfig& config,
                                 const std::atomic<bool>* stop = nullptr)
      : config_(config), stop_(stop), encoder_(make_encoder(config)) {}

  void start_generation(std::uint64_t number, const Net& net) override;
  Generation wait_for_generation() override;

 protected:
  /// Plays generation `number` with `net`. Called on the background thread. Derived classes must
  /// call cancel() in their destructors.
  virtual Generation play(std::uint64_t number, const Net& net);
  /// Cancels all generations that were started. Waits for the generation that is being played, and
  /// discards it and the queued ones.
  void cancel();

  const TrainingConfig config_;
  const std::atomic<bool>* const stop_;
  Encoder encoder_;

 private:
  // Starts to play the first queued generation.
  void start_next_generation();

  // The generations to play next: their numbers and nets.
  std::deque<std::pair<std::uint64_t, Net>> queued_generations_;
  // The generation that is being played; not valid if there is none. Must be the last member, so
  // that it is destroyed (which waits for the generation) first.
  std::future<Generation> running_generation_;
};

}  // namespace gioul
