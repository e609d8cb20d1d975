#include "eval/study/rollout_report.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/outcome.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kPlays = 5;
constexpr float kCandidateMargin =
    0.25f;  // points: plays that a net likes less by that are no candidates

std::size_t candidates(const std::vector<RankedPlay>& ranked, std::optional<std::size_t> most) {
  if (most) return std::min(ranked.size(), *most);
  std::size_t count = 0;
  while (count < std::min(kPlays, ranked.size()) &&
         ranked[count].equity > ranked.front().equity - kCandidateMargin) {
    ++count;
  }
  return count;
}

ordered_json to_json(const RolloutResult& result) {
  return {{"equity", result.equity.mean},
          {"standard_error", result.equity.standard_error},
          {"outcomes", result.outcome_means()},
          {"outcome_errors", result.outcome_errors()},
          {"trials", result.trials}};
}

}  // namespace

std::string_view luck_name(Luck luck) {
  return std::ranges::find(kLuckNames, luck, [](const auto& entry) { return entry.second; })->first;
}

RolloutQuestion rollout_question(Game game, Evaluator& evaluator, const Position& position) {
  RolloutQuestion question{.game = game, .position = position};
  question.net_value = evaluator.evaluate(position);
  question.starts = {rollout_start(position)};
  return question;
}

RolloutQuestion rollout_question(Game game, Evaluator& evaluator, const Position& position,
                                 Dice dice, std::optional<std::size_t> most) {
  RolloutQuestion question{.game = game, .position = position};
  if (!position.is_pending()) question.dice = dice;
  question.plays = rank_plays(game, evaluator, position, dice);
  question.plays.resize(candidates(question.plays, most));
  const auto list = std::make_unique<AfterstateList>();
  game.generate(position, dice, *list);
  for (const RankedPlay& play : question.plays) {
    question.starts.push_back(rollout_start(*list, play.line));
  }
  return question;
}

RolloutReport roll_out(RolloutQuestion question, const RolloutOptions& options,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player,
                       const std::function<void(const RolloutProgress&)>& progress,
                       TrialMemo* memo) {
  RolloutReport report{.question = std::move(question), .options = options};
  report.results = rollout(options, report.question.starts, evaluator, player, progress, memo);
  const std::vector<RolloutResult>& results = report.results;
  std::vector<std::size_t>& order = report.order;
  order.resize(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return results[i].difference.mean; });
  const auto best = std::ranges::find(order, best_start(results));
  std::rotate(order.begin(), best, std::next(best));
  const auto rolled = std::ranges::find_if(results, [](const auto& r) { return r.trials > 0; });
  if (rolled != results.end()) report.luck = rolled->luck;
  return report;
}

std::string rollout_json(const RolloutReport& report) {
  const RolloutQuestion& question = report.question;
  ordered_json json = {{"variant", question.game.name()},
                       {"position", format_position(question.game, question.position)}};
  if (question.dice) json["dice"] = format_dice(*question.dice);
  json["luck"] = luck_name(report.luck);
  json["truncate"] = report.options.truncate;
  json["seed"] = report.options.seed;
  if (question.plays.empty()) {
    json.update(to_json(report.results.front()));
    json["net"] = {{"equity", equity(question.net_value)}, {"outcomes", question.net_value}};
    return json.dump() + "\n";
  }
  json["plays"] = ordered_json::array();
  for (const std::size_t i : report.order) {
    const RankedPlay& ranked = question.plays[i];
    const RolloutResult& result = report.results[i];
    ordered_json play = {{"play", ranked.play}, {"afterstate", ranked.afterstate}};
    play.update(to_json(result));
    play["difference"] = result.difference.mean;
    play["difference_error"] = result.difference.standard_error;
    play["net_equity"] = ranked.equity;
    json["plays"].push_back(play);
  }
  return json.dump() + "\n";
}

}  // namespace gioul
