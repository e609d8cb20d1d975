#include "eval/study/analysis_report.h"

#include <algorithm>
#include <cassert>
#include <memory>

#include "engine/rules.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

// Plays that are rolled out: at most so many, and no more than so many points behind the best.
constexpr std::size_t kRolledPlays = 5;
constexpr double kRolledMargin = 0.1;

std::vector<RolloutStart> plays_in_question(const AnalysisReport& report) {
  std::vector<RolloutStart> starts;
  const auto list = std::make_unique<AfterstateList>();
  report.game.generate(report.position, report.dice_or_none(), *list);
  for (const AnalyzedPlay& play : report.plays) {
    const bool is_in_question = play.equity > report.plays.front().equity - kRolledMargin;
    if (starts.size() == kRolledPlays || !is_in_question) break;
    starts.push_back(rollout_start(*list, play.line));
  }
  return starts;
}

}  // namespace

bool begins_chain(Game game, const Position& position, std::optional<Dice> dice) {
  return position.is_pending() || (dice && dice->is_doublet() && rolls_chain(game, position));
}

AnalysisReport analyze(const AnalysisQuestion& question, const EvaluatorFactory& evaluator) {
  assert(!question.whole_chain || begins_chain(question.game, question.position, question.dice));
  Analyst analyst(question.game, question.search, evaluator);
  AnalysisReport report;
  report.game = question.game;
  report.position = question.position;
  report.dice = question.dice;
  report.plies = question.search.plies;
  report.at_once = analyst.at_once(report.position);
  if (!report.dice && !report.position.is_pending()) {
    report.rolls = analyst.rolls(report.position, question.threads);
    report.is_exact = analyst.is_exact(report.position);
    report.value = report.plies == 0 ? report.at_once : mean_value(report.rolls);
  } else {
    report.plays = analyst.plays(report.position, report.dice_or_none());
    report.value = report.plays.front().value;
    report.is_exact = report.plays.front().is_exact;
    if (question.whole_chain) {
      report.chain = analyst.whole_chain(report.position, report.dice_or_none(), question.chains);
    }
  }
  report.evaluations = analyst.evaluations();
  return report;
}

void roll_out(AnalysisReport& report, const RolloutOptions& options,
              const EvaluatorFactory& evaluator,
              const std::function<void(const RolloutProgress&)>& progress) {
  const std::vector<RolloutStart> starts = report.plays.empty()
                                               ? std::vector{rollout_start(report.position)}
                                               : plays_in_question(report);
  const std::vector<RolloutResult> results = rollout(options, starts, evaluator, {}, progress);
  report.rolled.clear();
  for (std::size_t i = 0; i < results.size(); ++i) report.rolled.push_back({i, results[i]});
  const std::size_t best = best_start(results);
  std::ranges::stable_sort(report.rolled, [&](const RolledPlay& a, const RolledPlay& b) {
    if ((a.play == best) != (b.play == best)) return a.play == best;
    return a.result.difference.mean > b.result.difference.mean;
  });
}

}  // namespace gioul
