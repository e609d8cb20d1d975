// gioul bench: the signature of this build, and its speeds on this machine.
#include "cli/commands/bench.h"

#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "cli/shell/sibling.h"
#include "nn/net/net.h"
#include "selfplay/bench/bench.h"
#include "selfplay/bench/player_bench.h"

namespace gioul {

namespace {

std::string hidden_text(const std::vector<int>& hidden) {
  std::string text;
  for (const int width : hidden) text += (text.empty() ? "" : "-") + std::to_string(width);
  return text;
}

void print_table(std::uint64_t signature, const BenchOptions& options, const BenchSpeeds& speeds) {
  std::printf("signature            %llu\n", static_cast<unsigned long long>(signature));
  std::printf("perft                %12.0f leaves/s\n", speeds.perft_leaves);
  std::printf("random games         %12.0f games/s   (%d thread%s)\n", speeds.random_games,
              options.threads, options.threads == 1 ? "" : "s");
  std::printf("evaluations          %12.0f /s        (%s hidden, %s, as self-play does them)\n",
              speeds.evals, hidden_text(options.hidden).c_str(), speeds.kernel.c_str());
  std::printf("evaluations, floats  %12.0f /s        (as tournaments do them)\n",
              speeds.float_evals);
  std::printf("self-play            %12.0f games/s   (%d thread%s)\n", speeds.selfplay_games,
              options.threads, options.threads == 1 ? "" : "s");
}

void print_json(std::uint64_t signature, const BenchOptions& options, const BenchSpeeds& speeds) {
  const nlohmann::ordered_json json = {{"signature", signature},
                                       {"variant", options.game.name()},
                                       {"perft_leaves_per_s", speeds.perft_leaves},
                                       {"random_games_per_s", speeds.random_games},
                                       {"evals_per_s", speeds.evals},
                                       {"float_evals_per_s", speeds.float_evals},
                                       {"selfplay_games_per_s", speeds.selfplay_games},
                                       {"threads", options.threads},
                                       {"hidden", options.hidden},
                                       {"kernel", speeds.kernel}};
  std::cout << json.dump(2) << '\n';
}

void print_players(const std::vector<PlayerSpeeds>& speeds) {
  std::printf("%-9s", "decisions");
  for (const std::string_view kind : kTimedKinds) {
    std::printf("  %11s /s   median ms", std::string(kind).c_str());
  }
  std::printf("\n");
  for (std::size_t plies = 0; plies < speeds.size(); ++plies) {
    std::printf("%zu-ply    ", plies);
    for (const DecisionSpeed& speed : speeds[plies].kinds) {
      if (speed.decisions == 0) {
        std::printf("  %14s  %10s", "-", "-");
      } else {
        std::printf("  %14.0f  %10.3f", speed.per_second, speed.median_ms);
      }
    }
    std::printf("\n");
  }
}

void print_players_json(const std::vector<PlayerSpeeds>& speeds) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const PlayerSpeeds& player : speeds) {
    nlohmann::ordered_json row = {{"player", player.player}};
    for (std::size_t k = 0; k < kTimedKinds.size(); ++k) {
      const DecisionSpeed& speed = player.kinds[k];
      row[std::string(kTimedKinds[k])] = {{"decisions", speed.decisions},
                                          {"per_s", speed.per_second},
                                          {"median_ms", speed.median_ms},
                                          {"slowest_ms", speed.slowest_ms}};
    }
    json.push_back(row);
  }
  std::cout << json.dump(2) << '\n';
}

// What `gioul bench --net FILE` measures instead.
void bench_players(const BenchLine& line) {
  PlayerBenchOptions options;
  options.game = line.game();
  options.checkers = line.checkers();
  options.net = line.text("net");
  options.seconds = static_cast<double>(line.number("seconds", 1, 3600));
  for (const char* plies : {"", ",plies=1", ",plies=2"}) {
    options.players.push_back("net:" + options.net + plies);
  }
  const std::vector<PlayerSpeeds> speeds = measure_players(options);
  if (line.flag("json")) {
    print_players_json(speeds);
  } else {
    print_players(speeds);
  }
}

}  // namespace

std::vector<int> parse_hidden(const std::string& option, const std::string& text) {
  std::vector<int> hidden;
  std::istringstream parts(text + "-");
  for (std::string part; std::getline(parts, part, '-');) {
    hidden.push_back(static_cast<int>(parse_number(option, part, 1, kMaxWidth)));
  }
  if (hidden.size() > kMaxHiddenLayers) {
    throw InputError(option + " '" + text + "': at most " + std::to_string(kMaxHiddenLayers) +
                     " layers");
  }
  return hidden;
}

BenchLine::BenchLine()
    : CommandLine("bench", "[--json] [--net FILE | --torch] [OPTION...]",
                  {"gioul bench --variant portes --threads 2 --json",
                   "gioul bench --torch --device cuda --nets 128,512-512"}) {
  add_variant();
  add_checkers();
  add("threads", "N", "threads for random games and self-play", "1");
  add("hidden", "N[-N...]", "widths of the built-in net's hidden layers", "128");
  add("seconds", "N", "for each measurement", "1");
  add_flag("signature", "print the signature alone: changes exactly when behaviour does");
  add_flag("json", "print everything as JSON");
  add("net", "FILE", "measure instead how fast players of this net decide, on one thread");
  add_flag("torch", "measure instead where LibTorch and whole batches beat our kernels");
  add("device", "D", "with --torch: what LibTorch runs on, cpu or cuda", "cpu");
  add("nets", "LIST", "with --torch: hidden layers of the nets",
      "128,256,512,1024,256-64,512-512,1024-1024-256");
}

int bench_command(int argc, char** argv) {
  BenchLine line;
  if (!line.parse(argc, argv)) return 0;
  if (line.flag("torch")) become_gioul_train({argv, argv + argc}, Arithmetic::kFastest);
  for (const char* option : {"device", "nets"}) {
    if (line.given(option)) throw InputError(std::string("--") + option + " needs --torch");
  }
  if (line.given("net")) {
    for (const char* option : {"threads", "hidden", "signature"}) {
      if (line.given(option)) throw InputError(std::string("--") + option + " goes without --net");
    }
    bench_players(line);
    return 0;
  }
  BenchOptions options;
  options.game = line.game();
  options.checkers = line.checkers();
  options.threads = static_cast<int>(line.number("threads", 1, 1024));
  options.hidden = parse_hidden("--hidden", line.text("hidden"));
  options.seconds = static_cast<double>(line.number("seconds", 1, 3600));
  const std::uint64_t signature = bench_signature();
  if (line.flag("signature")) {
    std::cout << signature << '\n';
    return 0;
  }
  const BenchSpeeds speeds = measure_speeds(options);
  if (line.flag("json")) {
    print_json(signature, options, speeds);
  } else {
    print_table(signature, options, speeds);
  }
  return 0;
}

}  // namespace gioul
