// A person or a program that doesn't want to wait any longer: whoever thinks comes to an end at
// once and answers with what he has found so far. Either all of the program ends so, or one of
// several pieces of work that it does at the same time.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace gioul {

using StopFlag = std::atomic<bool>;

namespace interruption {
// Of the whole program, as Ctrl-C is.
inline StopFlag is_asked_for = false;
static_assert(StopFlag::is_always_lock_free, "set in a signal handler");
// Of what this thread works on, if that can be stopped alone.
inline constinit thread_local const StopFlag* of_this_work = nullptr;
}  // namespace interruption

/// From any thread or signal handler.
inline void interrupt() { interruption::is_asked_for.store(true, std::memory_order_relaxed); }
/// From here on everybody thinks as long as he likes again.
inline void forget_interrupt() {
  interruption::is_asked_for.store(false, std::memory_order_relaxed);
}
inline bool is_interrupted() {
  const StopFlag* const own = interruption::of_this_work;
  return interruption::is_asked_for.load(std::memory_order_relaxed) ||
         (own != nullptr && own->load(std::memory_order_relaxed));
}

/// What interrupts this thread alone; null if nothing does. Who hands work on to other threads
/// binds them to it too.
inline const StopFlag* stop_of_this_work() { return interruption::of_this_work; }

/// While one of these lives, its thread is also interrupted by `stop`, and by no other such flag.
class BoundToStop {
 public:
  explicit BoundToStop(const StopFlag* stop)
      : before_(std::exchange(interruption::of_this_work, stop)) {}
  ~BoundToStop() { interruption::of_this_work = before_; }
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
