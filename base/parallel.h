// Work for several threads, which are oneTBB's. It ends the program where the system gives it fewer
// than were asked for.
#pragma once

#if !defined(__EMSCRIPTEN__)
#include <tbb/enumerable_thread_specific.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "base/loop.h"

namespace gioul {

/// One T for each thread that asks with local(), made when it first does.
#if !defined(__EMSCRIPTEN__)
template <typename T>
using PerThread = tbb::enumerable_thread_specific<T>;
#else  // in a browser there is one thread
template <typename T>
class PerThread {
 public:
  template <typename Make>
  explicit PerThread(Make make) : make_(std::move(make)) {}

  T& local() {
    if (!only_) only_.emplace(make_());
    return *only_;
  }

 private:
  std::function<T()> make_;
  std::optional<T> only_;
};
#endif

/// Calls work() on this thread and on at most `helpers` others at the same time; returns when all
/// have returned. The first exception is the caller's. A thread that waits here does nothing else
/// meanwhile, so a loop can be inside another. All are interrupted (base/interrupt.h) by what
/// interrupts the caller.
void work_together(int helpers, const std::function<void()>& work);

/// Returns the number of cores that this process may use: the smaller of its CPU affinity and its
/// container's quota (cpu.max of its control groups). `root` is for tests.
int available_cores(const std::string& root = "");

/// Gives out 0, 1, 2, ... below `count` to at most `threads` workers, one of them the caller's,
/// each made by make_worker() on the thread that has it, until all are given out or a worker
/// returns false. What is given out is finished; returns when it is. The first exception ends it
/// and is the caller's.
template <typename MakeWorker>
void parallel_take(int threads, std::int64_t count, const MakeWorker& make_worker) {
  std::atomic<std::int64_t> next = 0;
  const auto work = [&] {
    if (next.load() >= count) return;
    try {
      auto worker = make_worker();
      for (std::int64_t i = 0; (i = next.fetch_add(1)) < count;) {
        if (!worker(i)) next.store(count);
      }
    } catch (...) {
      next.store(count);  // the others need not go on
      throw;
    }
  };
  work_together(static_cast<int>(std::min<std::int64_t>(threads, count)) - 1, work);
}

/// Calls f(i) for i in [0, count) on at most `threads` threads, in ascending order of their
/// beginnings; returns when all are done. The first exception ends the loop and is the caller's.
template <typename Index, typename F>
void parallel_for(int threads, Index count, const F& f) {
  parallel_take(threads, static_cast<std::int64_t>(count), [&f] {
    return [&f](std::int64_t i) {
      f(static_cast<Index>(i));
      return true;
    };
  });
}

/// The same as a loop to be given to others.
inline Loop parallel_loop(int threads) {
  return
      [threads](int count, const std::function<void(int)>& f) { parallel_for(threads, count, f); };
}

}  // namespace gioul
