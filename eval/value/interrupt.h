// A person or a program that doesn't want to wait any longer: whoever thinks comes to an end at
// once and answers with what he has found so far.
#pragma once

#include <atomic>
#include <exception>

namespace gioul {

namespace interruption {
// Of the whole program, as Ctrl-C is.
inline std::atomic<bool> is_asked_for = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");
}  // namespace interruption

/// From any thread or signal handler.
inline void interrupt() { interruption::is_asked_for.store(true, std::memory_order_relaxed); }
/// From here on everybody thinks as long as he likes again.
inline void forget_interrupt() {
  interruption::is_asked_for.store(false, std::memory_order_relaxed);
}
inline bool is_interrupted() { return interruption::is_asked_for.load(std::memory_order_relaxed); }

/// Ends what has no answer yet. Whoever can answer without it catches it.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted before there was a result"; }
};

inline void end_if_interrupted() {
  if (is_interrupted()) throw Interrupted();
}

}  // namespace gioul
