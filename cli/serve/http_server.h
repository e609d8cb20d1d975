// The HTTP server of `gioul serve`: one I/O thread for all connections and a pool of worker
// threads. A slow client occupies a socket, but no thread.
#pragma once

#include <functional>
#include <string>

#include "api/player_registry.h"

namespace gioul {

/// The address and port on which the HTTP server listens.
struct ListenAddress {
  std::string address = "127.0.0.1";
  unsigned short port = 0;              // 0: any free port
  bool fall_back_to_free_port = false;  // use any free port if this one is taken
};

/// Serves requests until SIGINT or SIGTERM ends the program at once with exit code 0. As soon as
/// it listens, calls `on_listening` with the URL of the web UI, which contains a token, unless the
/// address is the loopback address. Throws InputError if the address or port is not available.
void serve_http(const ListenAddress& listen_address, PlayerRegistry& players,
                const std::function<void(const std::string& url)>& on_listening);

}  // namespace gioul
