// What all connections of the server share: the thread that moves bytes, those that work, and the
// list of connections that wait for their client.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>

#include "cli/serve/http_gate.h"
#include "cli/serve/http_routes.h"
#include "eval/value/interrupt.h"
#include "selfplay/serve/jobs.h"
#include "selfplay/serve/loaded_players.h"

namespace gioul {

/// What one client may cost.
struct HttpLimits {
  std::size_t connections = 4096;  // fewer where the system gives fewer files
  std::size_t head_bytes = 16 * 1024;
  std::size_t body_bytes = std::size_t{1} << 20;
  std::chrono::seconds request_time{30};   // from one answer until the next request is whole
  std::chrono::seconds writing_time{30};   // for the client to take an answer
  std::chrono::seconds thinking_time{20};  // of a request; it answers with what it has by then
  std::chrono::seconds job_time{600};
  std::chrono::seconds heartbeat{15};      // of events
  std::chrono::seconds lingering_time{2};  // to read what is left of a request that was refused
  std::size_t lingering_bytes = std::size_t{64} << 20;
  std::size_t open_jobs = 8;
  std::size_t jobs = 64;
  int waiting_requests = 64;  // slow ones
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

  /// Calls work() in a thread for what takes a moment.
  void soon(std::function<void()> work);
  /// Calls work() in a thread for what may take long, and interrupts it when its time is up. False
  /// if too much waits already.
  bool begin_slow(std::function<void()> work);

  // Of the thread of `io`:
  using Waiting = std::list<std::weak_ptr<WaitingClient>>;
  /// For a request, from now on. When there are too many, who has waited longest makes room.
  Waiting::iterator wait(const std::shared_ptr<WaitingClient>& client);
  void wait_no_more(Waiting::iterator place) { waiting_.erase(place); }
  void connection_begins();
  void connection_ends() { --connections_; }

  /// Ends all work.
  void stop();

 private:
  // Connections that `io` still holds when it goes take themselves off this list: so it goes later.
  Waiting waiting_;
  std::size_t connections_ = 0;

 public:
  boost::asio::io_context io{1};
  const HttpLimits limits;
  const HttpGate gate;
  JobTable jobs;
  const HttpRoutes routes;

 private:
  void run_job(std::shared_ptr<Job> job);

  boost::asio::thread_pool quick_;
  boost::asio::thread_pool slow_;
  boost::asio::thread_pool job_threads_;
  std::atomic<int> slow_requests_ = 0;
};

}  // namespace gioul
