// Work that several threads do in any order, and whose results are handed on in that of their
// numbers: what sees them depends on no thread. Who is too far ahead of the slowest waits for it.
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
  /// Gives take(result) the results of `first`, `first` + 1 and so on, one at a time, until it
  /// returns false. At most `most` are being made or wait for their turn.
  InOrder(std::int64_t first, std::int64_t most, std::function<bool(const T&)> take)
      : next_(first), most_(most), take_(std::move(take)) {}
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;

  /// Makes the result `number` by make() and hands on what has its turn. Waits first while that
  /// number is too far ahead; so threads must begin numbers in ascending order. False if no more
  /// results are wanted, as after an exception: of make() or take(), in any thread.
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

  std::mutex mutex_;  // of all below
  std::condition_variable room_;
  std::int64_t next_;
  const std::int64_t most_;
  std::function<bool(const T&)> take_;
  std::map<std::int64_t, T> early_;
  bool closed_ = false;
};

}  // namespace gioul
