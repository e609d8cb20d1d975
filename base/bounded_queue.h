// A bounded queue from any number of producer threads to one consumer. push() blocks while the
// queue is full, so memory stays bounded when the consumer is slower than the producers.
#pragma once

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace gioul {

/// A first-in, first-out queue with a maximum size, for any number of producer threads and one
/// consumer thread.
template <typename T>
class BoundedQueue {
 public:
  /// The queue holds at most `capacity` items; `capacity` must be at least 1.
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) { assert(capacity >= 1); }

  /// Appends `item`; blocks while the queue is full. Returns false, and drops the item, if the
  /// queue is closed.
  bool push(T item) {
    std::unique_lock lock(mutex_);
    space_available_.wait(lock, [this] { return closed_ || items_.size() < capacity_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    if (items_.size() == capacity_) full_or_closed_.notify_one();
    return true;
  }

  /// Closes the queue and wakes all waiting threads. Remaining items can still be taken.
  void close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
    }
    space_available_.notify_all();
    full_or_closed_.notify_all();
  }

  /// Removes and returns all items, oldest first; none if the queue is empty. First waits until the
  /// queue is full or closed, at most for `pause`, so that one call returns many items.
  std::vector<T> pop_all(std::chrono::milliseconds pause) {
    std::vector<T> items;
    {
      std::unique_lock lock(mutex_);
      full_or_closed_.wait_for(lock, pause,
                               [this] { return closed_ || items_.size() == capacity_; });
      items.swap(items_);
    }
    space_available_.notify_all();
    return items;
  }

  /// Returns true if the queue is closed and empty: no more items will come.
  bool is_finished() const {
    const std::scoped_lock lock(mutex_);
    return closed_ && items_.empty();
  }

  /// Closes the queue when it goes out of scope, so that an exception on one side does not leave
  /// the other side waiting.
  class CloseGuard {
   public:
    explicit CloseGuard(BoundedQueue& queue) : queue_(queue) {}
    ~CloseGuard() { queue_.close(); }
    CloseGuard(const CloseGuard&) = delete;
    CloseGuard& operator=(const CloseGuard&) = delete;

   private:
    BoundedQueue& queue_;
  };

 private:
  const std::size_t capacity_;               // maximum number of items
  mutable std::mutex mutex_;                 // guards all members below
  std::condition_variable space_available_;  // notified when there is space or the queue is closed
  std::condition_variable full_or_closed_;   // notified when the queue becomes full or closed
  std::vector<T> items_;                     // oldest first
  bool closed_ = false;                      // close() was called
};

}  // namespace gioul
