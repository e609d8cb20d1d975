// Replaces the HTTP server in builds without Boost.
#include "base/error.h"
#include "cli/serve/http_server.h"

namespace gioul {

std::unique_ptr<HttpServer> open_http_server(const ListenAddress& /*place*/,
                                             PlayerRegistry& /*players*/) {
  throw InputError(
      "this build of gioul cannot serve: it was built without Boost (install libboost-dev and "
      "rebuild)");
}

}  // namespace gioul
