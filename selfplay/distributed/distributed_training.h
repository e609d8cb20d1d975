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
  /// The config with which a run starts. When a run is resumed, this is the config in its
  /// directory, or nullopt if this process cannot read that.
  std::optional<TrainingConfig> config;
  std::vector<ConfigOverride> overrides;  // the --set options of the command line
};

/// Trains as one of several ranks (processes). Returns a summary at rank 0 and nullopt at the
/// others. `stop` requests the end of the run: if it becomes true at any rank, it becomes true at
/// rank 0, which ends the run. If it becomes true before all ranks have joined, returns nullopt,
/// and may leave behind threads that wait for the others. `lost` is called if another process dies
/// or hangs (Heartbeat). Throws InputError if a rank has another version or config than rank 0.
std::optional<TrainingSummary> train_distributed(const RankInfo& info, const TrainOptions& request,
                                                 std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks,
                                                 const LostRankHandler& lost);

// Building blocks of train_distributed(), public for tests:

/// Makes the message that a rank sends before the run starts, as JSON: its host name, the program
/// version, the config (if it has one) and the number of threads that it will use.
std::string make_rank_handshake(const std::string& version,
                                const std::optional<TrainingConfig>& config, int threads);

/// The settings of a distributed run, which all ranks have agreed on.
struct DistributedRunSettings {
  TrainingConfig config;                   // rank 0's config, which all ranks use
  std::vector<int> threads_by_rank;        // self-play threads, by rank
  std::vector<std::string> hosts_by_rank;  // host names, by rank
};

/// Merges the ranks' messages (make_rank_handshake()) into the text that parse_merged_handshakes()
/// reads. All ranks must have the same version and the same config, except for section [run]. If a
/// rank differs, the text is instead an error message that names the rank, and
/// parse_merged_handshakes() throws it as InputError.
std::string merge_rank_handshakes(const std::vector<std::string>& ranks);
/// Parses the text that merge_rank_handshakes() returned: the settings that all ranks use. Throws
/// InputError if the text is an error message.
DistributedRunSettings parse_merged_handshakes(const std::string& text);

/// The source of self-play generations at rank 0, the learner. It plays rank 0's share of the games
/// and collects the games of the other ranks.
class DistributedGenerationSource : public LocalGenerationSource {
 public:
  DistributedGenerationSource(ProcessGroup& group, Heartbeat& heartbeat,
                              const DistributedRunSettings& run)
      : LocalGenerationSource(run.config),
        group_(group),
        heartbeat_(heartbeat),
        run_settings_(run) {}
  ~DistributedGenerationSource() override;

  void end_run() override;

 private:
  Generation play(std::uint64_t number, const Net& net) override;

  ProcessGroup& group_;
  Heartbeat& heartbeat_;
  const DistributedRunSettings run_settings_;
};

/// Plays this rank's share of the games until rank 0 ends the run. Called at every rank other than
/// 0. Returns the number of games that this rank has played.
std::uint64_t run_actor(ProcessGroup& group, const Heartbeat& heartbeat,
                        const DistributedRunSettings& run);

}  // namespace gioul
