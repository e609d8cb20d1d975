#include "eval/analysis/openings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/rules.h"
#include "engine/text/notation.h"
#include "eval/analysis/rollout_report.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Number of ways to play a chain that are searched before the best ones are rolled out.
constexpr std::size_t kChains = 40;

RolloutStart start_of(const ChainEnd& end) {
  if (end.ending != Ending::kNone) return {.position = {}, .ending = end.ending};
  return {.position = end.path.back(), .value_for_opponent = !end.mover_acts_next};
}

using nlohmann::ordered_json;

ordered_json to_json(const OpeningsReport& report, const RollAnalysis& roll) {
  ordered_json json = {{"dice", format_dice(roll.dice)}};
  for (const RollCandidate& play : roll.candidates) {
    const RolloutResult& result = play.rollout_result;
    ordered_json entry = {{"play", format_candidate(report.game, roll, play)}};
    if (play.rollout_start.ending == Ending::kNone) {
      entry["afterstate"] = format_position(report.game, play.rollout_start.position);
    }
    add_compared_rollout_fields(entry, result);
    entry["search_equity"] = play.search_equity;
    json["plays"].push_back(entry);
  }
  return json;
}

ordered_json to_json(const OpeningsReport& report, const std::vector<RollAnalysis>& rolls) {
  ordered_json json = ordered_json::array();
  for (const RollAnalysis& roll : rolls) json.push_back(to_json(report, roll));
  return json;
}

}  // namespace

std::vector<RollCandidate> RollAnalyzer::find_candidates(const Position& position,
                                                         Dice dice) const {
  PositionAnalyzer analyzer(game, options.search_options, evaluator);
  std::vector<RollCandidate> result;
  if (is_chain_decision(game, position, dice)) {
    for (ScoredChainPlay& chain :
         analyzer.analyze_whole_chain(position, dice, kChains).chain_plays) {
      result.push_back({std::move(chain.plays), start_of(chain.chain_end), chain.equity, {}});
    }
  } else {
    const auto list = std::make_unique<AfterstateList>();
    game.generate_afterstates(position, dice, *list);
    for (const ScoredPlay& play : analyzer.analyze_plays(position, dice)) {
      result.push_back(
          {{play.play}, make_rollout_start(*list, play.afterstate_index), play.equity, {}});
    }
  }
  result.resize(std::min(result.size(), options.max_candidates));
  return result;
}

RollRolloutResults RollAnalyzer::roll_out(
    const std::vector<RollCandidate>& plays, std::uint64_t number,
    const std::function<void(const RolloutProgress&)>& progress) const {
  RolloutOptions rollout_options = options.rollout_options;
  rollout_options.game = game;
  std::vector<RolloutStart> starts;
  for (const RollCandidate& play : plays) starts.push_back(play.rollout_start);
  rollout_options.seed = rollout_seed(options.rollout_options.seed, 2 * number);
  RollRolloutResults rollouts;
  rollouts.candidate_results = rollout(rollout_options, starts, evaluator, player, progress);
  // The best of several plays was lucky in these dice, so its equity is estimated again with
  // others.
  rollout_options.seed = rollout_seed(options.rollout_options.seed, 2 * number + 1);
  const RolloutStart& best = starts[best_start_index(rollouts.candidate_results)];
  rollouts.best_result = rollout(rollout_options, {&best, 1}, evaluator, player, progress).front();
  return rollouts;
}

RollAnalysis RollAnalyzer::analyze(const Position& position, Dice dice, std::uint64_t number,
                                   const std::function<void(const RolloutProgress&)>& progress,
                                   OpeningRolloutCache* cache) const {
  RollAnalysis roll{position, dice, find_candidates(position, dice)};
  std::optional<RollRolloutResults> rollouts;
  if (cache != nullptr) rollouts = cache->find(number);
  if (!rollouts) {
    rollouts = roll_out(roll.candidates, number, progress);
    if (cache != nullptr) cache->store(number, *rollouts);
  }
  const std::vector<RolloutResult>& results = rollouts->candidate_results;
  if (results.size() != roll.candidates.size()) {
    throw InputError("roll " + std::to_string(number) + " is stored with " +
                     std::to_string(results.size()) + " plays, but it has " +
                     std::to_string(roll.candidates.size()));
  }
  std::vector<RollCandidate> ranked;
  for (const PlayRollout& rollout : sort_by_equity(results)) {
    ranked.push_back(std::move(roll.candidates[rollout.start_index]));
    ranked.back().rollout_result = rollout.result;
  }
  ranked.front().rollout_result = rollouts->best_result;
  roll.candidates = std::move(ranked);
  return roll;
}

Estimate mean_equity(std::span<const RollAnalysis> rolls) {
  double sum = 0.0;
  double variance = 0.0;
  double weights = 0.0;
  for (const RollAnalysis& roll : rolls) {
    const double share = count_permutations(roll.dice);
    const Estimate& equity = roll.best_candidate().rollout_result.equity;
    sum += share * equity.mean;
    variance += share * share * equity.standard_error * equity.standard_error;
    weights += share;
  }
  return {sum / weights, std::sqrt(variance) / weights};
}

std::string openings_json(const OpeningsReport& report) {
  const Estimate mean = mean_equity(report.opening_rolls);
  ordered_json json = {{"variant", report.game.name()},
                       {"player", report.player_name},
                       {"seed", std::to_string(report.seed)},
                       {"trials", report.max_opening_trials},
                       {"equity", mean.mean},
                       {"standard_error", mean.standard_error},
                       {"openings", to_json(report, report.opening_rolls)}};
  for (const OpeningReplies& replies : report.replies) {
    json["replies"].push_back(
        {{"opening", format_dice(report.opening_rolls[replies.opening_index].dice)},
         {"trials", report.max_reply_trials},
         {"rolls", to_json(report, replies.reply_rolls)}});
  }
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

OpeningsAnalyzer::OpeningsAnalyzer(Options options, EvaluatorFactory evaluator,
                                   PlayerFactory player, OpeningsCallback progress)
    : options_(std::move(options)),
      evaluator_(std::move(evaluator)),
      player_(std::move(player)),
      progress_(std::move(progress)),
      report_{.game = options_.game,
              .player_name = options_.player_name,
              .max_opening_trials = options_.opening_options.rollout_options.max_trials,
              .max_reply_trials = options_.reply_options.rollout_options.max_trials,
              .seed = options_.opening_options.rollout_options.seed,
              .opening_rolls = {},
              .replies = {}} {}

void OpeningsAnalyzer::analyze_openings(const WorkPart& part) {
  report_.opening_rolls =
      analyze_all_rolls(options_.opening_options, options_.start_position, "opening ", 0, part);
}

bool OpeningsAnalyzer::has_replies(std::size_t opening) const {
  const RolloutStart& after = report_.opening_rolls[opening].best_candidate().rollout_start;
  return after.ending == Ending::kNone && !after.position.is_pending() && after.value_for_opponent;
}

void OpeningsAnalyzer::analyze_replies(std::size_t opening) {
  assert(has_replies(opening));
  const RollAnalysis& roll = report_.opening_rolls[opening];
  report_.replies.push_back(
      {opening,
       analyze_all_rolls(options_.reply_options, roll.best_candidate().rollout_start.position,
                         "reply to " + format_dice(roll.dice) + ", ",
                         (opening + 1) * kDistinctRolls.size())});
}

std::vector<RollAnalysis> OpeningsAnalyzer::analyze_all_rolls(const RollAnalyzerOptions& options,
                                                              const Position& position,
                                                              const std::string& what,
                                                              std::size_t first_number,
                                                              const WorkPart& part) {
  const RollAnalyzer analyzer{options_.game, options, evaluator_, player_};
  std::vector<RollAnalysis> rolls;
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    if (!part.contains(static_cast<std::int64_t>(i))) {
      rolls.push_back({position, kDistinctRolls[i], {}});
      continue;
    }
    OpeningsProgress progress{.current_roll = what + format_dice(kDistinctRolls[i]),
                              .rolls_done = rolls_done_,
                              .rollout_progress = {}};
    const auto show = [&](const RolloutProgress& done) {
      if (!progress_) return;
      progress.rollout_progress = done;
      progress_(progress);
    };
    rolls.push_back(analyzer.analyze(position, kDistinctRolls[i], first_number + i, show,
                                     options_.rollout_cache));
    ++rolls_done_;
  }
  return rolls;
}

std::string format_candidate(Game game, const RollAnalysis& roll, const RollCandidate& play) {
  if (!is_chain_decision(game, roll.position, roll.dice)) return format_play(play.plays.front());
  std::string text;
  int number = roll.dice.high;
  for (const Play& part : play.plays) {
    text += (text.empty() ? "" : " ") + std::to_string(number++) + "'s: " + format_play(part);
  }
  if (play.rollout_start.ending == Ending::kNone && play.rollout_start.position.is_forfeited != 0) {
    text += ", forfeits " + std::to_string(play.rollout_start.position.owed_moves);
  }
  return text;
}

}  // namespace gioul
