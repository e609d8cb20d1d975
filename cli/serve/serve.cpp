// gioul serve: serves the web UI and the JSON API over HTTP.
#include <chrono>
#include <iostream>
#include <string>
#include <string_view>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "api/player_registry.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/warnings.h"
#include "cli/serve/embedded_files.h"
#include "cli/serve/http_server.h"
#include "cli/serve/openapi.h"

namespace gioul {

namespace {

constexpr unsigned short kDefaultPort = 8024;

// Limits of requests from the network: 3 plies take a moment, 4 plies a minute.
constexpr int kServedPlies = 3;
constexpr std::int64_t kServedTrials = 1'000'000;

// Returns freed memory to the system early. With nets of all variants the program takes 320 MB
// instead of 540 MB.
void return_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 18);
  mallopt(M_ARENA_MAX, 4);
  std::thread([] {
    for (;;) {
      std::this_thread::sleep_for(std::chrono::seconds(10));
      malloc_trim(0);
    }
  }).detach();
#endif
}

}  // namespace

int serve_command(int argc, char** argv) {
  CommandLine line("serve", "[--port N] [--listen ADDRESS] [OPTION...]",
                   {"gioul serve", "gioul serve --port 0 --players 'net:runs/g1/net.safetensors'"});
  line.add("port", "N",
           "port to listen on; 0: any free port (default: " + std::to_string(kDefaultPort) +
               ", or any free port if it is taken)");
  line.add("listen", "ADDRESS",
           "address to listen on; unless it is a loopback address, clients need the token in the "
           "printed URL",
           "127.0.0.1");
  line.add("players", "LIST",
           "players that use files or programs and that requests may name, separated by ';' "
           "(docs/players.md); the first net:FILE of a game becomes its default player");
  line.add_flag("openapi", "print the OpenAPI 3.1 description of the API and exit");
  line.add("threads", "N",
           "threads per request; does not change results (default: number of cores)");
  if (!line.parse(argc, argv)) return 0;
  return_freed_memory();
  ListenAddress listen_address{
      .address = line.string_value("listen"), .port = kDefaultPort, .fall_back_to_free_port = true};
  if (line.is_given("port")) {
    listen_address.port = static_cast<unsigned short>(line.integer_value("port", 0, 65535));
    listen_address.fall_back_to_free_port = false;
  }
  RequestPolicy policy{.allows_any_player = false,
                       .max_plies = kServedPlies,
                       .max_trials = kServedTrials,
                       .max_threads = line.threads()};
  if (line.has_flag("openapi")) {
    std::cout << openapi_json(policy, find_embedded_file("answers.json")->contents);
    return 0;
  }
  const std::string allowed = line.is_given("players") ? line.string_value("players") : "";
  for (const std::string_view player : split(allowed, ';')) {
    if (!player.empty()) policy.allowed_players.emplace_back(player);
  }
  warn_checker_count_mismatch(policy.allowed_players);
  PlayerRegistry players(std::move(policy));
  serve_http(listen_address, players, [](const std::string& url) {
    std::cout << url << std::endl;
    std::cerr << "open this address in a browser; press Ctrl-C to stop\n";
  });
  return 0;
}

}  // namespace gioul
