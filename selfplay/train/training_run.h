// The learning loop: games of one generation are played with fixed weights while the generation
// before is learned from. Everything a run produces is in its folder:
//
//   config.toml                        the resolved config
//   metrics.jsonl                      one line a generation
//   net.safetensors                    the newest weights, at every checkpoint and at the end
//   checkpoint.bin, checkpoint.previous.bin
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "nn/net/net.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

struct OpponentStrength {
  std::string opponent;
  Estimate points_per_game;
};

/// How a run stands after a generation has been learned from.
struct TrainingProgress {
  std::int64_t games = 0;         // learned from so far
  std::int64_t total_games = 0;   // of the run
  double games_per_second = 0.0;  // since the run or its resumption began
  double decisions_per_second = 0.0;
  double seconds_left = 0.0;
  double loss = 0.0;  // mean cross-entropy of the generation, nats
  double learning_rate = 0.0;
  std::vector<OpponentStrength> strength;  // when last measured; empty before
};

struct TrainingCallbacks {
  std::function<void(const TrainingProgress&)> progress;
  std::function<void(const std::string&)> note;  // a line for the user
  /// Makes who plays, by the run's config; if null, this process does.
  std::function<std::unique_ptr<SelfPlay>(const TrainingConfig&)> self_play = {};
};

struct TrainingSummary {
  bool finished = false;  // false: stopped on request, can be resumed
  std::int64_t games = 0;
  double seconds = 0.0;  // training time, resumed parts included
  std::uint64_t games_hash = 0;
  std::uint64_t net_checksum = 0;
  std::filesystem::path net;
};

/// Begins a run in `folder`, which is made if need be. Throws InputError if it already holds a run.
/// Without the GPU that `config` asks for it runs on the CPU, by the kernels; a note and the run's
/// config.toml say so.
TrainingSummary begin_training(const TrainingConfig& config, const std::filesystem::path& folder,
                               const std::atomic<bool>& stop, const TrainingCallbacks& callbacks);

/// Begins the run in `folder`, or goes on with it if there is one of the same config: for launchers
/// that start a run again. Throws InputError if there is another.
TrainingSummary restart_training(const TrainingConfig& config, const std::filesystem::path& folder,
                                 const std::atomic<bool>& stop, const TrainingCallbacks& callbacks);

/// Goes on with the run in `folder` from its last checkpoint; to the same weights as if it had
/// never been interrupted. `overrides` may change training.games, learning rates, and [run];
/// anything that would make it another run throws InputError. Without the run's GPU it goes on on
/// the CPU after a note, which changes the rounding.
TrainingSummary resume_training(const std::filesystem::path& folder,
                                const std::vector<Override>& overrides,
                                const std::atomic<bool>& stop, const TrainingCallbacks& callbacks);

}  // namespace gioul
