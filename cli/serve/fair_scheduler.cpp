#include "cli/serve/fair_scheduler.h"

#include <algorithm>
#include <utility>

namespace gioul {

FairScheduler::FairScheduler(const Slots& slots, std::size_t max_waiting)
    : slots_(slots), max_waiting_(max_waiting) {
  for (int i = 0; i < std::ranges::max(slots_); ++i) threads_.emplace_back([this] { work(); });
}

bool FairScheduler::add(ScheduledTask work) {
  {
    const std::scoped_lock lock(mutex_);
    auto& queue = waiting_[static_cast<std::size_t>(work.cost)][work.client];
    if (work.cost != CostClass::kMoment && queue.size() >= max_waiting_) return false;
    queue.push_back(std::move(work));
  }
  changed_.notify_one();
  return true;
}

void FairScheduler::stop(const std::shared_ptr<StopFlag>& flag) {
  flag->store(true);
  {
    const std::scoped_lock lock(mutex_);
    for (Waiting& waiting : waiting_) {
      for (auto& [client, queue] : waiting) {
        const auto found = std::ranges::find(queue, flag, &ScheduledTask::stop_flag);
        if (found == queue.end()) continue;
        stopped_.push_back(std::move(*found));
        queue.erase(found);
      }
    }
  }
  changed_.notify_one();
}

FairScheduler::~FairScheduler() {
  {
    const std::scoped_lock lock(mutex_);
    at_end_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void FairScheduler::work() {
  for (;;) {
    ScheduledTask next;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return at_end_ || take_next_task(next); });
    if (at_end_) return;
    running_.push_back({next.client, next.cost});
    const bool more =
        std::ranges::any_of(waiting_, [](const Waiting& one) { return !one.empty(); });
    lock.unlock();
    if (more) changed_.notify_one();  // another task may have waited for the end of this one
    {
      const StopFlagScope bound(next.stop_flag.get());
      next.work();
    }
    lock.lock();
    running_.erase(std::ranges::find_if(running_, [&](const Running& one) {
      return one.cost == next.cost && one.client == next.client;
    }));
  }
}

// Selects the cheapest task that may run, of the client with the fewest running tasks. Ties go
// round robin.
bool FairScheduler::take_next_task(ScheduledTask& next) {
  if (!stopped_.empty()) {
    next = std::move(stopped_.front());
    stopped_.pop_front();
    return true;
  }
  for (std::size_t cost = 0; cost < kCostClassCount; ++cost) {
    Waiting& waiting = waiting_[cost];
    std::erase_if(waiting, [](const auto& entry) { return entry.second.empty(); });
    auto best = waiting.end();
    std::pair<int, bool> cheapest;
    for (auto at = waiting.begin(); at != waiting.end(); ++at) {
      const std::pair share(running(CostClass::kMoment, at->first), at->first <= last_client_);
      if (best != waiting.end() && share >= cheapest) continue;
      if (!may_begin(at->first, static_cast<CostClass>(cost))) continue;
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

bool FairScheduler::may_begin(const std::string& client, CostClass cost) const {
  const int slots = slots_[static_cast<std::size_t>(cost)];
  return running(cost) < slots && running(cost, client) < slots - 1;
}

int FairScheduler::running(CostClass cheapest) const {
  return static_cast<int>(
      std::ranges::count_if(running_, [&](const Running& one) { return one.cost >= cheapest; }));
}

int FairScheduler::running(CostClass cheapest, const std::string& client) const {
  return static_cast<int>(std::ranges::count_if(
      running_, [&](const Running& one) { return one.cost >= cheapest && one.client == client; }));
}

}  // namespace gioul
