#include "selfplay/train/metrics.h"

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

#include "base/checksum.h"
#include "base/error.h"
#include "base/json_object.h"
#include "eval/tournament/tournament_summary.h"
#include "nn/kernel/kernel.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json event(const char* name, const MetricsTime& time) {
  return {{"event", name}, {"games", time.games_learned}, {"seconds", time.training_seconds}};
}

void add_points(ordered_json& line, const PairingTotals& games) {
  const Estimate points = games.points_per_game();
  line["points"] = points.mean;
  line["error"] = points.standard_error;
  line["pairs"] = games.pair_points.pair_count();
  if (games.is_luck_adjusted()) {
    for (const auto& [name, number] : luck_json_numbers(games))
      line["luck_adjusted"][name] = number;
  }
}

}  // namespace

KeptMetrics scan_metrics(const std::filesystem::path& file, std::uint64_t counted) {
  KeptMetrics kept;
  std::ifstream in(file, std::ios::binary);
  std::int64_t number = 1;
  for (std::string line; std::getline(in, line); ++number) {
    // A last line without its end is incomplete.
    if (in.eof() || kept.byte_count + line.size() + 1 > counted) break;
    kept.byte_count += line.size() + 1;
    try {
      const JsonObject event(line);
      if (event.get_string("event") == "generation") {
        ++kept.generation_count;
        kept.games_hash = event.get_string("games_hash");
      }
    } catch (const InputError&) {
      if (kept.problem.empty()) {
        kept.problem = file.string() + ":" + std::to_string(number) +
                       ": not an event of a training run; `gioul report` skips the line";
      }
    }
  }
  if (kept.byte_count < counted && kept.problem.empty()) {
    kept.problem =
        file.string() + ": incomplete; truncated after line " + std::to_string(number - 1);
  }
  return kept;
}

void MetricsFile::add_generation(const MetricsTime& time, std::uint64_t number,
                                 const Generation& generation, const LossByOutcome& loss,
                                 double learning_rate, std::uint64_t games_hash) {
  ordered_json line = event("generation", time);
  line["generation"] = number;
  line["generation_games"] = generation.games;
  line["loss"] = std::accumulate(loss.begin(), loss.end(), 0.0);
  line["loss_by_outcome"] = loss;
  line["learning_rate"] = learning_rate;
  line["decisions"] = generation.decisions;
  line["evaluations"] = generation.evaluation_count;
  line["gammons"] = generation.gammons;
  line["forfeits"] = generation.forfeit_decision_count;
  line["unfinished"] = generation.truncated_game_count;
  // A tie counts as half a win.
  line["first_wins"] =
      static_cast<double>(generation.first_mover_wins) + 0.5 * static_cast<double>(generation.ties);
  line["first_points"] = generation.first_mover_points;
  line["games_hash"] = format_hex(games_hash);  // as text, for programs with 53-bit numbers
  file_.append(line.dump() + '\n');
}

void MetricsFile::add_run_start(const MetricsTime& time, const Net& net,
                                std::span<const ConfigChange> changes) {
  ordered_json line = event("begin", time);
  line["version"] = GIOUL_VERSION;
  line["kernel"] = best_kernel().name;
  line["net"] = format_hex(checksum(net));
  for (const ConfigChange& change : changes) {
    line["changes"].push_back(
        {{"key", change.key}, {"before", change.old_value}, {"after", change.new_value}});
  }
  file_.append(line.dump() + '\n');
}

void MetricsFile::add_strength(const MetricsTime& time, const StrengthResult& result,
                               const Net& net) {
  ordered_json line = event("strength", time);
  line["opponent"] = result.opponent;
  add_points(line, result.game_totals);
  line["net"] = format_hex(checksum(net));
  file_.append(line.dump() + '\n');
}

void MetricsFile::add_calibration(const MetricsTime& time, const Calibration& calibration) {
  constexpr std::array kNames = {"win", "win 2", "lose 2"};
  ordered_json bins = ordered_json::array();
  for (std::size_t which = 0; which < kNames.size(); ++which) {
    for (std::size_t i = 0; i < Calibration::kBinCount; ++i) {
      const CalibrationBin& bin = calibration.bins[which][i];
      bins.push_back({{"outcome", kNames[which]},
                      {"low", static_cast<double>(i) / Calibration::kBinCount},
                      {"high", static_cast<double>(i + 1) / Calibration::kBinCount},
                      {"count", bin.prediction_count},
                      {"predicted_sum", bin.predicted_sum},
                      {"actual_sum", bin.event_count}});
    }
  }
  ordered_json line = event("calibration", time);
  line["bins"] = std::move(bins);
  file_.append(line.dump() + '\n');
}

void MetricsFile::add_gate(const MetricsTime& time, const GateResult& result) {
  ordered_json line = event("gate", time);
  line["accepted"] = result.accepted;
  add_points(line, result.game_totals);
  file_.append(line.dump() + '\n');
}

}  // namespace gioul
