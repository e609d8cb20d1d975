// Training by several ranks: for each generation rank 0, which learns, broadcasts the net, and each
// rank, rank 0 too, plays a fixed range of the games, of a size by its threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "selfplay/config/config.h"
#include "selfplay/distributed/heartbeat.h"
#include "selfplay/distributed/process_group.h"
#include "selfplay/train/local_self_play.h"
#include "selfplay/train/training_run.h"

namespace gioul {

/// What the user asks of a run.
struct TrainRequest {
  std::string folder;
  bool resume = false;
  /// The config to begin with; of a run to resume that of the folder, if this process sees it.
  std::optional<TrainingConfig> config;
  std::vector<Override> overrides;
};

/// Trains as one of several ranks. A summary only at rank 0, where `stop` becomes true if it does
/// at another; throws InputError if a rank does not fit the run. `lost` as that of Heartbeat.
std::optional<TrainingSummary> train_with_others(const RankInfo& info, const TrainRequest& request,
                                                 std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks,
                                                 const LostHandler& lost);

// Its parts:

/// Returns what a rank says of itself before anybody plays: the program's version, its config, if
/// it has one, and the threads that it will play on.
std::string describe_rank(const std::string& version, const std::optional<TrainingConfig>& config,
                          int threads);

/// What all ranks are then told.
struct RunDescription {
  TrainingConfig config;           // rank 0's
  std::vector<int> threads;        // of self-play, by rank
  std::vector<std::string> hosts;  // by rank
};

/// Makes it of the descriptions of all ranks: their versions must be the same, and their configs
/// but for [run]. What it returns parse_run() reads, or throws InputError with the line for all
/// ranks.
std::string describe_run(const std::vector<std::string>& ranks);
RunDescription parse_run(const std::string& text);

/// Rank 0.
class LearnerRank : public LocalSelfPlay {
 public:
  LearnerRank(ProcessGroup& group, Heartbeat& heartbeat, const RunDescription& run)
      : LocalSelfPlay(run.config), group_(group), heartbeat_(heartbeat), run_(run) {}
  ~LearnerRank() override;

  void end() override;

 private:
  Generation play(std::uint64_t number, const Net& net) override;

  ProcessGroup& group_;
  Heartbeat& heartbeat_;
  const RunDescription run_;
};

/// Another rank plays until rank 0 ends the run; returns the number of games.
std::uint64_t run_actor(ProcessGroup& group, const Heartbeat& heartbeat, const RunDescription& run);

}  // namespace gioul
