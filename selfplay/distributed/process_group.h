// Communication between the ranks of a run: a wrapper of PyTorch's c10d with the Gloo backend. The
// implementation is linked only into the program gioul-train.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "selfplay/distributed/rank_info.h"

namespace gioul {

/// Thrown if another process of the run has ended or does not answer in time, or if a stop was
/// requested while this process waited for the others to join.
class ProcessLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The connections between the ranks of one distributed run.
class ProcessGroup {
 public:
  /// Connects to the store: the key-value server through which the ranks find each other. Rank 0
  /// runs the server unless torchrun's agent does. Waits up to `patience` for the other ranks.
  /// Throws ProcessLost if rank 0 does not appear, std::runtime_error if rank 0 cannot listen on
  /// its port, and InputError for an unknown MASTER_ADDR or a build without Gloo. `stop` requests
  /// the end of all waits until the ranks are connected: these then throw ProcessLost, and may
  /// leave behind threads that still wait.
  ProcessGroup(const RankInfo& info, std::chrono::seconds patience, const std::atomic<bool>& stop);
  ~ProcessGroup();

  /// Returns the rank of this process.
  const RankInfo& rank_info() const { return rank_info_; }

  /// Merges the texts of all ranks, in order of rank, into one text.
  using TextMerger = std::function<std::string(const std::vector<std::string>& texts)>;
  /// Lets all ranks agree on a text. Sends the `text` of each rank to rank 0, which merges the
  /// texts by answer(). Returns the merged text at every rank. Throws ProcessLost if a rank is
  /// missing.
  std::string agree_on_text(const std::string& text, const TextMerger& answer);

  /// Connects every rank with every other rank, and closes the store. `timeout` is the time limit
  /// of each heartbeat, and of each broadcast() once rank 0 has begun to send.
  void connect(std::chrono::seconds timeout);

  /// Sends bytes from rank 0 to all ranks: returns rank 0's `bytes` at every rank. Waits without a
  /// limit for ranks that are busy with playing or learning. Throws ProcessLost if a connection
  /// ends, and std::runtime_error if there are more than `limit` bytes.
  std::string broadcast(std::string bytes, std::uint64_t limit);
  /// Sends the bytes of all ranks to rank 0. Returns them at rank 0, concatenated in order of rank,
  /// and "" at the other ranks. Waits and throws as broadcast() does.
  std::string gather(std::string bytes, std::uint64_t limit);

  /// Sends one heartbeat byte to `rank`. Beats may be sent and received on another thread than
  /// other data. Throws ProcessLost if the connection ends.
  void send_beat(int rank, char beat);
  /// Receives one heartbeat byte from `rank`. Throws ProcessLost if the connection ends or `rank`
  /// is silent for longer than the timeout of connect(). The limit for rank 0 is one second longer,
  /// since rank 0 may itself be waiting for a third rank.
  char receive_beat(int rank);

 private:
  struct Impl;
  RankInfo rank_info_;
  std::chrono::seconds timeout_;  // the constructor's `patience`, then the timeout of connect()
  const std::atomic<bool>& stop_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
