// Long-running requests (jobs) that clients can watch and stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/prepared_request.h"
#include "base/interrupt.h"

namespace gioul {

/// An event that a job (a request in the background) sends to its listeners: any number of
/// "progress" events, then one "result" or "error".
struct JobEvent {
  std::string event_type;  // "progress", "result" or "error"
  std::string data_json;   // the data of the event, as one JSON object
  /// Returns true for the event that ends the job.
  bool is_last() const { return event_type != "progress"; }
};

/// A request that runs in the background and can be watched and stopped. Thread-safe.
class Job {
 public:
  /// Receives events. Returns false to unsubscribe.
  using Listener = std::function<bool(const JobEvent&)>;

  Job(std::string id, PreparedRequest request, std::string owner = {})
      : id_(std::move(id)), owner_(std::move(owner)), request_(std::move(request)) {}

  /// Returns the id by which clients refer to the job.
  const std::string& id() const { return id_; }
  /// Returns the client that submitted the job.
  const std::string& owner() const { return owner_; }

  /// Runs the request until it completes or stop() is called. A stopped job returns the result so
  /// far, if there is any. Does nothing if called before.
  void run();

  /// Asks run() to return soon. A waiting job ends at once, with an error.
  void stop() {
    stop_flag_.store(true, std::memory_order_relaxed);
    run();
  }

  /// Sends `listener` the job's latest event, if any, and then all further ones. The listener is
  /// called on the thread that runs or stops the job and must not block.
  void subscribe(Listener listener);

  /// Returns the state of the job as one line of JSON: {"job", "state"} and the latest "progress",
  /// the "result" or the "error".
  std::string state_json() const;
  /// Returns true once the job has a result or an error.
  bool is_done() const;

 private:
  // Stores the event as the latest one and sends it to the listeners.
  void publish(JobEvent event);

  std::string id_;
  std::string owner_;  // the client that submitted the job
  PreparedRequest request_;
  StopFlag stop_flag_ = false;          // set by stop(), read by run()
  mutable std::mutex mutex_;            // guards the members below
  std::optional<JobEvent> last_event_;  // the latest event; nullopt before the first
  bool has_begun_ = false;              // run() has been called
  std::vector<Listener> listeners_;     // called with further events
};

/// The jobs of a server, by id. When there are too many, the oldest finished ones are removed.
class JobTable {
 public:
  /// Creates an empty table. The limits: `max_unfinished` unfinished jobs in total,
  /// `max_unfinished_per_owner` unfinished jobs per owner, and `max_stored_jobs` jobs, finished or
  /// not.
  JobTable(std::size_t max_unfinished, std::size_t max_stored_jobs,
           std::size_t max_unfinished_per_owner)
      : max_unfinished_(max_unfinished),
        max_stored_jobs_(max_stored_jobs),
        max_unfinished_per_owner_(max_unfinished_per_owner) {}

  /// Adds a job with this id and returns it. Does not run it. Returns null if a limit is reached.
  std::shared_ptr<Job> add(std::string id, PreparedRequest request, const std::string& owner = {});
  /// Returns the job with this id, or null if there is none.
  std::shared_ptr<Job> find(const std::string& id) const;

 private:
  std::size_t max_unfinished_;
  std::size_t max_stored_jobs_;
  std::size_t max_unfinished_per_owner_;
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Job>> jobs_;  // oldest first
};

}  // namespace gioul
