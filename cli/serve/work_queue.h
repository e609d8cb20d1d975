// Whose turn it is: cheap questions overtake dear ones, and no client keeps the others waiting
// however much he asks.
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

/// Something to be done by one of the threads. Throws nothing.
struct QueuedWork {
  std::string client;  // whoever has the same name shares what one client gets
  Cost cost = Cost::kMoment;
  std::shared_ptr<StopFlag> stop = {};  // interrupts it; may be null
  std::function<void()> work = {};
};

/// Safe to use from any thread.
class WorkQueue {
 public:
  /// How many pieces of work of each cost, or of a higher one, are done at the same time; one
  /// client gets one fewer. A cost that may have more than the next leaves those to cheaper work
  /// alone.
  using Slots = std::array<int, kCosts>;

  /// Of what takes longer than a moment `most_waiting` pieces wait, of one client and cost.
  WorkQueue(const Slots& slots, std::size_t most_waiting);
  /// What waits is forgotten, and what is being done is waited for.
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// False if too much waits.
  bool add(QueuedWork work);
  /// Interrupts the work that has this flag. If it waits it is called at once, to say so.
  void stop(const std::shared_ptr<StopFlag>& flag);

 private:
  struct Running {
    std::string client;
    Cost cost;
  };
  using Waiting = std::map<std::string, std::deque<QueuedWork>>;  // by client

  void work();
  bool take(QueuedWork& next);
  bool may_begin(const std::string& client, Cost cost) const;
  int running(Cost least) const;
  int running(Cost least, const std::string& client) const;

  const Slots slots_;
  const std::size_t most_waiting_;
  std::mutex mutex_;  // of what is below
  std::condition_variable changed_;
  std::array<Waiting, kCosts> waiting_;
  std::deque<QueuedWork> stopped_;
  std::vector<Running> running_;
  std::string last_client_;  // whose turn it was
  bool at_end_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace gioul
