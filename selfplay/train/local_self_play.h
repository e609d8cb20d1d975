// A run in one process: its threads play the games.
#pragma once

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

 private:
  void start_next();
  Generation play(std::uint64_t number, const Net& net) const;

  const TrainingConfig config_;
  Encoder encoder_;
  std::deque<std::pair<std::uint64_t, Net>> waiting_;
  std::future<Generation> playing_;  // valid while one is played; the last, so that it ends first
};

}  // namespace gioul
