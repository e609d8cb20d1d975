// What all connections of the server share: the thread that moves bytes, those that work, and who
// has to make room when there are too many connections, or too much is held for them.
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
#include "cli/serve/http_gate.h"
#include "cli/serve/http_routes.h"
#include "cli/serve/work_queue.h"

namespace gioul {

/// What one client may cost.
struct HttpLimits {
  std::size_t connections = 4096;  // fewer where the system gives fewer files
  std::size_t head_bytes = 16 * 1024;
  std::size_t body_bytes = std::size_t{1} << 20;   // as it is sent, chunks with all they have
  std::size_t held_bytes = std::size_t{64} << 20;  // large bodies and answers, of all clients
  std::chrono::seconds request_time{30};   // from one answer until the next request is whole
  std::chrono::seconds writing_time{30};   // for the client to take an answer
  std::chrono::seconds thinking_time{20};  // of a request; it answers with what it has by then
  std::chrono::seconds job_time{600};
  std::chrono::seconds heartbeat{15};      // of events
  std::chrono::seconds lingering_time{2};  // to read what is left of a request that was refused
  std::size_t lingering_bytes = std::size_t{64} << 20;
  std::chrono::milliseconds watching{20};  // whether the client of a slow request is still there
  std::size_t open_jobs = 8;
  std::size_t open_jobs_of_one = 6;
  std::size_t jobs = 64;
  std::size_t waiting_requests = 64;  // slow ones of one client, of about the same cost
};

/// Somebody who may be asked to make room.
class WaitingClient {
 public:
  virtual ~WaitingClient() = default;
  /// Ends the connection, whatever it does.
  virtual void close() = 0;
};

/// The lists are the one thread's that runs `io`.
class HttpWorks {
 public:
  HttpWorks(LoadedPlayers& players, HttpGate gate, const HttpLimits& limits);
  ~HttpWorks();
  HttpWorks(const HttpWorks&) = delete;
  HttpWorks& operator=(const HttpWorks&) = delete;

  /// Has it done in another thread, and interrupts it when its time is up. False if too much waits.
  bool begin(QueuedWork work);
  /// Interrupts it.
  void stop(const std::shared_ptr<StopFlag>& flag) { answers_.stop(flag); }

  // Of the thread of `io`:
  using Waiting = std::list<std::weak_ptr<WaitingClient>>;
  /// For a request, from now on. When there are too many, who has waited longest makes room.
  Waiting::iterator wait(const std::shared_ptr<WaitingClient>& client);
  void wait_no_more(Waiting::iterator place) { waiting_.erase(place); }
  void connection_begins();
  void connection_ends() { --connections_; }
  struct Held {
    std::weak_ptr<WaitingClient> for_whom;
    std::string client;
    std::size_t bytes;
  };
  using Holding = std::list<Held>;
  /// So many bytes are held for a connection of `client`. When there is too much in all, the oldest
  /// of the client with the most make room.
  Holding::iterator hold(const std::shared_ptr<WaitingClient>& for_whom, const std::string& client,
                         std::size_t bytes);
  void hold_no_more(Holding::iterator place);

 private:
  // Connections that `io` still holds when it goes take themselves off these lists: so they go
  // later.
  Waiting waiting_;
  Holding holding_;
  std::size_t held_ = 0;
  std::map<std::string, std::size_t> held_of_;  // by client
  std::size_t connections_ = 0;

 public:
  boost::asio::io_context io{1};
  const HttpLimits limits;
  const HttpGate gate;
  JobTable jobs;
  const HttpRoutes routes;

 private:
  void run_job(std::shared_ptr<Job> job);

  WorkQueue answers_;
  WorkQueue running_jobs_;
};

}  // namespace gioul
