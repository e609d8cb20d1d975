// A run in one process: its threads play the games, by the kernels or by LibTorch.
#pragma once

#include <deque>
#include <future>
#include <memory>
#include <utility>

#include "nn/encode/encoder.h"
#include "nn/train/torch_net.h"
#include "selfplay/config/training_config.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

class LocalSelfPlay : public SelfPlay {
 public:
  /// `shape` has the layers of all nets to come.
  LocalSelfPlay(const TrainingConfig& config, const Net& shape);

  void begin(std::uint64_t number, const Net& net) override;
  Generation take() override;

 private:
  void start_next();
  Generation play(std::uint64_t number, const Net& net) const;

  const TrainingConfig config_;
  Encoder encoder_;
  std::unique_ptr<TorchNet> torch_;  // if it evaluates self-play
  std::deque<std::pair<std::uint64_t, Net>> waiting_;
  std::future<Generation> playing_;  // valid while one is played; the last, so that it ends first
};

}  // namespace gioul
