// Two threads that take turns, each waiting for the other, are fastest on one core: there the one
// that waits need not be woken on a core that sleeps.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <mutex>
#include <vector>

namespace gioul {

/// The cores that this process may use, each lent to one pair at a time. Used by all threads.
class CorePool {
 public:
  CorePool();

  /// The core on which the caller runs, or if that is lent, another; -1 if all are.
  int take();
  void give_back(int core);

 private:
  struct Core {
    int number;
    bool lent;
  };

  std::mutex mutex_;
  std::vector<Core> cores_;
};

/// Keeps a process on one core of the pool, for as long as it lives, if one is to be had.
class SharedCore {
 public:
  SharedCore(CorePool& pool, pid_t process);
  ~SharedCore();
  SharedCore(const SharedCore&) = delete;
  SharedCore& operator=(const SharedCore&) = delete;

  /// The calling thread is on that core too for as long as one of these lives: while it waits, and
  /// not while it works.
  class Visit {
   public:
    explicit Visit(const SharedCore* core);
    ~Visit();
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    bool moved_ = false;
    cpu_set_t before_{};
  };

 private:
  CorePool& pool_;
  int core_;
};

}  // namespace gioul
