// The HTTP server of `gioul serve`: one I/O thread for all connections and a pool of worker
// threads. A slow client occupies a socket, but no thread.
#pragma once

#include <memory>
#include <string>

#include "api/player_registry.h"

namespace gioul {

/// The address and port on which the HTTP server listens.
struct ListenAddress {
  std::string address = "127.0.0.1";
  unsigned short port = 0;              // 0: any free port
  bool fall_back_to_free_port = false;  // use any free port if this one is taken
};

/// The HTTP server of `gioul serve`. It listens, and responds while run() runs.
class HttpServer {
 public:
  virtual ~HttpServer() = default;

  /// Returns the URL of the web UI. It contains a token, unless the address is the loopback
  /// address.
  virtual std::string url() const = 0;

  /// Serves requests until the program ends.
  virtual void run() = 0;
};

/// Opens an HTTP server, which listens at once but responds only while run() runs. From now on,
/// SIGINT and SIGTERM end the program at once with exit code 0. Throws InputError if the address or
/// port is not available. `players` must outlive the server.
std::unique_ptr<HttpServer> open_http_server(const ListenAddress& listen_address,
                                             PlayerRegistry& players);

}  // namespace gioul
