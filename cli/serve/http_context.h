// State shared by all HTTP connections: limits, schedulers, and the memory accounting that closes
// connections when there are too many or they hold too much.
#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
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
  std::size_t max_reserved_bytes = std::size_t{64} << 20;  // total of large bodies and responses
  std::chrono::seconds request_timeout{30};     // limit for waiting for a request and receiving it
  std::chrono::seconds write_timeout{30};       // limit for the client to receive a response
  std::chrono::seconds compute_timeout{20};     // limit for computing a (partial) response
  std::chrono::seconds job_timeout{600};        // limit for running a job
  std::chrono::seconds heartbeat_interval{15};  // interval of empty events
  std::chrono::seconds drain_timeout{2};        // limit for reading the rest of a rejected request
  std::size_t max_drain_bytes = std::size_t{64} << 20;     // discarded bytes of a rejected request
  std::chrono::milliseconds disconnect_poll_interval{20};  // interval of checks on a waiting client
  std::size_t max_open_jobs = 8;                           // maximum number of unfinished jobs
  std::size_t max_open_jobs_per_client = 6;                // unfinished jobs of one client
  std::size_t max_jobs = 64;              // all jobs that are kept, finished ones included
  std::size_t max_waiting_requests = 64;  // waiting slow requests, per client and cost class
};

/// A connection that the server can close if it has too many or lacks memory.
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
  ~HttpContext();
  HttpContext(const HttpContext&) = delete;
  HttpContext& operator=(const HttpContext&) = delete;

  /// Runs `work` on another thread and stops it after its time limit. Returns false if too many
  /// requests are waiting.
  bool start_task(ScheduledTask work);
  /// Stops the work whose ScheduledTask::stop_flag is `flag`.
  void stop(const std::shared_ptr<StopFlag>& flag) { request_scheduler_.stop(flag); }

  // Only for the thread of `io`:
  using IdleList = std::list<std::weak_ptr<EvictableConnection>>;
  /// Registers a connection as idle: it waits for a request. If there are too many connections, the
  /// one that has waited longest is closed.
  IdleList::iterator register_idle(const std::shared_ptr<EvictableConnection>& client);
  /// Removes a connection from the idle ones.
  void unregister_idle(IdleList::iterator place) { idle_connections_.erase(place); }
  /// Counts a new connection, and closes an idle one if there are too many.
  void count_opened_connection();
  /// Subtracts a connection that has ended from the number of open ones.
  void count_closed_connection() { --connection_count_; }
  /// Memory that is held for one connection.
  struct MemoryReservation {
    std::weak_ptr<EvictableConnection> connection;  // closed to free the memory
    std::string client_address;                     // the client's address
    std::size_t bytes;
  };
  using MemoryReservations = std::list<MemoryReservation>;
  /// Accounts for `bytes` of memory held for a connection of `client`. If the total is too large,
  /// closes the oldest connections of the client that holds most.
  MemoryReservations::iterator reserve_memory(
      const std::shared_ptr<EvictableConnection>& connection, const std::string& client,
      std::size_t bytes);
  /// Ends the accounting of memory that has been freed. `place` is the result of reserve_memory().
  void release_memory(MemoryReservations::iterator place);

 private:
  // Destroyed after `io`, because connections that it still owns remove themselves from these
  // lists.
  IdleList idle_connections_;
  MemoryReservations reservations_;
  std::size_t reserved_bytes_ = 0;                               // bytes of all reservations
  std::map<std::string, std::size_t> reserved_bytes_by_client_;  // bytes, by client
  std::size_t connection_count_ = 0;                             // number of open connections

 public:
  boost::asio::io_context io{1};  // runs the callbacks of all connections
  const HttpLimits limits;
  const HttpAccessControl access_control;
  JobTable jobs;
  const HttpRouter router;

 private:
  void run_job(std::shared_ptr<Job> job);

  FairScheduler request_scheduler_;  // runs requests, except for jobs
  FairScheduler job_scheduler_;      // runs jobs
};

}  // namespace gioul
