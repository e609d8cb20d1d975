#include "eval/study/openings_report.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/rules.h"
#include "engine/text/notation.h"

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

OpeningsStudy::OpeningsStudy(Options options, EvaluatorFactory judge, EvaluatorFactory fast,
                             PlayerFactory player, Progress progress)
    : options_(std::move(options)),
      judge_(std::move(judge)),
      fast_(std::move(fast)),
      player_(std::move(player)),
      progress_(std::move(progress)),
      report_{.game = options_.game,
              .net = options_.name,
              .trials = options_.openings.rollout.trials,
              .reply_trials = options_.replies.rollout.trials,
              .seed = options_.openings.rollout.seed,
              .openings = {},
              .replies = {}} {}

void OpeningsStudy::study_openings(const Part& part) {
  report_.openings = all_rolls(options_.openings, options_.start, "opening ", 0, part);
}

bool OpeningsStudy::has_replies(std::size_t opening) const {
  const RolloutStart& after = report_.openings[opening].best().start;
  return after.ending == Ending::kNone && !after.position.is_pending() && after.seen_by_other;
}

void OpeningsStudy::study_replies(std::size_t opening) {
  assert(has_replies(opening));
  const RolledOutRoll& roll = report_.openings[opening];
  report_.replies.push_back({opening, all_rolls(options_.replies, roll.best().start.position,
                                                "reply to " + format_dice(roll.dice) + ", ",
                                                (opening + 1) * kRolls.size())});
}

std::vector<RolledOutRoll> OpeningsStudy::all_rolls(const RollStudyOptions& options,
                                                    const Position& position,
                                                    const std::string& what,
                                                    std::size_t first_number, const Part& part) {
  const RollStudy study(options_.game, options, judge_, fast_, player_);
  std::vector<RolledOutRoll> rolls;
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    if (!part.has(static_cast<std::int64_t>(i))) {
      rolls.push_back({position, kRolls[i], {}});
      continue;
    }
    OpeningsProgress progress{
        .what = what + format_dice(kRolls[i]), .rolls = studied_, .rollout = {}};
    const auto show = [&](const RolloutProgress& done) {
      if (!progress_) return;
      progress.rollout = done;
      progress_(progress);
    };
    rolls.push_back(study.study(position, kRolls[i], first_number + i, show, options_.memo));
    ++studied_;
  }
  return rolls;
}

bool is_chain(Game game, const RolledOutRoll& roll) {
  return roll.dice.is_doublet() && rolls_chain(game, roll.position);
}

std::string play_text(Game game, const RolledOutRoll& roll, const RolledOutPlay& play) {
  if (!is_chain(game, roll)) return format_play(play.plays.front());
  std::string text;
  int number = roll.dice.high;
  for (const Play& part : play.plays) {
    text += (text.empty() ? "" : " ") + std::to_string(number++) + "'s: " + format_play(part);
  }
  if (play.start.ending == Ending::kNone && play.start.position.forfeited != 0) {
    text += ", forfeits " + std::to_string(play.start.position.owed);
  }
  return text;
}

}  // namespace gioul
