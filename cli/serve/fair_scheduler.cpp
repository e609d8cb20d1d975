#include "cli/serve/fair_scheduler.h"

#include <algorithm>
#include <utility>

namespace gioul {

FairScheduler::FairScheduler(const RunningLimits& slots, std::size_t max_waiting)
    : running_limits_(slots), max_waiting_(max_waiting) {
  for (int i = 0; i < std::ranges::max(running_limits_); ++i)
    threads_.emplace_back([this] { run_worker(); });
}

bool FairScheduler::add_task(ScheduledTask work) {
  {
    const std::scoped_lock lock(mutex_);
    auto& queue = waiting_tasks_[static_cast<std::size_t>(work.cost_class)][work.client];
    if (work.cost_class != CostClass::kMoment && queue.size() >= max_waiting_) return false;
    queue.push_back(std::move(work));
  }
  ready_condition_.notify_one();
  return true;
}

void FairScheduler::stop_task(const std::shared_ptr<StopFlag>& flag) {
  flag->store(true);
  {
    const std::scoped_lock lock(mutex_);
    for (TasksByClient& waiting : waiting_tasks_) {
      for (auto& [client, queue] : waiting) {
        const auto found = std::ranges::find(queue, flag, &ScheduledTask::stop_flag);
        if (found == queue.end()) continue;
        tasks_stopped_while_waiting_.push_back(std::move(*found));
        queue.erase(found);
      }
    }
  }
  ready_condition_.notify_one();
}

FairScheduler::~FairScheduler() {
  {
    const std::scoped_lock lock(mutex_);
    is_shutting_down_ = true;
  }
  ready_condition_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void FairScheduler::run_worker() {
  for (;;) {
    ScheduledTask next;
    std::unique_lock lock(mutex_);
    ready_condition_.wait(lock, [&] { return is_shutting_down_ || take_next_task(next); });
    if (is_shutting_down_) return;
    running_tasks_.push_back({next.client, next.cost_class});
    const bool more =
        std::ranges::any_of(waiting_tasks_, [](const TasksByClient& one) { return !one.empty(); });
    lock.unlock();
    if (more)
      ready_condition_.notify_one();  // another task may have waited for the end of this one
    {
      const StopFlagScope bound(next.stop_flag.get());
      next.run();
    }
    lock.lock();
    running_tasks_.erase(std::ranges::find_if(running_tasks_, [&](const RunningTask& one) {
      return one.cost_class == next.cost_class && one.client == next.client;
    }));
  }
}

// Selects the cheapest task that may run, of the client with the fewest running tasks. Ties go
// round robin.
bool FairScheduler::take_next_task(ScheduledTask& next) {
  if (!tasks_stopped_while_waiting_.empty()) {
    next = std::move(tasks_stopped_while_waiting_.front());
    tasks_stopped_while_waiting_.pop_front();
    return true;
  }
  for (std::size_t cost = 0; cost < kCostClassCount; ++cost) {
    TasksByClient& waiting = waiting_tasks_[cost];
    std::erase_if(waiting, [](const auto& entry) { return entry.second.empty(); });
    auto best = waiting.end();
    std::pair<std::ptrdiff_t, bool> cheapest;
    for (auto at = waiting.begin(); at != waiting.end(); ++at) {
      const std::pair share(std::ranges::count(running_tasks_, at->first, &RunningTask::client),
                            at->first <= last_client_);
      if (best != waiting.end() && share >= cheapest) continue;
      if (!may_start(at->first, static_cast<CostClass>(cost))) continue;
      cheapest = share;
      best = at;
    }
    if (best == waiting.end()) continue;
    last_client_ = best->first;
    next = std::move(best->second.front());
    best->second.pop_front();
    return true;
  }
  return false;
}

bool FairScheduler::may_start(const std::string& client, CostClass cost) const {
  const int slots = running_limits_[static_cast<std::size_t>(cost)];
  int running = 0;
  int running_of_client = 0;
  for (const RunningTask& task : running_tasks_) {
    if (task.cost_class < cost) continue;
    ++running;
    if (task.client == client) ++running_of_client;
  }
  return running < slots && running_of_client < slots - 1;
}

}  // namespace gioul
