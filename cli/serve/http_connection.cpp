#include "cli/serve/http_connection.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
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

#ifdef POLLRDHUP
constexpr short kHasGone = POLLRDHUP;
#else
constexpr short kHasGone = 0;  // the system reports it anyway once both sides are closed
#endif

// Returns the identity that quotas apply to: an IPv4 address, or the /64 network of an IPv6
// address.
std::string client_at(const asio::ip::tcp::socket& socket) {
  boost::system::error_code error;
  const asio::ip::address address = socket.remote_endpoint(error).address();
  if (!address.is_v6()) return address.to_string();
  const auto bytes = address.to_v6().to_bytes();
  return {bytes.begin(), bytes.begin() + (address.to_v6().is_v4_mapped() ? 16 : 8)};
}

}  // namespace

HttpConnection::HttpConnection(asio::ip::tcp::socket socket, HttpContext& context)
    : stream_(std::move(socket)),
      context_(context),
      buffer_(context.limits.max_head_bytes),
      client_address_(client_at(stream_.socket())),
      chunk_header_handler_(
          [this](std::uint64_t size, boost::beast::string_view extensions, Error& error) {
            on_chunk_header(size, extensions.size(), error);
          }),
      disconnect_timer_(context.io) {
  context_.count_opened_and_evict_idle();
}

HttpConnection::~HttpConnection() {
  unregister_idle();
  release_memory();
  context_.count_closed_connection();
}

void HttpConnection::read() {
  release_memory();
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(context_.limits.max_head_bytes));
  parser_->body_limit(context_.limits.max_body_bytes);
  parser_->on_chunk_header(chunk_header_handler_);
  chunk_bytes_ = 0;
  // One time limit for head and body together, however slowly they arrive.
  stream_.expires_after(context_.limits.request_timeout);
  idle_entry_ = context_.register_idle(shared_from_this());
  http::async_read_header(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, std::size_t) { self->on_head(error); });
}

void HttpConnection::close() {
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
  disconnect_timer_.cancel();
  unregister_idle();
  release_memory();
  request_.reset();
  if (stop_flag_) context_.stop_task(stop_flag_);
}

void HttpConnection::unregister_idle() {
  if (idle_entry_) context_.unregister_idle(*idle_entry_);
  idle_entry_.reset();
}

void HttpConnection::reserve_memory(std::size_t bytes) {
  release_memory();
  if (bytes > context_.limits.max_head_bytes)
    reservation_ = context_.reserve_memory(shared_from_this(), client_address_, bytes);
}

void HttpConnection::release_memory() {
  if (reservation_) context_.release_memory(*reservation_);
  reservation_.reset();
}

HttpRequestHead HttpConnection::head() const {
  const auto& message = parser_->get();
  const auto only = [&](http::field field) {
    return message.count(field) == 1 ? std::string(message[field]) : std::string();
  };
  std::string target(message.target());
  std::string host = only(http::field::host);
  // The absolute form "http://HOST/PATH" (RFC 9112, section 3.2.2): its host takes precedence.
  constexpr boost::beast::string_view kScheme = "http://";
  if (boost::beast::iequals(target.substr(0, kScheme.size()), kScheme)) {
    const std::size_t path = std::min(target.find_first_of("/?", kScheme.size()), target.size());
    if (!host.empty()) host = target.substr(kScheme.size(), path - kScheme.size());
    target.erase(0, path);
    if (!target.starts_with('/')) target.insert(0, 1, '/');
  }
  return {.client_address = client_address_,
          .method = std::string(message.method_string()),
          .target = std::move(target),
          .host = std::move(host),
          .origin = message.count(http::field::origin) > 1 ? std::string("several")
                                                           : only(http::field::origin),
          .content_type = only(http::field::content_type),
          .authorization = only(http::field::authorization),
          .cookie = only(http::field::cookie)};
}

// Answers an unreadable request as far as possible, then closes.
void HttpConnection::refuse_for_error(Error error) {
  if (error == http::error::body_limit) {
    return refuse(413, "body with its chunk headers too large; expected at most " +
                           std::to_string(context_.limits.max_body_bytes) + " bytes");
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(431, "header too large, or data between chunks; expected at most " +
                           std::to_string(context_.limits.max_head_bytes) + " bytes");
  }
  const bool is_nonsense =
      error.category() == make_error_code(http::error::bad_method).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message;
  if (is_nonsense) return refuse(400, "malformed HTTP request");
  close();
}

void HttpConnection::refuse(int status, std::string_view why) {
  send_response(make_error_response(status, why), AfterResponse::kClose);
}

void HttpConnection::on_head(Error error) {
  if (error) return refuse_for_error(error);
  // Beast ignores the body if it does not know its coding.
  const auto& message = parser_->get();
  if (message.count(http::field::transfer_encoding) > 0 &&
      !boost::beast::iequals(message[http::field::transfer_encoding], "chunked")) {
    return refuse(501, "expected a body without a Transfer-Encoding, or in chunks");
  }
  if (std::optional<HttpResponse> refusal = context_.router.check_head(head())) {
    return send_response(*std::move(refusal),
                         parser_->is_done() ? AfterResponse::kReadNext : AfterResponse::kClose);
  }
  const auto length = parser_->content_length();
  if (length && *length > context_.limits.max_body_bytes) {
    return refuse_for_error(http::error::body_limit);
  }
  if (message[http::field::expect] != "100-continue") return read_body();
  static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(stream_, asio::buffer(kGoOn.data(), kGoOn.size()),
                    [self = shared_from_this()](Error write_error, std::size_t) {
                      if (write_error) return self->close();
                      self->read_body();
                    });
}

void HttpConnection::read_body() {
  if (parser_->is_done()) return on_body({});
  parser_->eager(true);  // read everything available, even if it is many small chunks
  http::async_read_some(
      stream_, buffer_, *parser_,
      [self = shared_from_this()](Error error, std::size_t) { self->on_body(error); });
}

// Beast limits only the chunks' content. Their framing takes memory and time as well.
void HttpConnection::on_chunk_header(std::uint64_t size, std::size_t extensions, Error& error) {
  constexpr std::size_t kAround = 5;  // one digit and two line ends
  chunk_bytes_ += size + extensions + kAround;
  if (chunk_bytes_ > context_.limits.max_body_bytes) error = http::error::body_limit;
  reserve_memory(parser_->get().body().size() + size);
}

void HttpConnection::on_body(Error error) {
  if (error) return refuse_for_error(error);
  reserve_memory(parser_->get().body().size());
  if (!parser_->is_done()) return read_body();
  unregister_idle();
  stream_.expires_never();
  start_routing();
}

// A waiting task must not keep the request alive longer than its connection.
void HttpConnection::start_routing() {
  request_ = std::make_shared<Request>(Request{head(), std::move(parser_->get().body())});
  const bool is_short = request_->body.size() <= context_.limits.max_head_bytes;
  const bool has_begun = context_.start_task(
      {.client = client_address_,
       .cost_class = is_short ? CostClass::kMoment : CostClass::kShort,
       .run = [self = shared_from_this(), request = std::weak_ptr(request_)]() mutable {
         RouteResult route;
         if (const auto asked = request.lock()) {
           route = self->context_.router.route(asked->head, asked->body);
           if (route.compute_response && route.cost_class == CostClass::kMoment)
             route.response = route.compute_response();
         }
         asio::io_context& io = self->context_.io;
         asio::post(io, [self = std::move(self), route = std::move(route)]() mutable {
           self->apply_route(std::move(route));
         });
       }});
  if (!has_begun) refuse_busy();
}

void HttpConnection::apply_route(RouteResult route) {
  request_.reset();
  if (!stream_.socket().is_open()) return;
  if (route.event_job) return send_events(route.event_job);
  if (route.response) return send_response(*std::move(route.response), AfterResponse::kReadNext);
  start_slow_work(std::move(route));
}

void HttpConnection::start_slow_work(RouteResult route) {
  release_memory();
  stop_flag_ = std::make_shared<StopFlag>(false);
  const bool has_begun = context_.start_task(
      {.client = client_address_,
       .cost_class = route.cost_class,
       .stop_flag = stop_flag_,
       .run = [self = shared_from_this(), work = std::move(route.compute_response)]() mutable {
         HttpResponse found =
             is_interrupted() ? make_error_response(503, "the client has disconnected") : work();
         asio::io_context& io = self->context_.io;
         asio::post(io, [self = std::move(self), found = std::move(found)]() mutable {
           self->send_response(std::move(found), AfterResponse::kReadNext);
         });
       }});
  if (!has_begun) return refuse_busy();
  watch_client();
}

void HttpConnection::refuse_busy() {
  request_.reset();
  send_response(make_error_response(503, "too many queued requests, try again later"),
                AfterResponse::kReadNext);
}

void HttpConnection::watch_client() {
  disconnect_timer_.expires_after(context_.limits.disconnect_poll_interval);
  disconnect_timer_.async_wait([weak = weak_from_this()](Error error) {
    const auto self = weak.lock();
    if (error || !self || !self->stop_flag_) return;
    if (self->client_has_disconnected()) return self->context_.stop_task(self->stop_flag_);
    self->watch_client();
  });
}

// Returns true even while unread data is pending. A client that has only closed its sending side
// counts as gone, since it cannot be distinguished; it gets the result so far.
bool HttpConnection::client_has_disconnected() {
  pollfd socket{.fd = stream_.socket().native_handle(), .events = kHasGone, .revents = 0};
  return ::poll(&socket, 1, 0) != 0;
}

void HttpConnection::send_response(HttpResponse found, AfterResponse after) {
  unregister_idle();
  stop_flag_.reset();
  disconnect_timer_.cancel();
  if (!stream_.socket().is_open()) return;
  const auto& request = parser_->get();
  const auto response = std::make_shared<http::response<http::string_body>>();
  response->version(11);
  response->result(static_cast<unsigned>(found.status));
  for (const auto& [field, value] : kSafeFields) response->set(field, value);
  response->set(http::field::content_type, std::string(found.mime_type));
  if (!found.allow.empty()) response->set(http::field::allow, found.allow);
  if (!found.location.empty()) response->set(http::field::location, found.location);
  if (!found.cookie.empty()) response->set(http::field::set_cookie, found.cookie);
  response->body() = std::move(found.body);
  reserve_memory(response->body().size());
  const bool keeps = after == AfterResponse::kReadNext && request.keep_alive();
  response->keep_alive(keeps);
  response->prepare_payload();
  if (request.method() == http::verb::head) response->body().clear();
  stream_.expires_after(context_.limits.write_timeout);
  http::async_write(stream_, *response,
                    [self = shared_from_this(), response, keeps, after](Error error, std::size_t) {
                      if (error) return self->close();
                      if (keeps) return self->read();
                      if (after == AfterResponse::kReadNext) return self->close();
                      self->drain();
                    });
}

// Closing a connection while the client still sends would reset it, and the client might never see
// the response. So what it sends is read and discarded.
void HttpConnection::drain() {
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(context_.limits.drain_timeout);
  idle_entry_ = context_.register_idle(shared_from_this());
  discard(context_.limits.max_drain_bytes);
}

void HttpConnection::discard(std::size_t limit) {
  buffer_.clear();
  stream_.async_read_some(buffer_.prepare(std::min(limit, buffer_.max_size())),
                          [self = shared_from_this(), limit](Error error, std::size_t came) {
                            if (!error && came < limit) return self->discard(limit - came);
                            self->unregister_idle();
                            self->close();
                          });
}

void HttpConnection::send_events(const std::shared_ptr<Job>& job) {
  outgoing_bytes_ = kEventHead;
  next_event_.reset();
  is_sending_ = true;
  const bool only_head = parser_->get().method() == http::verb::head;
  stream_.expires_after(context_.limits.write_timeout);
  idle_entry_ = context_.register_idle(shared_from_this());
  asio::async_write(stream_, asio::buffer(outgoing_bytes_),
                    [self = shared_from_this(), only_head](Error error, std::size_t) {
                      self->is_sending_ = false;
                      if (error || only_head) return self->close();
                      self->send_next_event();
                    });
  if (only_head) return;
  send_heartbeat();
  job->subscribe([weak = weak_from_this(), &io = context_.io](const JobEvent& event) {
    if (weak.expired()) return false;
    asio::post(io, [weak, event] {
      if (const auto self = weak.lock()) self->queue_event(event);
    });
    return true;
  });
}

void HttpConnection::queue_event(const JobEvent& event) {
  next_event_ = "event: " + event.event_type + "\ndata: " + event.data_json + "\n\n";
  next_event_is_last_ = event.is_last();
  if (!is_sending_) send_next_event();
}

void HttpConnection::send_next_event() {
  if (!next_event_) return;
  outgoing_bytes_ = std::move(*next_event_);
  next_event_.reset();
  is_sending_ = true;
  stream_.expires_after(context_.limits.write_timeout);
  asio::async_write(
      stream_, asio::buffer(outgoing_bytes_),
      [self = shared_from_this(), ends = next_event_is_last_](Error error, std::size_t) {
        self->is_sending_ = false;
        if (error || ends) return self->close();
        self->stream_.expires_never();
        self->send_next_event();
      });
}

// Sends an empty line now and then, which detects a disconnected client. Also keeps this object
// alive.
void HttpConnection::send_heartbeat() {
  disconnect_timer_.expires_after(context_.limits.heartbeat_interval);
  disconnect_timer_.async_wait([self = shared_from_this()](Error error) {
    if (error || !self->stream_.socket().is_open()) return;
    if (!self->is_sending_ && !self->next_event_) {
      self->next_event_ = ":\n\n";
      self->send_next_event();
    }
    self->send_heartbeat();
  });
}

}  // namespace gioul
