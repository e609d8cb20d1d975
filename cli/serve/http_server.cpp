#include "cli/serve/http_server.h"

#include <sys/resource.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>
#include <memory>

#include "base/error.h"
#include "cli/serve/http_connection.h"
#include "cli/serve/http_context.h"

namespace gioul {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::size_t kOtherFiles = 64;  // files that the program has open besides connections

// Limits the connections to the open files that the system allows.
HttpLimits limits_here() {
  HttpLimits limits;
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return limits;
  const auto wanted = static_cast<rlim_t>(limits.max_connections + kOtherFiles);
  if (files.rlim_cur < wanted) {
    files.rlim_cur = std::min(wanted, files.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &files);
    ::getrlimit(RLIMIT_NOFILE, &files);
  }
  if (files.rlim_cur < wanted) {
    limits.max_connections = std::max<rlim_t>(files.rlim_cur, 2 * kOtherFiles) - kOtherFiles;
  }
  return limits;
}

tcp::acceptor listen_at(asio::io_context& io, const ListenAddress& listen_address) {
  boost::system::error_code error;
  tcp::endpoint endpoint(asio::ip::make_address(listen_address.address, error),
                         listen_address.port);
  if (error) {
    throw InputError("--listen '" + listen_address.address +
                     "': expected an address such as 127.0.0.1, 0.0.0.0 or ::");
  }
  for (;;) {
    tcp::acceptor acceptor(io);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return acceptor;
    if (error != asio::error::address_in_use || !listen_address.fall_back_to_free_port ||
        endpoint.port() == 0) {
      throw InputError("port " + std::to_string(listen_address.port) + " of " +
                       listen_address.address + ": " + error.message() +
                       " (--port 0 picks a free one)");
    }
    endpoint.port(0);
  }
}

// Ends the program at once, since waiting for threads could take long on a busy machine. Unfinished
// work is safe: files are renamed only when complete, and child programs end with their input.
extern "C" void exit_immediately(int) { std::_Exit(0); }

// Accepts connections until the program ends.
void accept_connections(tcp::acceptor& acceptor, HttpContext& context) {
  acceptor.async_accept([&acceptor, &context](const boost::system::error_code& error,
                                              tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {
      // The system cannot open another connection now; try again later.
      const auto timer =
          std::make_shared<asio::steady_timer>(context.io, std::chrono::milliseconds(50));
      timer->async_wait([&acceptor, &context, timer](const boost::system::error_code& wait_error) {
        if (!wait_error) accept_connections(acceptor, context);
      });
      return;
    }
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    std::make_shared<HttpConnection>(std::move(socket), context)->read();
    accept_connections(acceptor, context);
  });
}

std::string url_of(const tcp::endpoint& endpoint, const std::string& token) {
  std::string host = endpoint.address().to_string();
  if (endpoint.address().is_unspecified()) host = "127.0.0.1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(endpoint.port()) + "/" +
         (token.empty() ? "" : "?token=" + token);
}

}  // namespace

void serve_http(const ListenAddress& listen_address, PlayerRegistry& players,
                const std::function<void(const std::string& url)>& on_listening) {
  // Listens first, since the access control must know the port.
  asio::io_context opening{1};
  tcp::acceptor opened = listen_at(opening, listen_address);
  const tcp::endpoint endpoint = opened.local_endpoint();
  const std::string token = endpoint.address().is_loopback() ? std::string() : random_token();
  HttpContext context(players, HttpAccessControl(endpoint.port(), token), limits_here());
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, exit_immediately);
  on_listening(url_of(endpoint, token));
  tcp::acceptor acceptor(context.io, endpoint.protocol(), opened.release());
  accept_connections(acceptor, context);
  context.io.run();
}

}  // namespace gioul
