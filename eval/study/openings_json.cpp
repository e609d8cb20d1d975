#include <nlohmann/json.hpp>

#include "engine/text/notation.h"
#include "eval/study/openings_report.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

ordered_json to_json(const OpeningsReport& report, const RolledOutRoll& roll) {
  ordered_json json = {{"dice", format_dice(roll.dice)}};
  for (const RolledOutPlay& play : roll.plays) {
    const RolloutResult& result = play.result;
    ordered_json outcomes = ordered_json::array();
    ordered_json errors = ordered_json::array();
    for (const Estimate& outcome : result.outcomes) {
      outcomes.push_back(outcome.mean);
      errors.push_back(outcome.standard_error);
    }
    ordered_json entry = {{"play", play_text(report.game, roll, play)}};
    if (play.start.ending == Ending::kNone) {
      entry["afterstate"] = format_position(report.game, play.start.position);
    }
    entry.update({{"equity", result.equity.mean},
                  {"standard_error", result.equity.standard_error},
                  {"difference", result.difference.mean},
                  {"difference_error", result.difference.standard_error},
                  {"outcomes", outcomes},
                  {"outcome_errors", errors},
                  {"trials", result.trials},
                  {"search_equity", play.search_equity}});
    json["plays"].push_back(entry);
  }
  return json;
}

ordered_json to_json(const OpeningsReport& report, const std::vector<RolledOutRoll>& rolls) {
  ordered_json json = ordered_json::array();
  for (const RolledOutRoll& roll : rolls) json.push_back(to_json(report, roll));
  return json;
}

}  // namespace

std::string openings_json(const OpeningsReport& report) {
  const Estimate mean = mean_equity(report.openings);
  ordered_json json = {{"variant", report.game.name()},
                       {"player", report.net},
                       {"seed", report.seed},
                       {"trials", report.trials},
                       {"equity", mean.mean},
                       {"standard_error", mean.standard_error},
                       {"openings", to_json(report, report.openings)}};
  for (const OpeningReplies& replies : report.replies) {
    json["replies"].push_back({{"opening", format_dice(report.openings[replies.opening].dice)},
                               {"trials", report.reply_trials},
                               {"rolls", to_json(report, replies.rolls)}});
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
