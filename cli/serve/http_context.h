// State shared by all HTTP connections: limits, schedulers, and the memory accounting that closes
// connections when there are too many or they hold too much.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "api/jobs.h"
#include "api/player_registry.h"
#include "base/interrupt.h"
#include "cli/serve/fair_scheduler.h"
#include "cli/serve/http_access.h"
#include "cli/serve/http_router.h"

namespace gioul {

/// Limits of the HTTP server, per client and in total.
struct HttpLimits {
  std::size_t max_connections = 4096;      // fewer if the system allows fewer files
  std::size_t max_head_bytes = 16 * 1024;  // maximum size of a request's head
  std::size_t max_body_bytes = std::size_t{1}
                               << 20;  // maximum size of a body as sent, with chunk framing
  std::size_t max_reserved_bytes = std::size_t{64} << 20;  // limit for all large bodies together
  std::chrono::seconds request_timeout{30};  // limit for waiting for a request and receiving it
  std::chrono::seconds write_timeout{30};    // limit for the client to receive a response
  /// Limit for computing a response. A computation that is stopped gives a partial response.
  std::chrono::seconds compute_timeout{20};
  std::chrono::seconds job_timeout{600};        // limit for running a job
  std::chrono::seconds heartbeat_interval{15};  // interval between empty events
  std::chrono::seconds drain_timeout{2};        // limit for reading the rest of a rejected request
  /// Maximum size of the rest of a rejected request that is read and discarded.
  std::size_t max_drain_bytes = std::size_t{64} << 20;
  std::chrono::milliseconds disconnect_poll_interval{20};  // interval of checks on a waiting client
  std::size_t max_open_jobs = 8;                           // maximum number of unfinished jobs
  std::size_t max_open_jobs_per_client = 6;  // maximum number of unfinished jobs of one client
  std::size_t max_stored_jobs = 64;  // maximum number of jobs in the job table, finished or not
  /// Maximum number of waiting requests per client and cost class, except for the cheapest class.
  std::size_t max_waiting_requests = 64;
};

/// A connection that the server can close if there are too many or they hold too much memory.
class EvictableConnection {
 public:
  virtual ~EvictableConnection() = default;
  /// Closes the connection at once, even during a request.
  virtual void close() = 0;
};

/// The state that all HTTP connections share: limits, jobs, workers and memory accounting. Its
/// lists may be used only on the thread that runs `io`.
class HttpContext {
 public:
  HttpContext(PlayerRegistry& players, HttpAccessControl access, const HttpLimits& limits);
  HttpContext(const HttpContext&) = delete;
  HttpContext& operator=(const HttpContext&) = delete;

  /// Runs `work` on another thread as soon as one is free. If it has a stop flag, stops it after
  /// HttpLimits::compute_timeout. Returns false, without running it, if too many requests are
  /// waiting.
  bool start_task(ScheduledTask work);
  /// Stops the work whose ScheduledTask::stop_flag is `flag`.
  void stop_task(const std::shared_ptr<StopFlag>& flag) { request_scheduler_.stop_task(flag); }

  // Only for the thread of `io`:
  using IdleList = std::list<std::weak_ptr<EvictableConnection>>;
  /// Registers a connection as idle: it waits for the client and may be closed if there are too
  /// many connections. Returns its entry for unregister_idle().
  IdleList::iterator register_idle(const std::shared_ptr<EvictableConnection>& client);
  /// Removes a connection from the idle ones. `place` is the result of register_idle().
  void unregister_idle(IdleList::iterator place) { idle_connections_.erase(place); }
  /// Adds 1 to the number of open connections. If there are too many, closes the one that has been
  /// idle longest.
  void count_opened_and_evict_idle();
  /// Subtracts 1 from the number of open connections.
  void count_closed_connection() { --connection_count_; }
  /// Memory that is held for one connection.
  struct MemoryReservation {
    std::weak_ptr<EvictableConnection> connection;  // closed to free the memory
    std::string client_address;                     // the client's address
    std::size_t bytes;                              // the size of the memory
  };
  using MemoryReservations = std::list<MemoryReservation>;
  /// Accounts for `bytes` bytes of memory held for a connection of `client`. While the total is too
  /// large, closes the connection with the oldest memory of the client that holds most. Returns the
  /// entry for release_memory().
  MemoryReservations::iterator reserve_memory(
      const std::shared_ptr<EvictableConnection>& connection, const std::string& client,
      std::size_t bytes);
  /// Ends the accounting of memory that has been freed. `place` is the result of reserve_memory().
  void release_memory(MemoryReservations::iterator place);

 private:
  // These members are destroyed after `io`, because connections that `io` still owns remove
  // themselves from them.
  IdleList idle_connections_;        // the connection that has been idle longest comes first
  MemoryReservations reservations_;  // oldest first
  std::size_t reserved_bytes_ = 0;   // total bytes of all reservations
  std::map<std::string, std::size_t> reserved_bytes_by_client_;  // bytes of each client address
  std::size_t connection_count_ = 0;                             // number of open connections

 public:
  boost::asio::io_context io{1};  // runs the callbacks of all connections
  const HttpLimits limits;
  const HttpAccessControl access_control;
  JobTable jobs;
  const HttpRouter router;

 private:
  // Runs a job on another thread and stops it after HttpLimits::job_timeout.
  void run_job(std::shared_ptr<Job> job);

  FairScheduler request_scheduler_;  // runs requests, except for jobs
  FairScheduler job_scheduler_;      // runs jobs
};

}  // namespace gioul
