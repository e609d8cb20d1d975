// Work for several threads, which are oneTBB's. Where the system gives fewer than were asked for,
// those that there are do it all.
#pragma once

#if !defined(__EMSCRIPTEN__)
#include <tbb/enumerable_thread_specific.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <optional>
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

/// Calls work(), which throws nothing, on this thread and on at most `helpers` others at the same
/// time; returns when all have returned. Who comes when there is nothing left to do may stay away.
/// What the caller did before is visible to all of them, and what they did to him afterwards. Who
/// waits here does nothing else meanwhile, so a loop can be inside another.
void work_together(int helpers, const std::function<void()>& work);

/// Whether the system gives so many threads more, all at the same time. For libraries that can't go
/// on with fewer.
bool can_make_threads(unsigned count);

/// Calls f(i) for i in [0, count) on at most `threads` threads, in ascending order of their
/// beginnings; returns when all are done. One thread is the caller's. The first exception ends the
/// loop and is the caller's.
template <typename Index, typename F>
void parallel_for(int threads, Index count, const F& f) {
  if (threads == 1) {
    for (Index i = 0; i < count; ++i) f(i);
    return;
  }
  std::atomic<Index> next = 0;
  std::atomic<bool> failed = false;
  std::exception_ptr error;
  const auto most = static_cast<std::uint64_t>(std::max(count, Index{1}));
  const auto helpers = static_cast<int>(std::min(static_cast<std::uint64_t>(threads), most)) - 1;
  work_together(helpers, [&] {
    try {
      for (Index i = 0; (i = next.fetch_add(1)) < count;) f(i);
    } catch (...) {
      next.store(count);
      if (!failed.exchange(true)) error = std::current_exception();
    }
  });
  if (error) std::rethrow_exception(error);
}

/// The same as a loop to be given to others.
inline Loop parallel_loop(int threads) {
  return
      [threads](int count, const std::function<void(int)>& f) { parallel_for(threads, count, f); };
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
      for (std::int64_t i = 0; (i = next.fetch_add(1)) < count;) {
        if (!worker(i)) next.store(count);
      }
    } catch (...) {
      next.store(count);  // the others need not go on
      throw;
    }
  });
}

/// Work that another thread does, if there is one for it, which its destructor waits for.
class WorkBeside {
 public:
  /// `work` throws nothing.
  explicit WorkBeside(std::function<void()> work);
  WorkBeside(WorkBeside&&) noexcept;
  ~WorkBeside();

  /// Returns when it is done: by this thread, if no other has begun it.
  void finish();

 private:
  struct Task;
  std::unique_ptr<Task> task_;
};

/// What f() will return, made by another thread; where there is none, by whoever asks.
template <typename F>
auto begin_beside(F f) {
  std::packaged_task task{std::move(f)};
  auto result = task.get_future();
  const auto shared = std::make_shared<decltype(task)>(std::move(task));
  WorkBeside work([shared] { (*shared)(); });
  return std::async(std::launch::deferred,
                    [work = std::move(work), result = std::move(result)]() mutable {
                      work.finish();
                      return result.get();
                    });
}

}  // namespace gioul
