#include "eval/analysis/rollout_report.h"

#include <algorithm>
#include <iterator>
#include <memory>

#include "engine/outcome.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

constexpr std::size_t kPlays = 5;
constexpr double kCandidateMargin =
    0.25;  // points; plays that are worse by static evaluation are no candidates

std::size_t candidates(const std::vector<ScoredPlay>& ranked, std::optional<std::size_t> most) {
  if (most) return std::min(ranked.size(), *most);
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
  for (const ScoredPlay& play : question.plays) {
    question.starts.push_back(rollout_start(*list, play.index));
  }
  return question;
}

std::vector<PlayRollout> best_first(const std::vector<RolloutResult>& results) {
  std::vector<PlayRollout> rollouts;
  for (std::size_t i = 0; i < results.size(); ++i) rollouts.push_back({i, results[i]});
  const auto best = rollouts.begin() + static_cast<std::ptrdiff_t>(best_start(results));
  std::rotate(rollouts.begin(), best, std::next(best));
  std::stable_sort(std::next(rollouts.begin()), rollouts.end(),
                   [](const PlayRollout& a, const PlayRollout& b) {
                     return a.result.difference.mean > b.result.difference.mean;
                   });
  return rollouts;
}

RolloutReport roll_out(RolloutQuestion question, const RolloutOptions& options,
                       const EvaluatorFactory& evaluator, const PlayerFactory& player,
                       const std::function<void(const RolloutProgress&)>& progress,
                       TrialCache* cache) {
  RolloutReport report{.question = std::move(question), .options = options};
  report.rollouts =
      best_first(rollout(options, report.question.starts, evaluator, player, progress, cache));
  const auto rolled = std::ranges::find_if(
      report.rollouts, [](const PlayRollout& rollout) { return rollout.result.trials > 0; });
  if (rolled != report.rollouts.end())
    report.variance_reduction = rolled->result.variance_reduction;
  return report;
}

}  // namespace gioul
