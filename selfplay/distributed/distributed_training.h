// Distributed training. For each generation rank 0, the learner, broadcasts the net. Every rank,
// rank 0 included, plays a fixed share of the games, proportional to its number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/config/config.h"
#include "selfplay/distributed/heartbeat.h"
#include "selfplay/distributed/process_group.h"
#include "selfplay/train/local_generation_source.h"
#include "selfplay/train/training_run.h"

namespace gioul {

/// Arguments of `gioul train`.
struct TrainOptions {
  std::string folder;   // the run directory
  bool resume = false;  // resume the run instead of starting one
  /// The config to start with. When a run is resumed: the config of its directory, if this process
  /// can read it.
  std::optional<TrainingConfig> config;
  std::vector<Override> overrides;  // settings of --set
};

/// Trains as one of several ranks. Returns a summary at rank 0, nothing at the others. If `stop`
/// becomes true at any rank, it becomes true at rank 0, which ends the run. `lost` is called if a
/// rank is lost; see Heartbeat. Throws InputError if the version or config of a rank does not
/// match.
std::optional<TrainingSummary> train_distributed(const RankInfo& info, const TrainOptions& request,
                                                 std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks,
                                                 const LostHandler& lost);

// Building blocks of train_distributed(), public for tests:

/// Returns what a rank reports before the run starts, as JSON: program version, config (if it has
/// one) and the number of threads that it will use.
std::string describe_rank(const std::string& version, const std::optional<TrainingConfig>& config,
                          int threads);

/// The agreed settings of a run, the same at all ranks.
struct RunDescription {
  TrainingConfig config;           // of rank 0
  std::vector<int> threads;        // self-play threads, by rank
  std::vector<std::string> hosts;  // host names, by rank
};

/// Merges the reports of all ranks to a text for parse_run(). Their versions must be equal, and
/// their configs except for [run]; otherwise the text says which rank does not match.
std::string describe_run(const std::vector<std::string>& ranks);
/// Parses the text that describe_run() returned. Throws InputError if a rank does not match.
RunDescription parse_run(const std::string& text);

/// The learner (rank 0) as the source of self-play generations.
class LearnerRank : public LocalGenerationSource {
 public:
  LearnerRank(ProcessGroup& group, Heartbeat& heartbeat, const RunDescription& run)
      : LocalGenerationSource(run.config), group_(group), heartbeat_(heartbeat), run_(run) {}
  ~LearnerRank() override;

  void end_run() override;

 private:
  Generation play(std::uint64_t number, const Net& net) override;

  ProcessGroup& group_;
  Heartbeat& heartbeat_;
  const RunDescription run_;
};

/// Plays games as a rank other than 0 until rank 0 ends the run. Returns the number of games
/// played.
std::uint64_t run_actor(ProcessGroup& group, const Heartbeat& heartbeat, const RunDescription& run);

}  // namespace gioul
