// Delivers the results of jobs in sequence although several threads run the jobs in any order, so
// that the output does not depend on thread timing. A thread waits if its job is too far ahead of
// the slowest one.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace gioul {

/// Collects results that threads compute in any order and passes them on in the order of their job
/// numbers.
template <typename T>
class ReorderBuffer {
 public:
  /// The results of the jobs `first`, `first` + 1, ... are passed to consume(result), one at a
  /// time, until consume() returns false. At most `max_pending` jobs may be running or have a
  /// result that is not delivered yet.
  ReorderBuffer(std::int64_t first, std::int64_t max_pending, std::function<bool(const T&)> consume)
      : next_to_deliver_(first), max_pending_(max_pending), consume_(std::move(consume)) {}

  /// Computes the result of job `number` with make(), then delivers this result and all that waited
  /// for it. First blocks while `number` is too far ahead, so jobs must be started in ascending
  /// order. Returns false if no more results are wanted: consume() returned false, or make() or
  /// consume() threw in any thread.
  template <typename Make>
  bool run_job(std::int64_t number, const Make& make) {
    std::unique_lock lock(mutex_);
    space_available_.wait(lock,
                          [&] { return closed_ || number - next_to_deliver_ < max_pending_; });
    if (closed_) return false;
    lock.unlock();
    try {
      T result = make();
      lock.lock();
      pending_.emplace(number, std::move(result));
      deliver_ready_results();
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      close();
      throw;
    }
    return !closed_;
  }

 private:
  // Passes on the results that are next in sequence. The mutex must be locked.
  void deliver_ready_results() {
    const std::int64_t next_before = next_to_deliver_;
    while (!closed_ && !pending_.empty() && pending_.begin()->first == next_to_deliver_) {
      const auto result = pending_.extract(pending_.begin());
      ++next_to_deliver_;
      if (!consume_(result.mapped())) close();
    }
    if (next_to_deliver_ != next_before) space_available_.notify_all();
  }

  // Stops the delivery: no more results are wanted. The mutex must be locked.
  void close() {
    closed_ = true;
    space_available_.notify_all();
  }

  std::mutex mutex_;                         // guards all members below
  std::condition_variable space_available_;  // waited on while a job is too far ahead
  std::int64_t next_to_deliver_;             // job number of the next result to deliver
  const std::int64_t max_pending_;           // maximum number of jobs started but not delivered
  std::function<bool(const T&)> consume_;    // receives a result; returns true if more are wanted
  std::map<std::int64_t, T> pending_;        // results not yet delivered, by job number
  bool closed_ = false;                      // true if no more results are wanted
};

}  // namespace gioul
