// JSON output of the benchmarks.
#include <nlohmann/json.hpp>

#include "selfplay/bench/bench.h"
#include "selfplay/bench/player_bench.h"

namespace gioul {

std::string bench_json(std::uint64_t signature, const BenchOptions& options,
                       const BenchSpeeds& speeds) {
  nlohmann::ordered_json json = {{"signature", std::to_string(signature)},
                                 {"variant", options.game.name()},
                                 {"perft_leaves_per_s", speeds.perft_leaves_per_second},
                                 {"random_games_per_s", speeds.random_games_per_second},
                                 {"evals_per_s", speeds.evaluations_per_second},
                                 {"selfplay_games_per_s", speeds.selfplay_games_per_second},
                                 {"threads", options.threads},
                                 {"hidden", options.hidden_widths},
                                 {"kernel", options.kernel.name}};
  for (const LearnerSpeed& learner : speeds.learner_speeds) {
    json["learner_examples_per_s"].push_back(
        {{"net", learner.net_name}, {"per_s", learner.examples_per_second}});
  }
  for (std::size_t i = 0; i < speeds.search_decisions_per_second.size(); ++i) {
    json["decisions_per_s"].push_back(
        {{"plies", i + 1}, {"per_s", speeds.search_decisions_per_second[i]}});
  }
  return json.dump(2) + "\n";
}

std::string kernel_speed_table_json(const KernelSpeedTable& table) {
  nlohmann::ordered_json json = {{"kernels", table.kernel_names},
                                 {"lines", nlohmann::json::array()}};
  for (const KernelSpeedTable::Row& line : table.rows) {
    json["lines"].push_back({{"name", line.name}, {"per_s", line.rates_per_second}});
  }
  return json.dump(2) + "\n";
}

std::string player_speeds_json(const std::vector<PlayerSpeeds>& speeds) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const PlayerSpeeds& player : speeds) {
    nlohmann::ordered_json row = {{"player", player.player}};
    for (std::size_t k = 0; k < kTimedDecisionKinds.size(); ++k) {
      const DecisionSpeed& speed = player.speeds_by_decision_kind[k];
      row[std::string(kTimedDecisionKinds[k])] = {{"decisions", speed.decision_count},
                                                  {"per_s", speed.decisions_per_second},
                                                  {"median_ms", speed.median_ms},
                                                  {"slowest_ms", speed.slowest_ms}};
    }
    json.push_back(row);
  }
  return json.dump(2) + "\n";
}

}  // namespace gioul
