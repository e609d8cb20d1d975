// The server of `gioul serve`: one thread moves bytes for all connections, others work. A client
// that is slow costs a socket and nobody's time.
#pragma once

#include <memory>
#include <string>

#include "api/player_registry.h"

namespace gioul {

struct HttpPlace {
  std::string address = "127.0.0.1";
  unsigned short port = 0;      // 0: a free one
  bool may_be_another = false;  // a free one too if this one is taken
};

class HttpServer {
 public:
  virtual ~HttpServer() = default;

  /// Of the page, for a browser. Addresses other than the loopback's have a token in it.
  virtual std::string url() const = 0;

  /// Answers until the program ends.
  virtual void run() = 0;
};

/// A server that listens from here on, until SIGINT or SIGTERM end the program at once, with code
/// 0. Throws InputError for an address or port that can't be had. `players` must outlive it.
std::unique_ptr<HttpServer> open_http_server(const HttpPlace& place, LoadedPlayers& players);

}  // namespace gioul
