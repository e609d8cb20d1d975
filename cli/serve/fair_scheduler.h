// The task scheduler of `gioul serve`: cheap tasks run first, and no client can occupy all worker
// threads.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "api/prepared_request.h"
#include "base/interrupt.h"

namespace gioul {

/// A task that a worker thread of the server runs.
struct ScheduledTask {
  std::string client;                         // the client that requested the task
  CostClass cost_class = CostClass::kMoment;  // the expected run time of the task
  std::shared_ptr<StopFlag> stop_flag = {};   // the flag that stops the task; may be null
  std::function<void()> run = {};             // the work to do; must not throw
};

/// Runs tasks on a pool of worker threads: cheap ones first, and never all threads for one client.
/// Thread-safe.
class FairScheduler {
 public:
  /// The maximum numbers of running tasks, by cost class. With `slots` of this type, at most
  /// slots[c] tasks of class c or slower classes run at once, and at most slots[c] - 1 of one
  /// client. If a slower class has fewer slots, the difference is reserved for faster tasks.
  using RunningLimits = std::array<int, kCostClassCount>;

  /// Starts as many threads as the largest of `slots`. `max_waiting` is the maximum number of
  /// waiting tasks per client and cost class; the cheapest class has no maximum.
  FairScheduler(const RunningLimits& slots, std::size_t max_waiting);
  /// Discards waiting tasks and waits for running ones.
  ~FairScheduler();
  FairScheduler(const FairScheduler&) = delete;
  FairScheduler& operator=(const FairScheduler&) = delete;

  /// Adds a task, which waits until a thread is free. Returns false, without adding it, if too many
  /// tasks are waiting.
  bool add_task(ScheduledTask work);
  /// Stops the task whose ScheduledTask::stop_flag is `flag`. If the task is still waiting, it runs
  /// before all others, so that it can report that it was stopped.
  void stop_task(const std::shared_ptr<StopFlag>& flag);

 private:
  // A task that runs now.
  struct RunningTask {
    std::string client;
    CostClass cost_class;
  };
  // The waiting tasks of each client, in the order of arrival.
  using TasksByClient = std::map<std::string, std::deque<ScheduledTask>>;

  // Runs tasks on one worker thread until the scheduler is destroyed.
  void run_worker();
  // Moves the next task to run from its queue to `next`. Returns false if none may run.
  bool take_next_task(ScheduledTask& next);
  // Returns true if the limits allow another task of this client and cost class to run.
  bool may_start(const std::string& client, CostClass cost) const;

  const RunningLimits running_limits_;
  const std::size_t max_waiting_;  // maximum number of waiting tasks per client and cost class
  std::mutex mutex_;               // guards the members below
  std::condition_variable ready_condition_;  // notified when a task may have become able to run
  std::array<TasksByClient, kCostClassCount> waiting_tasks_;  // the waiting tasks, by cost class
  std::deque<ScheduledTask>
      tasks_stopped_while_waiting_;  // tasks stopped while waiting; run before all others
  std::vector<RunningTask> running_tasks_;
  std::string last_client_;        // the client whose task was started last
  bool is_shutting_down_ = false;  // the scheduler is being destroyed
  std::vector<std::thread> threads_;
};

}  // namespace gioul
