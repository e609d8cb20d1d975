// The processes of a run as PyTorch's own library for such things, c10d, has them: a store of keys
// that all share, and Gloo's messages and broadcasts between them. Only gioul-train links the
// implementation.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "selfplay/hosts/launcher.h"

namespace gioul {

/// Another process is gone, or silent.
class ProcessLost : public std::runtime_error {
 public:
  /// `maybe_another`: the wait was for this one, but it may be another that was silent.
  explicit ProcessLost(const std::string& how, bool maybe_another = false)
      : std::runtime_error(how), maybe_another_(maybe_another) {}
  bool maybe_another() const { return maybe_another_; }

 private:
  bool maybe_another_;
};

/// The store of keys is there but answers nobody: whatever holds it up, none can go on.
class StoreSilent : public ProcessLost {
 public:
  using ProcessLost::ProcessLost;
};

/// Whether it is one of the processes that is lost, and nothing else is wrong; null if not.
inline const ProcessLost* as_process_lost(const std::exception& error) {
  if (dynamic_cast<const StoreSilent*>(&error) != nullptr) return nullptr;
  return dynamic_cast<const ProcessLost*>(&error);
}

/// Keys with values that all processes see. Any thread may call; all functions throw ProcessLost
/// when the process that keeps them is gone
/// or answers nothing within the group's timeout.
class SharedStore {
 public:
  virtual ~SharedStore() = default;
  virtual void set(const std::string& key, const std::string& value) = 0;
  /// Waits until somebody has set it, as long as the group's patience.
  virtual std::string get(const std::string& key) = 0;
  /// Waits for somebody to set it, but no longer than this; whether it is set.
  virtual bool appears(const std::string& key, std::chrono::seconds within) = 0;
  /// Adds to a number that begins at 0 and returns what it is now. No two calls get the same.
  virtual std::int64_t add(const std::string& key, std::int64_t more) = 0;
  virtual void remove(const std::string& key) = 0;
};

class ProcessGroup {
 public:
  /// Rank 0 opens the store, on the address of place.host alone, unless an agent has done so; the
  /// others reach it. Somebody else's doing is waited for as long as `patience`, the store itself
  /// `timeout`. Throws ProcessLost if that is not enough, std::runtime_error if rank 0 can't open
  /// it, InputError if this build knows of no other processes.
  ProcessGroup(const Place& place, std::chrono::seconds patience, std::chrono::seconds timeout);
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  const Place& place() const { return place_; }
  SharedStore& store();

  /// Connects all with all; every process calls it. From then on each wait for another process ends
  /// after `timeout`, and then none can go on.
  void connect(std::chrono::seconds timeout);

  // Between any two processes messages arrive in their order and must have the length that is
  // expected. One thread may send to a process and one receive from it at a time; all throw
  // ProcessLost when the other is gone or silent.
  void send(int rank, std::span<const char> bytes);
  void receive(int rank, std::span<char> bytes);

  /// Rank 0's bytes for all; every process calls it, in the same order, from one thread at a time.
  void broadcast(std::span<char> bytes);

 private:
  struct Impl;
  Place place_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gioul
