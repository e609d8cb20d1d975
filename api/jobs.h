// Requests that go on after they were taken: each can be watched while it works, and stopped.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "api/prepared_request.h"
#include "base/interrupt.h"

namespace gioul {

/// Something that happened to a job: "progress", then once "result" or "error", with JSON.
struct JobEvent {
  std::string name;
  std::string json;
  bool is_last() const { return name != "progress"; }
};

/// One job. All of it is safe to call from any thread.
class Job {
 public:
  /// Returns whether he still listens.
  using Listener = std::function<bool(const JobEvent&)>;

  Job(std::string name, ReadyRequest request, std::string owner = {})
      : name_(std::move(name)), owner_(std::move(owner)), request_(std::move(request)) {}

  const std::string& name() const { return name_; }
  /// Whoever asked for it.
  const std::string& owner() const { return owner_; }

  /// Works until there is a result, or until it is stopped: then the result is what was found so
  /// far, if anything was.
  void run();

  /// It comes to an end soon.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  /// Tells `listener` what happened last, if anything, and then whatever happens until the last
  /// event. It is called by the thread that works, and must not wait.
  void watch(Listener listener);

  /// {"job", "state", "progress" or "result" or "error"}: a line.
  std::string state_json() const;
  bool is_done() const;

 private:
  void happen(JobEvent event);

  std::string name_;
  std::string owner_;
  ReadyRequest request_;
  StopFlag stop_ = false;
  mutable std::mutex mutex_;  // of what is below
  std::optional<JobEvent> last_;
  bool has_begun_ = false;
  std::vector<Listener> listeners_;
};

/// The jobs there are, by name. Those that are done are kept for a while.
class JobTable {
 public:
  /// At most so many that are not done yet, so many in all, and so many of one owner that are not
  /// done yet.
  JobTable(std::size_t most_open, std::size_t most, std::size_t most_open_of_one)
      : most_open_(most_open), most_(most), most_open_of_one_(most_open_of_one) {}

  /// Null if there are too many.
  std::shared_ptr<Job> add(std::string name, ReadyRequest request, const std::string& owner = {});
  /// Null if there is none of this name.
  std::shared_ptr<Job> find(const std::string& name) const;

 private:
  std::size_t most_open_;
  std::size_t most_;
  std::size_t most_open_of_one_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Job>> jobs_;  // oldest first
};

}  // namespace gioul
