// The training loop: plays a generation with fixed weights while the net learns from the previous
// generation. A run writes all its files to its directory:
//
//   config.toml                        the resolved config
//   metrics.jsonl                      one line per event
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

#include "nn/net/net.h"
#include "selfplay/config/config.h"
#include "selfplay/loop/generation_source.h"
#include "selfplay/train/strength.h"

namespace gioul {

/// Progress of a run after learning from a generation.
struct TrainingProgress {
  std::int64_t games_learned = 0;     // number of games learned from so far
  std::int64_t total_games = 0;       // number of games of the whole run
  double games_per_second = 0.0;      // mean rate since the run started or resumed
  double decisions_per_second = 0.0;  // mean rate since the run started or resumed
  double seconds_left = 0.0;          // estimated time until the end of the run
  double loss = 0.0;                  // mean cross-entropy of the generation, in nats
  double learning_rate = 0.0;         // learning rate of the generation
  /// The results of the last strength test, by opponent; empty before the first test.
  std::vector<StrengthResult> strength_results;
};

/// Functions by which a training run reports to the user interface and gets its games.
struct TrainingCallbacks {
  std::function<void(const TrainingProgress&)> on_progress;  // called after each generation
  std::function<void(const std::string&)> on_note;           // called with a message for the user
  /// Makes the source of self-play games from the run's config. If null, this process plays them.
  std::function<std::unique_ptr<GenerationSource>(const TrainingConfig&)> make_generation_source =
      {};
};

/// The state of a run when training returns.
struct TrainingSummary {
  bool finished = false;           // false: stopped on request, and can be resumed
  std::int64_t games_learned = 0;  // number of games learned from
  double training_seconds = 0.0;   // training time, resumed parts included
  std::uint64_t games_hash = 0;    // hash of all games of the run
  std::uint64_t net_checksum = 0;  // checksum of the final weights
  std::filesystem::path net_file;  // file with the newest weights
};

/// Starts a training run in `folder`, which is created if necessary. If `stop` becomes true, writes
/// a checkpoint and returns. Throws InputError if the folder already contains a run. If `config`
/// requires a GPU and there is none, trains on the CPU, says so by callbacks.on_note and changes
/// the run's config.toml accordingly.
TrainingSummary start_training(const TrainingConfig& config, const std::filesystem::path& folder,
                               const std::atomic<bool>& stop, const TrainingCallbacks& callbacks);

/// Resumes the training run in `folder`, or starts one if the folder has none. For launchers such
/// as torchrun, which restart a failed run with the same command. Throws InputError if the run in
/// `folder` has another config.
TrainingSummary start_or_resume_training(const TrainingConfig& config,
                                         const std::filesystem::path& folder,
                                         const std::atomic<bool>& stop,
                                         const TrainingCallbacks& callbacks);

/// Resumes the training run in `folder` from its last checkpoint. The final weights are the same as
/// without an interruption. `overrides` may change only keys whose ResumePolicy allows it; others
/// throw InputError. If the run requires a GPU and there is none, says so by callbacks.on_note and
/// trains on the CPU, which rounds differently.
TrainingSummary resume_training(const std::filesystem::path& folder,
                                const std::vector<ConfigOverride>& overrides,
                                const std::atomic<bool>& stop, const TrainingCallbacks& callbacks);

}  // namespace gioul
