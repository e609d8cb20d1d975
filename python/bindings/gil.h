// Runs long calls without the GIL and lets Ctrl-C interrupt them. Work that can be split runs on
// the calling thread, which polls for signals. Other work runs on its own thread, which is left
// behind if it does not stop soon.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"

namespace gioul::python {

namespace py = pybind11;

/// A call that runs without the GIL. The interpreter's shutdown waits for these objects.
class RunningCall {
 public:
  /// `stop` is the stop flag of a thread of run_in_background(), null for a GilRelease. Throws
  /// InterpreterShutdown if the interpreter is ending.
  explicit RunningCall(StopFlag* stop = nullptr);
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

 private:
  StopFlag* stop_;
};

/// Releases the GIL (Python's global lock) while this object exists. No Python object may be
/// touched meanwhile.
class GilRelease {
  RunningCall running_call_;
  py::gil_scoped_release release_{};
};

/// True in a thread that runs a player's Python function.
inline thread_local bool in_python_player = false;

/// Base class of objects that only one Python thread may use at a time. Other threads wait without
/// the GIL.
class Serialized {
 public:
  /// Returns f(), which runs without the GIL while no other thread uses the object. Throws
  /// InputError if f() itself, in a Python callable that it runs, leads to this call.
  template <typename F>
  auto run_exclusively(const F& f) {
    const std::thread::id here = std::this_thread::get_id();
    constexpr const char* kInUse = "the object is in use by the call that led to this one";
    if (user_ == here) throw InputError(kInUse);
    const GilRelease released;
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!in_python_player || !runs_python) {
      lock.lock();
    } else if (!lock.try_lock()) {
      throw InputError(kInUse);
    }
    const ThreadScope scope(user_, here);
    return f();
  }

  /// True if f() may run a player's function, on any thread. Such a function never waits for the
  /// object, since the call that uses the object may wait for the function.
  bool runs_python = false;

 private:
  using AtomicThread = std::atomic<std::thread::id>;
  // Sets `user` to a thread until the end of the scope.
  struct ThreadScope {
    ThreadScope(AtomicThread& user, std::thread::id thread) : user_(user) { user_ = thread; }
    ~ThreadScope() { user_ = std::thread::id(); }
    ThreadScope(const ThreadScope&) = delete;
    ThreadScope& operator=(const ThreadScope&) = delete;

    AtomicThread& user_;
  };

  std::mutex mutex_;
  AtomicThread user_ = {};  // the thread that uses the object
};

/// Polls for Ctrl-C without holding the GIL. poll() may be called often; it throws the exception
/// that Python raises for the signal.
class SignalPoller {
 public:
  void poll() {
    const auto now = Clock::now();
    if (now - polled_ < kPause) return;
    polled_ = now;
    raise_signals();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kPause = std::chrono::milliseconds(50);
  static void raise_signals();

  Clock::time_point polled_ = Clock::now();
};

/// Runs `work` on another thread and waits for it. The GIL is held before and after, but not during
/// the call. Ctrl-C asks all such work to stop (base/interrupt.h) and makes this function throw;
/// `work` may continue for a while, so it must own what it uses. Throws Interrupted if another
/// thread's Ctrl-C stopped the work, and InterpreterShutdown if the interpreter is ending.
void run_in_background(std::function<void()> work);

/// Returns f(). Runs it on another thread without the GIL, so that Ctrl-C can interrupt the call
/// (run_in_background()).
template <typename F>
auto interruptible_call(F f) {
  using Result = std::invoke_result_t<F>;
  const auto result = std::make_shared<std::optional<Result>>();
  run_in_background([result, f = std::move(f)] { result->emplace(f()); });
  return std::move(**result);
}

/// Returns the number of threads to use: `asked` (at least 1), or one per core. In a forked process
/// it is 1.
int thread_count(std::optional<int> asked);

}  // namespace gioul::python
