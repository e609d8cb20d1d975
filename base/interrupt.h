// Stop requests: work that is asked to stop ends at once and answers with what it has found so far.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace gioul {

/// Asks a piece of work to stop. May be set from any thread or signal handler.
using StopFlag = std::atomic<bool>;
static_assert(StopFlag::is_always_lock_free, "set in signal handlers");

/// The flag of the work that this thread does; null if nothing stops it. The threads of a loop
/// (base/parallel.h) have the flag of the thread that began it.
inline constinit thread_local const StopFlag* current_stop_flag = nullptr;

inline bool is_interrupted() {
  return current_stop_flag != nullptr && current_stop_flag->load(std::memory_order_relaxed);
}

/// While one of these lives, its thread is interrupted by `stop`, and by no other such flag.
class BoundToStop {
 public:
  explicit BoundToStop(const StopFlag* stop) : before_(std::exchange(current_stop_flag, stop)) {}
  ~BoundToStop() { current_stop_flag = before_; }
  BoundToStop(const BoundToStop&) = delete;
  BoundToStop& operator=(const BoundToStop&) = delete;

 private:
  const StopFlag* before_;
};

/// Ends what has no answer yet. Whoever can answer without it catches it.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted before there was a result"; }
};

inline void end_if_interrupted() {
  if (is_interrupted()) throw Interrupted();
}

}  // namespace gioul
