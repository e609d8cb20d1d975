#include <nlohmann/json.hpp>

#include "api/answers.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json value_json(const Value& value, int plies, bool is_exact) {
  return {{"equity", limited_equity(value)},
          {"outcomes", value},
          {"plies", plies},
          {"exact", is_exact}};
}

ordered_json play_json(const ScoredPlay& play) {
  ordered_json json = {{"play", format_play(play.play)}, {"afterstate", play.afterstate_text}};
  json.update(value_json(play.value, play.searched_plies, play.is_exact));
  return json;
}

ordered_json chain_json(const ScoredChainPlay& chain, double best) {
  ordered_json way = ordered_json::array();
  for (std::size_t i = 0; i < chain.plays.size(); ++i) {
    way.push_back(
        {{"play", format_play(chain.plays[i])}, {"afterstate", chain.afterstate_texts[i]}});
  }
  ordered_json json = {{"line", way}};
  json.update(value_json(chain.value, chain.searched_plies, chain.is_exact));
  json["difference"] = chain.equity - best;
  return json;
}

ordered_json chains_json(const ChainAnalysis& analysis) {
  const double best = analysis.chain_plays.front().equity;
  ordered_json chains = ordered_json::array();
  for (const ScoredChainPlay& chain : analysis.chain_plays)
    chains.push_back(chain_json(chain, best));
  ordered_json json = {{"complete", analysis.is_complete}, {"ends", analysis.found_end_count}};
  if (!analysis.is_complete) json["beam_width"] = analysis.beam_width;
  json["chains"] = chains;
  json["stepwise"] = chain_json(analysis.stepwise_play, best);
  return json;
}

ordered_json rollout_json(const AnalysisReport& report) {
  ordered_json rolled = ordered_json::array();
  for (const auto& [index, result] : report.rollouts) {
    ordered_json entry = ordered_json::object();
    if (!report.plays.empty()) {
      entry["play"] = format_play(report.plays[index].play);
      entry["afterstate"] = report.plays[index].afterstate_text;
    }
    add_compared_rollout_fields(entry, result);
    rolled.push_back(entry);
  }
  return rolled;
}

}  // namespace

std::string analysis_json(const AnalysisReport& report) {
  auto json = question_json<ordered_json>(report.game, report.position, report.dice);
  json["plies"] = report.requested_plies;
  json["value"] = value_json(report.value, report.requested_plies, report.is_exact);
  json["static_value"] = {{"equity", limited_equity(report.static_value)},
                          {"outcomes", report.static_value}};
  if (!report.analyzed_rolls.empty()) {
    json["rolls"] = ordered_json::array();
    for (const AnalyzedRoll& roll : report.analyzed_rolls) {
      ordered_json entry = {{"dice", format_dice(roll.dice)},
                            {"weight", count_permutations(roll.dice)}};
      entry.update(play_json(roll.best_play));
      json["rolls"].push_back(entry);
    }
  }
  if (!report.plays.empty()) {
    json["plays"] = ordered_json::array();
    for (const ScoredPlay& play : report.plays) {
      ordered_json entry = play_json(play);
      entry["difference"] = play.equity - report.plays.front().equity;
      json["plays"].push_back(entry);
    }
  }
  if (!report.rollouts.empty()) json["rollout"] = rollout_json(report);
  if (report.chain_analysis) json["chain"] = chains_json(*report.chain_analysis);
  return json.dump() + "\n";
}

std::string grade_json(const AnalysisQuery& query, const DecisionGrade& found,
                       const std::optional<RollLuck>& roll) {
  auto json = question_json<ordered_json>(query.game, query.position, query.dice);
  json["plies"] = query.search_options.plies;
  json["cost"] = found.equity_loss;
  json["forced"] = found.is_forced;
  json["mixed_depths"] = found.has_mixed_depths;
  json["made"] = play_json(found.actual_play);
  json["best"] = play_json(found.best_play);
  if (roll) {
    json["value"] = roll->equity_before;
    json["luck"] = roll->luck;
  }
  return json.dump() + "\n";
}

}  // namespace gioul
