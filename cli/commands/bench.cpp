// gioul bench: prints the build's signature and its speed on this machine.
#include "selfplay/bench/bench.h"

#include <fmt/format.h>

#include <iostream>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/warnings.h"
#include "nn/net/net.h"
#include "selfplay/bench/player_bench.h"

namespace gioul {

namespace {

std::string format_speeds(std::uint64_t signature, const BenchOptions& options,
                          const BenchSpeeds& speeds) {
  const std::string threads =
      fmt::format("({} thread{})", options.threads, options.threads == 1 ? "" : "s");
  std::string text = fmt::format(
      "signature            {}\n"
      "perft                {:12.0f} leaves/s\n"
      "random games         {:12.0f} games/s   {}\n"
      "evaluations          {:12.0f} /s        ({} hidden, {})\n"
      "self-play            {:12.0f} games/s   {}\n",
      signature, speeds.perft_leaves_per_second, speeds.random_games_per_second, threads,
      speeds.evaluations_per_second, fmt::join(options.hidden_widths, "-"), options.kernel.name,
      speeds.selfplay_games_per_second, threads);
  for (const LearnerSpeed& learner : speeds.learner_speeds) {
    text += fmt::format("learner              {:12.0f} examples/s ({})\n",
                        learner.examples_per_second, learner.net_name);
  }
  for (std::size_t i = 0; i < speeds.search_decisions_per_second.size(); ++i) {
    text += fmt::format("decisions, {:7}   {:12.1f} /s        ({})\n", i == 0 ? "1 ply" : "2 plies",
                        speeds.search_decisions_per_second[i], speeds.search_net_name);
  }
  return text;
}

std::string format_kernel_table(const KernelSpeedTable& table) {
  std::string text = fmt::format("{:36}", "per second, on one thread");
  for (const std::string& kernel : table.kernel_names) text += fmt::format("{:>12}", kernel);
  text += "\n";
  for (const KernelSpeedTable::Row& line : table.rows) {
    text += fmt::format("{:36}", line.name);
    for (const double rate : line.rates_per_second) text += fmt::format("{:12.0f}", rate);
    text += "\n";
  }
  return text;
}

std::string format_players(const std::vector<PlayerSpeeds>& speeds) {
  std::string text = "decisions";
  for (const std::string_view kind : kTimedDecisionKinds) {
    text += fmt::format("  {:>11} /s   median ms", kind);
  }
  text += "\n";
  for (std::size_t plies = 0; plies < speeds.size(); ++plies) {
    text += fmt::format("{}-ply    ", plies);
    for (const DecisionSpeed& speed : speeds[plies].speeds_by_decision_kind) {
      text += speed.decision_count == 0 ? fmt::format("  {:>14}  {:>10}", "-", "-")
                                        : fmt::format("  {:14.0f}  {:10.3f}",
                                                      speed.decisions_per_second, speed.median_ms);
    }
    text += "\n";
  }
  return text;
}

// Runs `gioul bench --net FILE`.
void bench_players(const CommandLine& line) {
  PlayerBenchOptions options;
  options.game = line.game();
  options.checkers = line.checkers();
  options.net_file = line.string_value("net");
  options.min_seconds_per_player = line.decimal_value("seconds", 0.1, 3600);
  warn_checker_count_mismatch(options.net_file, options.checkers);
  for (const char* plies : {"", ",plies=1", ",plies=2"}) {
    options.players.push_back("net:" + options.net_file + plies);
  }
  const std::vector<PlayerSpeeds> speeds = measure_player_speeds(options);
  std::cout << (line.has_flag("json") ? player_speeds_json(speeds) : format_players(speeds));
}

// Parses the widths of hidden layers, such as "128" or "256-64".
std::vector<int> parse_hidden(const std::string& text) {
  std::vector<int> hidden;
  for (const std::string_view part : split(text, '-')) {
    hidden.push_back(static_cast<int>(parse_integer_or_throw("--hidden", part, 1, kMaxWidth)));
  }
  if (hidden.size() > kMaxHiddenLayers) {
    throw InputError("--hidden '" + text + "': at most " + std::to_string(kMaxHiddenLayers) +
                     " layers");
  }
  return hidden;
}

}  // namespace

int bench_command(int argc, char** argv) {
  CommandLine line("bench", "[--json] [--kernels | --net FILE] [OPTION...]",
                   {"gioul bench --variant portes --threads 2 --json"});
  line.add_variant();
  line.add_checkers();
  line.add("threads", "N", "threads for random games, self-play and the learner", "1");
  line.add("hidden", "N[-N...]", "hidden layer widths of the random test net", "128");
  line.add("seconds", "SECONDS", "seconds per measurement", "1");
  line.add_flag("signature",
                "print only the signature, which changes if and only if behavior changes");
  line.add_flag(
      "kernels",
      "compare all SIMD kernels that this CPU supports; exit code 1 if a wider one is less "
      "than half as fast as a narrower one");
  line.add("net", "FILE", "measure decisions per second of players with this net instead");
  line.add_flag("json", "print JSON");
  if (!line.parse(argc, argv)) return 0;
  for (const char* what : {"net", "kernels"}) {
    if (!line.is_given(what)) continue;
    for (const char* option : {"threads", "hidden", "signature", "net"}) {
      if (line.is_given(option) && option != std::string(what)) {
        throw InputError(std::string("--") + option + " cannot be used with --" + what);
      }
    }
  }
  if (line.is_given("net")) {
    bench_players(line);
    return 0;
  }
  BenchOptions options;
  options.game = line.game();
  options.checkers = line.checkers();
  options.threads = static_cast<int>(line.integer_value("threads", 1, 1024));
  options.hidden_widths = parse_hidden(line.string_value("hidden"));
  options.seconds_per_measurement = line.decimal_value("seconds", 0.1, 3600);
  const bool as_json = line.has_flag("json");
  if (line.has_flag("kernels")) {
    const KernelSpeedTable table = measure_kernel_speeds(options);
    std::cout << (as_json ? kernel_speed_table_json(table) : format_kernel_table(table))
              << std::flush;
    const std::string cliff = slow_kernel_warning(table);
    if (!cliff.empty()) throw std::runtime_error("a wider SIMD kernel is much slower: " + cliff);
    return 0;
  }
  const std::uint64_t signature = bench_signature();
  if (line.has_flag("signature")) {
    std::cout << (as_json ? fmt::format("{{\"signature\":\"{}\"}}\n", signature)
                          : fmt::format("{}\n", signature));
    return 0;
  }
  const BenchSpeeds speeds = measure_speeds(options);
  std::cout << (as_json ? bench_json(signature, options, speeds)
                        : format_speeds(signature, options, speeds));
  return 0;
}

}  // namespace gioul
