// Parallel loops on the threads of oneTBB. The program ends if the system cannot create as many
// threads as requested.
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

#include "base/parallel_for_fn.h"

namespace gioul {

/// One T per thread. local() returns the calling thread's T and creates it on first use.
#if !defined(__EMSCRIPTEN__)
template <typename T>
using PerThread = tbb::enumerable_thread_specific<T>;
#else  // browsers run one thread
template <typename T>
class PerThread {
 public:
  template <typename Make>
  explicit PerThread(Make make) : make_(std::move(make)) {}

  T& local() {
    if (!instance_) instance_.emplace(make_());
    return *instance_;
  }

 private:
  std::function<T()> make_;
  std::optional<T> instance_;
};
#endif

/// Calls work() on this thread and concurrently on up to `helpers` others; returns when all calls
/// have returned. Rethrows the first exception. A thread that waits for the others runs no
/// unrelated work, so loops can be nested. All threads share the stop flag (base/interrupt.h) of
/// the calling thread.
void run_on_threads(int helpers, const std::function<void()>& work);

/// Returns the number of cores that this process may use: the smaller of its CPU affinity and its
/// container's quota (cpu.max of its control groups). `root` is the root of the file system; only
/// tests pass another one.
int available_core_count(const std::string& root = "");

/// Calls worker(i) for the indices i in [0, count) on at most `threads` threads, including the
/// calling one, until all are processed or a call returns false. Each thread makes its own worker
/// with make_worker(). Returns when all calls that were started have finished. The first exception
/// stops the loop and is rethrown.
template <typename MakeWorker>
void parallel_for_with_workers(int threads, std::int64_t count, const MakeWorker& make_worker) {
  std::atomic<std::int64_t> next = 0;
  const auto work = [&] {
    if (next.load() >= count) return;
    try {
      auto worker = make_worker();
      for (std::int64_t i = 0; (i = next.fetch_add(1)) < count;) {
        if (!worker(i)) next.store(count);
      }
    } catch (...) {
      next.store(count);  // stops the other workers
      throw;
    }
  };
  run_on_threads(static_cast<int>(std::min<std::int64_t>(threads, count)) - 1, work);
}

/// Calls f(i) for i in [0, count) on at most `threads` threads; calls start in ascending order.
/// Returns when all are done. The first exception stops the loop and is rethrown.
template <typename Index, typename F>
void parallel_for(int threads, Index count, const F& f) {
  parallel_for_with_workers(threads, static_cast<std::int64_t>(count), [&f] {
    return [&f](std::int64_t i) {
      f(static_cast<Index>(i));
      return true;
    };
  });
}

/// Returns a function that calls parallel_for() with `threads` threads.
inline ParallelFor make_parallel_for(int threads) {
  return
      [threads](int count, const std::function<void(int)>& f) { parallel_for(threads, count, f); };
}

}  // namespace gioul
