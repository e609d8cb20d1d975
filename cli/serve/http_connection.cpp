#include "cli/serve/http_connection.h"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

namespace gioul {

namespace http = boost::beast::http;
namespace asio = boost::asio;

namespace {

constexpr std::array<std::pair<const char*, const char*>, 7> kSafeFields = {{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
     "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"X-Frame-Options", "DENY"},
    {"Cache-Control", "no-store"},
}};

constexpr const char* kEventHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n";

}  // namespace

HttpConnection::HttpConnection(asio::ip::tcp::socket socket, HttpWorks& works)
    : stream_(std::move(socket)), works_(works), heartbeat_(works.io) {
  works_.connection_begins();
}

HttpConnection::~HttpConnection() {
  stop_waiting();
  works_.connection_ends();
}

void HttpConnection::read() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(works_.limits.head_bytes));
  parser_->body_limit(works_.limits.body_bytes);
  // For the head and the body together, however slowly their bytes come.
  stream_.expires_after(works_.limits.request_time);
  place_ = works_.wait(shared_from_this());
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, std::size_t) { self->head_came(error); });
}

void HttpConnection::close() {
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
  heartbeat_.cancel();
}

void HttpConnection::stop_waiting() {
  if (place_) works_.wait_no_more(*place_);
  place_.reset();
}

HttpHead HttpConnection::head() const {
  const auto& message = parser_->get();
  const auto only = [&](http::field field) {
    return message.count(field) == 1 ? std::string(message[field]) : std::string();
  };
  return {.method = std::string(message.method_string()),
          .target = std::string(message.target()),
          .host = only(http::field::host),
          .origin = message.count(http::field::origin) > 1 ? std::string("several")
                                                           : only(http::field::origin),
          .content_type = only(http::field::content_type),
          .authorization = only(http::field::authorization),
          .cookie = only(http::field::cookie)};
}

// What can't be read on is answered as well as can be, and closed.
void HttpConnection::refuse_unread(Error error) {
  if (error == http::error::body_limit) {
    return answer(error_answer(413, "expected a body of at most " +
                                        std::to_string(works_.limits.body_bytes) + " bytes"),
                  After::kClose);
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return answer(error_answer(431, "the head of the request is too long"), After::kClose);
  }
  const bool is_nonsense =
      error.category() == make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message;
  if (is_nonsense) return answer(error_answer(400, "this is no HTTP request"), After::kClose);
  close();
}

void HttpConnection::head_came(Error error) {
  if (error) {
    stop_waiting();
    return refuse_unread(error);
  }
  if (std::optional<HttpAnswer> refusal = works_.routes.refuse(head())) {
    stop_waiting();
    return answer(*std::move(refusal), parser_->is_done() ? After::kReadOn : After::kClose);
  }
  const auto length = parser_->content_length();
  if (length && *length > works_.limits.body_bytes) {
    stop_waiting();
    return refuse_unread(http::error::body_limit);
  }
  const auto read_body = [self = shared_from_this()] {
    http::async_read(self->stream_, self->buffer_, *self->parser_,
                     [self](Error read_error, std::size_t) { self->body_came(read_error); });
  };
  if (parser_->get()[http::field::expect] != "100-continue") return read_body();
  static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(stream_, asio::buffer(kGoOn.data(), kGoOn.size()),
                    [self = shared_from_this(), read_body](Error write_error, std::size_t) {
                      if (write_error) return self->close();
                      read_body();
                    });
}

void HttpConnection::body_came(Error error) {
  stop_waiting();
  if (error) return refuse_unread(error);
  stream_.expires_never();
  const auto request =
      std::make_shared<std::pair<HttpHead, std::string>>(head(), std::move(parser_->get().body()));
  works_.soon([self = shared_from_this(), request] {
    HttpRoute route = self->works_.routes.route(request->first, request->second);
    if (route.work && !route.is_slow) route.answer = route.work();
    asio::post(self->works_.io,
               [self, route = std::move(route)]() mutable { self->follow(std::move(route)); });
  });
}

void HttpConnection::follow(HttpRoute route) {
  if (route.events) return send_events(route.events);
  if (route.answer) return answer(*std::move(route.answer), After::kReadOn);
  const bool has_begun =
      works_.begin_slow([self = shared_from_this(), work = std::move(route.work)] {
        HttpAnswer found = work();
        asio::post(self->works_.io, [self, found = std::move(found)]() mutable {
          self->answer(std::move(found), After::kReadOn);
        });
      });
  if (!has_begun) {
    answer(error_answer(503, "too many requests wait already: try again"), After::kReadOn);
  }
}

void HttpConnection::answer(HttpAnswer found, After after) {
  const auto& request = parser_->get();
  const auto response = std::make_shared<http::response<http::string_body>>();
  response->version(11);
  response->result(static_cast<unsigned>(found.status));
  for (const auto& [field, value] : kSafeFields) response->set(field, value);
  response->set(http::field::content_type, std::string(found.type));
  if (!found.allow.empty()) response->set(http::field::allow, found.allow);
  if (!found.location.empty()) response->set(http::field::location, found.location);
  if (!found.cookie.empty()) response->set(http::field::set_cookie, found.cookie);
  response->body() = std::move(found.body);
  const bool keeps = after == After::kReadOn && request.keep_alive();
  response->keep_alive(keeps);
  response->prepare_payload();
  if (request.method() == http::verb::head) response->body().clear();
  stream_.expires_after(works_.limits.writing_time);
  http::async_write(stream_, *response,
                    [self = shared_from_this(), response, keeps](Error error, std::size_t) {
                      if (error) return self->close();
                      if (keeps) return self->read();
                      if (self->parser_->is_done()) return self->close();
                      self->linger();
                    });
}

// A connection that ends while its client still writes is reset, and the client may never see the
// answer: what he sends meanwhile is read and thrown away.
void HttpConnection::linger() {
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(works_.limits.lingering_time);
  place_ = works_.wait(shared_from_this());
  throw_away(works_.limits.lingering_bytes);
}

void HttpConnection::throw_away(std::size_t most) {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(std::min<std::size_t>(most, 64 * 1024)),
                          [self = shared_from_this(), most](Error error, std::size_t came) {
                            if (!error && came < most) return self->throw_away(most - came);
                            self->stop_waiting();
                            self->close();
                          });
}

void HttpConnection::send_events(const std::shared_ptr<Job>& job) {
  sending_ = kEventHead;
  next_.reset();
  sends_ = true;
  stream_.expires_after(works_.limits.writing_time);
  asio::async_write(stream_, asio::buffer(sending_),
                    [self = shared_from_this()](Error error, std::size_t) {
                      self->sends_ = false;
                      if (error) return self->close();
                      self->send_next();
                    });
  beat();
  job->watch([weak = weak_from_this(), &io = works_.io](const JobEvent& event) {
    asio::post(io, [weak, event] {
      if (const auto self = weak.lock()) self->push(event);
    });
  });
}

void HttpConnection::push(const JobEvent& event) {
  next_ = "event: " + event.name + "\ndata: " + event.json + "\n\n";
  is_last_ = event.is_last();
  if (!sends_) send_next();
}

void HttpConnection::send_next() {
  if (!next_) return;
  sending_ = std::move(*next_);
  next_.reset();
  sends_ = true;
  stream_.expires_after(works_.limits.writing_time);
  asio::async_write(stream_, asio::buffer(sending_),
                    [self = shared_from_this(), ends = is_last_](Error error, std::size_t) {
                      self->sends_ = false;
                      if (error || ends) return self->close();
                      self->stream_.expires_never();
                      self->send_next();
                    });
}

// A line that says nothing, so that a client who is gone is found out. It also keeps this alive.
void HttpConnection::beat() {
  heartbeat_.expires_after(works_.limits.heartbeat);
  heartbeat_.async_wait([self = shared_from_this()](Error error) {
    if (error || !self->stream_.socket().is_open()) return;
    if (!self->sends_ && !self->next_) {
      self->next_ = ":\n\n";
      self->send_next();
    }
    self->beat();
  });
}

}  // namespace gioul
