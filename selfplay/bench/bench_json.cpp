// What the benchmarks measure, for other programs.
#include <nlohmann/json.hpp>

#include "selfplay/bench/batch_bench.h"
#include "selfplay/bench/bench.h"
#include "selfplay/bench/player_bench.h"

namespace gioul {

std::string bench_json(const BenchReport& report) {
  const BenchOptions& options = report.options;
  const BenchSpeeds& speeds = report.speeds;
  nlohmann::ordered_json json = {{"signature", report.signature},
                                 {"variant", options.game.name()},
                                 {"perft_leaves_per_s", speeds.perft_leaves},
                                 {"random_games_per_s", speeds.random_games},
                                 {"evals_per_s", speeds.evals},
                                 {"selfplay_games_per_s", speeds.selfplay_games},
                                 {"threads", options.threads},
                                 {"hidden", options.hidden},
                                 {"kernel", options.kernel.name}};
  for (std::size_t i = 0; i < speeds.learner.size(); ++i) {
    json["learner_examples_per_s"].push_back(
        {{"hidden", kLearnedNets[i]}, {"per_s", speeds.learner[i]}});
  }
  return json.dump(2) + "\n";
}

std::string kernel_table_json(const KernelTable& table) {
  nlohmann::ordered_json json = {{"kernels", table.kernels}, {"lines", nlohmann::json::array()}};
  for (const KernelTable::Line& line : table.lines) {
    json["lines"].push_back({{"name", line.name}, {"per_s", line.rates}});
  }
  return json.dump(2) + "\n";
}

std::string player_speeds_json(const std::vector<PlayerSpeeds>& speeds) {
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
  return json.dump(2) + "\n";
}

std::string batch_bench_json(const BatchReport& report) {
  using nlohmann::ordered_json;
  const BatchBenchOptions& options = report.options;
  ordered_json nets = ordered_json::array();
  for (const auto& [hidden, speeds] : report.shapes) {
    ordered_json batches;
    for (std::size_t i = 0; i < report.sizes.size(); ++i) {
      batches[std::to_string(report.sizes[i])] = speeds.batch[i];
    }
    nets.push_back({{"hidden", hidden},
                    {"kernel_evals_per_s", speeds.kernel},
                    {"torch_evals_per_s", batches},
                    {"kernel_games_per_s", speeds.kernel_games},
                    {"lockstep_games_per_s", speeds.lockstep_games}});
  }
  const ordered_json json = {{"variant", options.game.name()},
                             {"device", options.device},
                             {"threads", options.threads},
                             {"kernel", report.kernel},
                             {"packing_per_s", report.host.packing},
                             {"feeding_per_s", report.host.feeding},
                             {"nets", nets}};
  return json.dump(2) + "\n";
}

}  // namespace gioul
