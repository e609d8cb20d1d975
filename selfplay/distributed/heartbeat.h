// Signs of life, by which a rank that plays or learns for long is told from one that is lost.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "selfplay/distributed/process_group.h"

namespace gioul {

/// Gets a line for the user, on another thread, and must end this process at once: calls that wait
/// for a lost rank can't be undone.
using LostHandler = std::function<void(const std::string& line)>;

/// Exchanges a byte with each other rank (rank 0) or with rank 0 (the others) ten times a second.
class Heartbeat {
 public:
  /// Where `stop` becomes true at another rank, it does so at rank 0. `hosts` by rank, for lines.
  Heartbeat(ProcessGroup& group, const std::vector<std::string>& hosts, std::atomic<bool>& stop,
            LostHandler lost);
  /// At rank 0 without end(), the others end with an error; they wait for either here.
  ~Heartbeat() { finish(Beat::kFailed); }

  /// Rank 0: no rank needs to go on with the games that it plays.
  void cancel_games() { beat_ = Beat::kGamesCanceled; }
  bool games_canceled() const { return beat_ != Beat::kAlive; }
  /// Rank 0: the run has ended in order.
  void end() { finish(Beat::kOver); }

 private:
  enum class Beat : char { kAlive, kGamesCanceled, kOver, kFailed };

  void lead(int& peer);
  void follow();
  void finish(Beat beat);

  ProcessGroup& group_;
  std::atomic<bool>& stop_;
  LostHandler lost_;
  std::atomic<Beat> beat_ = Beat::kAlive;  // rank 0's
  std::thread thread_;
};

}  // namespace gioul
