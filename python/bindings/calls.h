// Calls that take time: without the interpreter's lock, so that other threads of Python go on, and
// with an ear for Ctrl-C. What is short enough to be cut into pieces runs where it was called and
// asks after each piece; everything else runs on a thread of its own, which is left alone with what
// it works on if it doesn't come to an end soon.
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>

namespace gioul::python {

namespace py = pybind11;

/// While one of these lives the interpreter's lock is somebody else's: nothing of Python may be
/// touched. The interpreter doesn't end as long as there are any.
class Released {
 public:
  Released() = default;

 private:
  struct Counted {
    Counted();
    ~Counted();
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
  };

  Counted counted_;
  py::gil_scoped_release release_{};
};

/// What threads of Python use one at a time; the others wait, without the lock.
class InTurn {
 public:
  template <typename F>
  auto in_turn(const F& f) {
    const Released released;
    const std::scoped_lock lock(mutex_);
    return f();
  }

 private:
  std::mutex mutex_;
};

/// Without the lock: takes it now and then to see whether somebody pressed Ctrl-C, and throws what
/// Python makes of that.
class SignalWatch {
 public:
  void look() {
    const auto now = Clock::now();
    if (now - looked_ < kPause) return;
    looked_ = now;
    raise_signals();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(50);
  static void raise_signals();

  Clock::time_point looked_ = Clock::now();
};

/// Runs `work` on another thread and waits for it, with the lock held when called and afterwards.
/// After Ctrl-C all such work is asked to stop (base/interrupt.h); `work` may go on after
/// this has thrown, so what it uses must be its own. What was cut short by another thread's Ctrl-C
/// throws Interrupted; in another thread while the interpreter ends, InterpreterEnds.
void run_apart(std::function<void()> work);

/// What f() returns, run so.
template <typename F>
auto long_call(F f) {
  using Result = std::invoke_result_t<F>;
  const auto result = std::make_shared<std::optional<Result>>();
  run_apart([result, f = std::move(f)] { result->emplace(f()); });
  return std::move(**result);
}

/// How many threads to use: `asked` (at least 1), or one for each core. In a process that was
/// forked off another one there is only one.
int thread_count(std::optional<int> asked);

}  // namespace gioul::python
