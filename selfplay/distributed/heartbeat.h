// Heartbeats between the ranks of distributed training, which distinguish a busy rank from a lost
// one.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/distributed/process_group.h"

namespace gioul {

/// Called on the heartbeat thread when another rank is lost. `line` is a message for the user. The
/// handler must end the process at once, since calls that wait for a lost rank cannot be canceled.
using LostRankHandler = std::function<void(const std::string& line)>;

/// Detects lost ranks, and passes stop requests on to rank 0. Ten times per second, rank 0
/// exchanges one byte with each other rank. If a rank is silent for too long, the LostRankHandler
/// is called.
class Heartbeat {
 public:
  /// Starts the heartbeat thread. `stop` requests the end of the run: if it becomes true at another
  /// rank, it becomes true at rank 0 as well. `hosts` are the host names of the ranks, for
  /// messages. `lost` is called if a rank is lost.
  Heartbeat(ProcessGroup& group, const std::vector<std::string>& hosts, std::atomic<bool>& stop,
            LostRankHandler lost);
  /// Ends the heartbeat. Rank 0 tells the other ranks to end with an error, unless it has called
  /// end_run(). Another rank waits until rank 0 ends the heartbeat.
  ~Heartbeat() { end_thread(Beat::kRunFailed); }

  /// Tells all ranks to abandon the games that they are playing. Rank 0 only.
  void cancel_games() { current_beat_ = Beat::kGamesCanceled; }
  /// Returns true if rank 0 has canceled the games or the run has ended, so that this rank may
  /// abandon its games.
  bool are_games_canceled() const { return current_beat_ != Beat::kAlive; }
  /// Tells all ranks that the run has ended normally, and ends the heartbeat. Rank 0 only.
  void end_run() { end_thread(Beat::kRunEnded); }

 private:
  // The byte that rank 0 sends: the state of the run.
  enum class Beat : char { kAlive, kGamesCanceled, kRunEnded, kRunFailed };

  // Exchanges beats with all other ranks until the run ends. Called at rank 0. `peer` is set to the
  // rank of the current exchange, so that it is known if the exchange throws.
  void exchange_beats_as_leader(int& peer);
  // Exchanges beats with rank 0 until the run ends. Called at all other ranks.
  void exchange_beats_as_follower();
  // Ends the heartbeat and waits for its thread. At rank 0, `beat` is the last byte sent.
  void end_thread(Beat beat);

  ProcessGroup& group_;
  std::atomic<bool>& stop_;
  LostRankHandler on_lost_rank_;                   // called when another rank is lost
  std::atomic<Beat> current_beat_ = Beat::kAlive;  // rank 0's next beat, or the last from rank 0
  std::thread thread_;
};

}  // namespace gioul
