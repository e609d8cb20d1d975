#include "cli/serve/http_server.h"

#include <sys/resource.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <cstdlib>

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
    limits.max_connections =
        files.rlim_cur > 2 * kOtherFiles ? files.rlim_cur - kOtherFiles : kOtherFiles;
  }
  return limits;
}

// Parses an address. Throws InputError with examples if it is invalid.
asio::ip::address address_of(const std::string& text) {
  boost::system::error_code error;
  const asio::ip::address address = asio::ip::make_address(text, error);
  if (!error) return address;
  throw InputError("--listen '" + text + "': expected an address such as 127.0.0.1, 0.0.0.0 or ::");
}

tcp::acceptor listen_at(asio::io_context& io, const ListenAddress& listen_address) {
  const tcp::endpoint wanted(address_of(listen_address.address), listen_address.port);
  for (unsigned short port : {listen_address.port, static_cast<unsigned short>(0)}) {
    tcp::endpoint endpoint = wanted;
    endpoint.port(port);
    tcp::acceptor acceptor(io);
    boost::system::error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) return acceptor;
    if (error == asio::error::address_in_use && listen_address.fall_back_to_free_port && port != 0)
      continue;
    throw InputError("port " + std::to_string(listen_address.port) + " of " +
                     listen_address.address + ": " + error.message() +
                     " (--port 0 picks a free one)");
  }
  throw InputError("no free port at " + listen_address.address);
}

// Ends the program at once, since waiting for threads could take long on a busy machine. Unfinished
// work is safe: files are renamed only when complete, and child programs end with their input.
extern "C" void exit_immediately(int) { std::_Exit(0); }

// The acceptor is constructed first, since the access control must know the port.
class BeastServer : public HttpServer {
 public:
  BeastServer(const ListenAddress& listen_address, PlayerRegistry& players)
      : address_(address_of(listen_address.address)),
        acceptor_(listen_at(accepting_, listen_address)),
        port_(acceptor_.local_endpoint().port()),
        context_(players,
                 HttpAccessControl(port_, address_.is_loopback() ? std::string() : random_token()),
                 limits_here()) {
    for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, exit_immediately);
  }

  std::string url() const override {
    std::string host = address_.to_string();
    if (address_.is_unspecified()) host = "127.0.0.1";
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    const std::string& token = context_.access_control.token();
    return "http://" + host + ":" + std::to_string(port_) + "/" +
           (token.empty() ? "" : "?token=" + token);
  }

  void run() override {
    const tcp protocol = acceptor_.local_endpoint().protocol();
    tcp::acceptor acceptor(context_.io, protocol, acceptor_.release());
    accept(acceptor);
    context_.io.run();
  }

 private:
  void accept(tcp::acceptor& acceptor) {
    acceptor.async_accept(
        [this, &acceptor](const boost::system::error_code& error, tcp::socket socket) {
          if (error == asio::error::operation_aborted) return;
          if (error) return accept_later(acceptor);
          boost::system::error_code ignored;
          socket.set_option(tcp::no_delay(true), ignored);
          std::make_shared<HttpConnection>(std::move(socket), context_)->read();
          accept(acceptor);
        });
  }

  // The system cannot open another connection now; try again later.
  void accept_later(tcp::acceptor& acceptor) {
    const auto timer =
        std::make_shared<asio::steady_timer>(context_.io, std::chrono::milliseconds(50));
    timer->async_wait([this, &acceptor, timer](const boost::system::error_code& error) {
      if (!error) accept(acceptor);
    });
  }

  asio::ip::address address_;
  asio::io_context accepting_{1};
  tcp::acceptor acceptor_;
  unsigned short port_;
  HttpContext context_;
};

}  // namespace

std::unique_ptr<HttpServer> open_http_server(const ListenAddress& listen_address,
                                             PlayerRegistry& players) {
  return std::make_unique<BeastServer>(listen_address, players);
}

}  // namespace gioul
