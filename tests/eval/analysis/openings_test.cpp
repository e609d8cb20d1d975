// Tests of analyzing rolls by rolling out their best plays.
#include "eval/analysis/openings.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/solve/exact_table.h"
#include "eval/value/evaluator.h"
#include "tests/eval/analysis/small_net.h"
#include "tests/eval/rollout/rollout_players.h"

namespace gioul {
namespace {

Game game() { return find_game("gioul"); }

RollAnalyzerOptions few_trials(int threads = 1) {
  RollAnalyzerOptions options;
  options.rollout_options.max_trials = 720;
  options.rollout_options.threads = threads;
  return options;
}

RollAnalyzer net_study(const RollAnalyzerOptions& options) {
  return {find_game("gioul"), options, small_net(game())};
}

std::vector<RollAnalysis> all_rolls(const RollAnalyzer& analyzer, const Position& position) {
  std::vector<RollAnalysis> rolls;
  for (std::size_t i = 0; i < kDistinctRolls.size(); ++i) {
    rolls.push_back(analyzer.analyze(position, kDistinctRolls[i], i));
  }
  return rolls;
}

TEST(RollAnalyzer, PerfectEvaluatorGivesTheExactValueOfMovingFirst) {
  const EvaluatorFactory table = table_evaluator_factory(table_of("gioul", 2));
  const RollAnalyzer analyzer{find_game("gioul"), few_trials(), table};
  const Estimate mean = mean_equity(all_rolls(analyzer, start_position(game(), 2)));
  EXPECT_NEAR(mean.mean, 0.225776, 5e-7);  // docs/results.md, `gioul solve --checkers 2`
  EXPECT_NEAR(mean.standard_error, 0.0, 1e-9);
}

TEST(RollAnalyzer, BestPlayIsFirstWithAllItsTrials) {
  const RollAnalysis roll = net_study(few_trials()).analyze(start_position(game(), 5), {6, 5}, 0);
  ASSERT_EQ(roll.candidates.size(), 2u);
  EXPECT_EQ(roll.best_candidate().rollout_result.trial_count, 720);
  EXPECT_EQ(roll.best_candidate().rollout_result.difference_to_best.mean, 0.0);
  EXPECT_LT(roll.candidates[1].rollout_result.difference_to_best.mean, 0.0);
}

TEST(RollAnalyzer, PlaysADoubletAsAWholeChain) {
  const RollAnalysis roll = net_study(few_trials()).analyze(start_position(game(), 5), {4, 4}, 0);
  EXPECT_EQ(roll.best_candidate().plays.size(), 3u);  // 4's, 5's, 6's
  EXPECT_TRUE(roll.best_candidate().rollout_start.value_for_opponent);
  EXPECT_FALSE(roll.best_candidate().rollout_start.position.is_pending());
}

TEST(RollAnalyzer, EachStudyNumberHasDifferentDice) {
  const Position start = start_position(game(), 3);
  const RollAnalyzer analyzer = net_study(few_trials());
  EXPECT_NE(analyzer.analyze(start, {3, 1}, 0).best_candidate().rollout_result.equity.mean,
            analyzer.analyze(start, {3, 1}, 1).best_candidate().rollout_result.equity.mean);
}

}  // namespace
}  // namespace gioul
