// A queue between threads that make something and one that uses it up. Who makes more than the
// other can use waits, so that memory stays small however long that goes on.
#pragma once

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace gioul {

template <typename T>
class BoundedQueue {
 public:
  /// At most `most` items, 1 or more, wait in it.
  explicit BoundedQueue(std::size_t most) : most_(most) { assert(most >= 1); }
  BoundedQueue(const BoundedQueue&) = delete;
  BoundedQueue& operator=(const BoundedQueue&) = delete;

  /// Waits while the queue is full. False if it is closed: the item is then lost.
  bool push(T item) {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return closed_ || items_.size() < most_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    if (items_.size() == most_) wake_.notify_one();
    return true;
  }

  /// What is left in it comes out first; nobody waits any more.
  void close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    room_.notify_all();
    wake_.notify_all();
  }

  /// All that waits, in the order in which it came. Returns as soon as the queue is full or closed,
  /// else after `pause`, maybe with nothing.
  std::vector<T> take_all(std::chrono::milliseconds pause) {
    std::vector<T> items;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, pause, [this] { return closed_ || items_.size() == most_; });
      items.swap(items_);
    }
    room_.notify_all();
    return items;
  }

  /// True if nothing is in it and nothing will be.
  bool is_finished() const {
    const std::scoped_lock lock(mutex_);
    return closed_ && items_.empty();
  }

  /// Closes the queue where it goes out of scope: no matter how one side ends, the other doesn't
  /// wait for it.
  class CloseAtExit {
   public:
    explicit CloseAtExit(BoundedQueue& queue) : queue_(queue) {}
    ~CloseAtExit() { queue_.close(); }
    CloseAtExit(const CloseAtExit&) = delete;
    CloseAtExit& operator=(const CloseAtExit&) = delete;

   private:
    BoundedQueue& queue_;
  };

 private:
  const std::size_t most_;
  mutable std::mutex mutex_;  // of what is below
  std::condition_variable room_;
  std::condition_variable wake_;
  std::vector<T> items_;
  bool closed_ = false;
};

}  // namespace gioul
