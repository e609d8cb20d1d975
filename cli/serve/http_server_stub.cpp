// Replaces the HTTP server in builds without Boost.
#include "base/error.h"
#include "cli/serve/http_server.h"

namespace gioul {

void serve_http(const ListenAddress& /*place*/, PlayerRegistry& /*players*/,
                const std::function<void(const std::string& url)>& /*on_listening*/) {
  throw InputError(
      "this build of gioul cannot serve: it was built without Boost (install libboost-dev and "
      "rebuild)");
}

}  // namespace gioul
