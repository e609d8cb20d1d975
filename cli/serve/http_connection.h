// One client's connection: reads a request, has it answered, writes the answer, and again.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <string>

#include "cli/serve/http_routes.h"
#include "cli/serve/http_works.h"

namespace gioul {

/// All of it happens in the thread of HttpWorks::io, but for the work itself.
class HttpConnection : public WaitingClient, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(boost::asio::ip::tcp::socket socket, HttpWorks& works);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  /// Waits for a request.
  void read();
  void close() override;

 private:
  using Error = boost::beast::error_code;
  enum class After { kReadOn, kClose };

  void head_came(Error error);
  void body_came(Error error);
  void refuse_unread(Error error);
  void answer(HttpAnswer answer, After after);
  void linger();
  void throw_away(std::size_t most);
  void follow(HttpRoute route);
  void send_events(const std::shared_ptr<Job>& job);
  void push(const JobEvent& event);
  void send_next();
  void beat();
  void stop_waiting();
  HttpHead head() const;

  boost::beast::tcp_stream stream_;
  HttpWorks& works_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::optional<HttpWorks::Waiting::iterator> place_;  // among those that wait

  // Of a connection that sends events:
  boost::asio::steady_timer heartbeat_;
  std::string sending_;
  std::optional<std::string> next_;  // of those that wait the newest, which makes the others stale
  bool is_last_ = false;             // next_ ends the connection
  bool sends_ = false;
};

}  // namespace gioul
