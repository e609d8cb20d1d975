#include "eval/analysis/rollout_report.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "engine/outcome.h"

namespace gioul {

namespace {

constexpr std::size_t kPlays = 5;
constexpr double kCandidateMargin =
    0.25;  // points; plays that are worse by static evaluation are no candidates

std::size_t candidates(const std::vector<ScoredPlay>& ranked,
                       std::optional<std::size_t> max_plays) {
  if (max_plays) return std::min(ranked.size(), *max_plays);
  std::size_t count = 0;
  while (count < std::min(kPlays, ranked.size()) &&
         ranked[count].equity > ranked.front().equity - kCandidateMargin) {
    ++count;
  }
  return count;
}

}  // namespace

std::string_view format_variance_reduction(VarianceReduction variance_reduction) {
  return std::ranges::find(kVarianceReductionNames, variance_reduction,
                           [](const auto& entry) { return entry.second; })
      ->first;
}

RolloutQuery make_rollout_query(Game game, Evaluator& evaluator, const Position& position) {
  RolloutQuery query{.game = game, .position = position};
  query.static_value = evaluator.evaluate(position);
  query.starts = {RolloutStart{.position = position}};
  return query;
}

RolloutQuery make_rollout_query(Game game, Evaluator& evaluator, const Position& position,
                                std::optional<Dice> dice, std::optional<std::size_t> max_plays) {
  RolloutQuery query{.game = game, .position = position};
  query.dice = dice;
  query.plays = rank_plays(game, evaluator, position, dice);
  query.plays.resize(candidates(query.plays, max_plays));
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(position, dice, *list);
  for (const ScoredPlay& play : query.plays) {
    query.starts.push_back(make_rollout_start(*list, play.afterstate_index));
  }
  return query;
}

std::vector<PlayRollout> sort_by_equity(const std::vector<RolloutResult>& results) {
  std::vector<PlayRollout> rollouts;
  for (std::size_t i = 0; i < results.size(); ++i) rollouts.push_back({i, results[i]});
  const auto best = rollouts.begin() + static_cast<std::ptrdiff_t>(best_start_index(results));
  std::rotate(rollouts.begin(), best, std::next(best));
  std::stable_sort(std::next(rollouts.begin()), rollouts.end(),
                   [](const PlayRollout& a, const PlayRollout& b) {
                     return a.result.difference_to_best.mean > b.result.difference_to_best.mean;
                   });
  return rollouts;
}

bool has_too_few_trials(const std::vector<PlayRollout>& rollouts) {
  return std::ranges::all_of(
      rollouts, [](const PlayRollout& rollout) { return rollout.result.trial_count < 4; });
}

RolloutReport roll_out(RolloutQuery query, const RolloutOptions& options,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player,
                       const std::function<void(const RolloutProgress&)>& progress,
                       TrialCache* cache) {
  RolloutReport report{.query = std::move(query), .options = options};
  report.rollouts =
      sort_by_equity(rollout(options, report.query.starts, evaluator, player, progress, cache));
  const auto rolled = std::ranges::find_if(
      report.rollouts, [](const PlayRollout& rollout) { return rollout.result.trial_count > 0; });
  if (rolled != report.rollouts.end())
    report.variance_reduction = rolled->result.variance_reduction;
  return report;
}

}  // namespace gioul
