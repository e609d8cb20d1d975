// Replaces the HTTP server in builds without Boost.
#include "base/error.h"
#include "cli/serve/http_server.h"

namespace gioul {

std::unique_ptr<HttpServer> open_http_server(const HttpPlace& /*place*/,
                                             LoadedPlayers& /*players*/) {
  throw InputError("this gioul was built without Boost (install libboost-dev and build again)");
}

}  // namespace gioul
