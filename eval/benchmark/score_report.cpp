#include "eval/benchmark/score_report.h"

#include <nlohmann/json.hpp>

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const KindScore& score) {
  return {{"decisions", score.decisions},
          {"loss", score.loss.mean},
          {"standard_error", score.loss.standard_error},
          {"best", score.best},
          {"estimated", score.estimated}};
}

ordered_json header_json(const DecisionSet& set) {
  return {{"game", set.header.game.name()},  {"checkers", set.header.checkers},
          {"seed", set.header.seed},         {"trials", set.header.trials},
          {"truncate", set.header.truncate}, {"net", set.header.net},
          {"program", set.header.program},   {"decisions", set.decisions.size()}};
}

ordered_json to_json(const MissedEnds& missed) {
  return {{"differs", missed.differs},
          {"loss", missed.cost.mean},
          {"standard_error", missed.cost.standard_error},
          {"worst", missed.worst}};
}

}  // namespace

std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players) {
  ordered_json json = {{"set", header_json(set)}, {"players", ordered_json::array()}};
  for (const ScoredPlayer& scored : players) {
    const Estimate more = loss_difference(scored.score.losses, players.front().score.losses);
    ordered_json player = {{"player", scored.name}, {"all", to_json(scored.score.all)}};
    for (std::size_t kind = 0; kind < kDecisionKinds; ++kind) {
      player[std::string(kDecisionKindNames[kind])] = to_json(scored.score.kinds[kind]);
    }
    player["more_than_first"] = {{"loss", more.mean}, {"standard_error", more.standard_error}};
    player["seconds"] = scored.score.seconds;
    player["median_seconds"] = scored.score.median_seconds;
    json["players"].push_back(std::move(player));
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

std::string beams_json(const DecisionSet& set, const BeamCosts& costs) {
  ordered_json json = {{"set", header_json(set)},
                       {"chains", costs.chains},
                       {"left_out", costs.left_out},
                       {"mean_ends", costs.mean_ends},
                       {"beams", ordered_json::array()}};
  for (const BeamCost& beam : costs.beams) {
    json["beams"].push_back({{"beam", beam.beam},
                             {"now", to_json(beam.now)},
                             {"deeper", to_json(beam.deeper)},
                             {"median_seconds", beam.median_seconds}});
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
