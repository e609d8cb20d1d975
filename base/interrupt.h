// Stop requests: a long computation that is asked to stop returns its best result so far.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace gioul {

/// A flag that requests a stop when it is set to true, from any thread or signal handler.
using StopFlag = std::atomic<bool>;
static_assert(StopFlag::is_always_lock_free, "set in signal handlers");

/// The stop flag of the computation that runs on this thread, or null if it cannot be stopped. The
/// threads of a parallel loop (base/parallel.h) share the flag of the thread that started the loop.
inline constinit thread_local const StopFlag* current_stop_flag = nullptr;

/// Returns true if a stop of the computation on this thread was requested.
inline bool is_interrupted() {
  return current_stop_flag != nullptr && current_stop_flag->load(std::memory_order_relaxed);
}

/// Makes `stop` the stop flag of this thread until the end of the scope, which restores the
/// previous flag.
class StopFlagScope {
 public:
  explicit StopFlagScope(const StopFlag* stop)
      : previous_flag_(std::exchange(current_stop_flag, stop)) {}
  ~StopFlagScope() { current_stop_flag = previous_flag_; }
  StopFlagScope(const StopFlagScope&) = delete;
  StopFlagScope& operator=(const StopFlagScope&) = delete;

 private:
  const StopFlag* previous_flag_;  // restored at the end of the scope
};

/// Thrown by a computation that is stopped before it has a result. A caller that already has a
/// partial result catches it and returns that.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted before there was a result"; }
};

/// Throws Interrupted if a stop of this thread's computation was requested.
inline void throw_if_interrupted() {
  if (is_interrupted()) throw Interrupted();
}

}  // namespace gioul
