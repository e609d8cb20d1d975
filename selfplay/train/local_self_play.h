// Generations that are played one after the other beside the caller's work: a run in one process.
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <utility>

#include "nn/encode/encoder.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

class LocalSelfPlay : public SelfPlay {
 public:
  explicit LocalSelfPlay(const TrainingConfig& config)
      : config_(config), encoder_(encoder_of_run(config)) {}

  void begin(std::uint64_t number, const Net& net) override;
  Generation take() override;

 protected:
  /// Plays a generation, on another thread. A class that has its own calls wait() in its
  /// destructor.
  virtual Generation play(std::uint64_t number, const Net& net);
  /// Waits for the generation that is being played and forgets it and those after it.
  void wait();

  const TrainingConfig config_;
  Encoder encoder_;

 private:
  void start_next();

  std::deque<std::pair<std::uint64_t, Net>> waiting_;
  std::future<Generation> playing_;  // valid while one is played; the last, so that it ends first
};

}  // namespace gioul
