// The one door to oneTBB's parallel loops.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gioul {

/// One T for each thread that asks with local(), made when it first does.
template <typename T>
using PerThread = tbb::enumerable_thread_specific<T>;

/// Calls f(i) for i in [0, count) on at most `threads` threads; returns when all are done. One
/// thread is the caller's, so that a loop of one can be inside another loop without slowing it.
/// What the caller did before is visible to every f(i), and all they did to the caller afterwards.
/// oneTBB promises both already; the two atomics say so to the thread sanitizer, which can't see
/// into its library (scripts/tsan.supp).
template <typename Index, typename F>
void parallel_for(int threads, Index count, const F& f) {
  if (threads == 1) {
    for (Index i = 0; i < count; ++i) f(i);
    return;
  }
  std::atomic<bool> begun = false;
  std::atomic<Index> done = 0;
  // Without it oneTBB takes no more threads than there are cores, and complains.
  const tbb::global_control allow(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  begun.store(true, std::memory_order_release);
  arena.execute([&] {
    tbb::parallel_for(Index{0}, count, [&](Index i) {
      (void)begun.load(std::memory_order_acquire);
      f(i);
      done.fetch_add(1, std::memory_order_release);
    });
  });
  (void)done.load(std::memory_order_acquire);
}

/// Gives out 0, 1, 2, ... below `count` to at most `threads` workers, each made by make_worker() on
/// the thread that has it, until all are given out or a worker returns false. What is given out is
/// finished; returns when it is.
template <typename MakeWorker>
void parallel_take(int threads, std::int64_t count, const MakeWorker& make_worker) {
  std::atomic<std::int64_t> next = 0;
  parallel_for(threads, threads, [&](int) {
    if (next.load() >= count) return;
    try {
      auto worker = make_worker();
      for (std::int64_t i; (i = next.fetch_add(1)) < count;) {
        if (!worker(i)) next.store(count);
      }
    } catch (...) {
      next.store(count);  // the others need not go on
      throw;
    }
  });
}

}  // namespace gioul
