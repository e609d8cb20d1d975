// One HTTP connection: reads requests, runs them and writes the responses.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string_type.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cli/serve/http_context.h"
#include "cli/serve/http_router.h"

namespace gioul {

/// A connection to one client. It runs on the thread of HttpContext::io, except that responses are
/// computed on other threads.
class HttpConnection : public EvictableConnection,
                       public std::enable_shared_from_this<HttpConnection> {
 public:
  /// Takes over an accepted socket.
  HttpConnection(boost::asio::ip::tcp::socket socket, HttpContext& context);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  /// Starts to read the next request.
  void read();
  /// Closes the socket and stops the request in progress.
  void close() override;

 private:
  using Error = boost::beast::error_code;
  // The action after a response has been sent: read the next request, or close the connection.
  enum class AfterResponse { kReadNext, kClose };
  // A complete request.
  struct Request {
    HttpRequestHead head;
    std::string body;
  };

  // Called when the head of a request has been read: checks it, then reads the body.
  void on_head(Error error);
  // Reads the next part of the body.
  void read_body();
  // Called at the start of each chunk of the body. Sets `error` if the body is too large.
  void on_chunk_header(std::uint64_t size, std::size_t extensions, Error& error);
  // Called when a part of the body has been read.
  void on_body(Error error);
  // Responds to an error in reading the request: rejects the request, or closes the connection if
  // the client is gone.
  void refuse_for_error(Error error);
  // Sends an error response and closes the connection.
  void refuse(int status, std::string_view why);
  // Routes the request on another thread, then calls apply_route().
  void start_routing();
  void send_response(HttpResponse response, AfterResponse after);
  // Discards the rest of a rejected request, so that the client can read the response.
  void drain();
  // Reads and discards up to `limit` bytes, then closes the connection.
  void discard(std::size_t limit);
  // Sends the response or the events of the route, or starts the work that computes the response.
  void apply_route(RouteResult route);
  // Computes the response on another thread and sends it.
  void start_slow_work(RouteResult route);
  // Responds that too many requests are waiting.
  void refuse_busy();
  // Checks at intervals whether the client is still connected; if not, stops the request in
  // progress.
  void watch_client();
  bool client_has_disconnected();
  // Sends the events of a job until its last one.
  void send_events(const std::shared_ptr<Job>& job);
  // Makes `event` the next event to send, in place of a pending one.
  void queue_event(const JobEvent& event);
  // Sends the pending event, if any.
  void send_next_event();
  // Sends an empty event at intervals, which detects a disconnected client.
  void send_heartbeat();
  // Removes this connection from the list of idle ones.
  void unregister_idle();
  // Accounts for a buffer of `bytes` bytes in place of the last one
  // (HttpContext::reserve_memory()).
  void reserve_memory(std::size_t bytes);
  void release_memory();
  // Returns the head of the request that is being read.
  HttpRequestHead head() const;

  boost::beast::tcp_stream stream_;
  HttpContext& context_;
  boost::beast::flat_buffer buffer_;  // received bytes that are not parsed yet
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::string client_address_;  // the client's address (HttpRequestHead::client_address)
  // Called by Beast at the start of each chunk of the body; calls on_chunk_header().
  std::function<void(std::uint64_t, boost::beast::string_view, Error&)> chunk_header_handler_;
  std::uint64_t chunk_bytes_ = 0;        // size of the request's body as sent, with chunk framing
  std::shared_ptr<Request> request_;     // the request while it is routed; null at other times
  std::shared_ptr<StopFlag> stop_flag_;  // stops the slow request in progress
  std::optional<HttpContext::IdleList::iterator>
      idle_entry_;  // entry in the list of idle connections
  std::optional<HttpContext::MemoryReservations::iterator>
      reservation_;                             // entry in the list of large buffers
  boost::asio::steady_timer disconnect_timer_;  // time of the next check of the connection

  // Only for a connection that sends events:
  std::string outgoing_bytes_;             // the bytes being written
  std::optional<std::string> next_event_;  // the newest pending event; older ones are outdated
  bool next_event_is_last_ = false;        // next_event_ is the last event
  bool is_sending_ = false;                // an event is being written
};

}  // namespace gioul
