// The ranks of a run as PyTorch's c10d connects them, by Gloo. Only gioul-train links the
// implementation.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "selfplay/distributed/rank_info.h"

namespace gioul {

/// Another process is gone or silent.
class ProcessLost : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ProcessGroup {
 public:
  /// Opens the store in which all ranks find each other: rank 0's, unless an agent keeps one. They
  /// have `patience` to come. Throws ProcessLost if rank 0 does not, std::runtime_error if rank 0
  /// can't listen, InputError for an unknown MASTER_ADDR or a build without Gloo.
  ProcessGroup(const RankInfo& info, std::chrono::seconds patience);
  ~ProcessGroup();

  const RankInfo& info() const { return info_; }

  /// Returns, at all ranks, what answer() makes at rank 0 of the texts of all, by rank. Throws
  /// ProcessLost if a rank does not come.
  using Answer = std::function<std::string(const std::vector<std::string>& texts)>;
  std::string agree(const std::string& text, const Answer& answer);

  /// Connects all ranks with all others and closes the store. Each has `timeout` for it.
  void connect(std::chrono::seconds timeout);

  // These wait for as long as other ranks play or learn. They throw ProcessLost once a connection
  // has ended, and std::runtime_error if a rank sends more than `limit` bytes.

  /// Returns rank 0's bytes at all ranks.
  std::string broadcast(std::string bytes, std::uint64_t limit);
  /// Returns the bytes of all ranks, in their order, at rank 0; nothing at the others.
  std::string gather(std::string bytes, std::uint64_t limit);

  // For another thread. These throw ProcessLost also if the rank is silent for the timeout of
  // connect(); rank 0, which may be waiting for a third one, for a second more.
  void send_beat(int rank, char beat);
  char receive_beat(int rank);

 private:
  struct Impl;
  RankInfo info_;
  std::chrono::seconds timeout_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
