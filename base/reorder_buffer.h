// Runs jobs in any order on several threads and delivers their results in sequence, so that the
// output does not depend on thread timing. Jobs too far ahead of the slowest one wait.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace gioul {

template <typename T>
class InOrder {
 public:
  /// Calls take(result) for the results of jobs `first`, `first` + 1, ..., one at a time, until it
  /// returns false. At most `most` jobs are running or waiting to be delivered.
  InOrder(std::int64_t first, std::int64_t most, std::function<bool(const T&)> take)
      : next_(first), most_(most), take_(std::move(take)) {}
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;

  /// Computes result `number` with make() and delivers all results whose turn has come. Blocks
  /// first while `number` is too far ahead, so jobs must be started in ascending order. Returns
  /// false if no more results are wanted: take() returned false, or make() or take() threw in any
  /// thread.
  template <typename Make>
  bool run(std::int64_t number, const Make& make) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return closed_ || number - next_ < most_; });
    if (closed_) return false;
    lock.unlock();
    try {
      T result = make();
      lock.lock();
      early_.emplace(number, std::move(result));
      hand_on();
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      close();
      throw;
    }
    return !closed_;
  }

 private:
  void hand_on() {
    const std::int64_t before = next_;
    while (!closed_ && !early_.empty() && early_.begin()->first == next_) {
      const auto result = early_.extract(early_.begin());
      ++next_;
      if (!take_(result.mapped())) close();
    }
    if (next_ != before) room_.notify_all();
  }

  void close() {
    closed_ = true;
    room_.notify_all();
  }

  std::mutex mutex_;  // guards all members below
  std::condition_variable room_;
  std::int64_t next_;
  const std::int64_t most_;
  std::function<bool(const T&)> take_;
  std::map<std::int64_t, T> early_;
  bool closed_ = false;
};

}  // namespace gioul
