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

/// Called when another rank is lost, on another thread, with a message for the user. Must end the
/// process at once: calls that wait for a lost rank cannot be canceled.
using LostRankHandler = std::function<void(const std::string& line)>;

/// Detects lost ranks and passes on stop requests. Ten times per second rank 0 exchanges one byte
/// with each other rank; if a rank is silent for too long, the LostRankHandler is called.
class Heartbeat {
 public:
  /// Starts the heartbeat thread. `stop` requests the end of the run: if it becomes true at another
  /// rank, it becomes true at rank 0 as well. `hosts` are the names of the hosts by rank, for
  /// messages.
  Heartbeat(ProcessGroup& group, const std::vector<std::string>& hosts, std::atomic<bool>& stop,
            LostRankHandler lost);
  /// Ends the heartbeat. Rank 0 tells the other ranks to end with an error, unless it has called
  /// end_run(). Another rank waits until rank 0 ends the heartbeat.
  ~Heartbeat() { end_thread(Beat::kRunFailed); }

  /// Rank 0 only: tells all ranks to abandon the games that they are playing.
  void cancel_games() { current_beat_ = Beat::kGamesCanceled; }
  /// Returns true once the games of the current generation are no longer needed.
  bool are_games_canceled() const { return current_beat_ != Beat::kAlive; }
  /// Rank 0 only: tells all ranks that the run has ended normally.
  void end_run() { end_thread(Beat::kRunEnded); }

 private:
  // The byte that rank 0 sends: the state of the run.
  enum class Beat : char { kAlive, kGamesCanceled, kRunEnded, kRunFailed };

  // Exchanges beats with all other ranks, at rank 0. `peer` is set to the rank in question.
  void exchange_beats_as_leader(int& peer);
  // Exchanges beats with rank 0, at another rank.
  void exchange_beats_as_follower();
  // Ends the heartbeat and waits for its thread. At rank 0, `beat` is the last one sent.
  void end_thread(Beat beat);

  ProcessGroup& group_;
  std::atomic<bool>& stop_;
  LostRankHandler on_lost_rank_;                   // called when another rank is lost
  std::atomic<Beat> current_beat_ = Beat::kAlive;  // set by rank 0
  std::thread thread_;
};

}  // namespace gioul
