#include <gtest/gtest.h>

#include <set>

#include "engine/games/legal_play_list.h"
#include "eval/analysis/analysis.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

AnalysisQuery query_at_start(Game game, int plies) {
  return {.game = game,
          .position = game.start(),
          .dice = make_dice(3, 1),
          .search_options = default_search_options(plies)};
}

TEST(DecisionGrade, CostIsTheDifferenceInTheAnalysis) {
  for (const Game game : all_games()) {
    const AnalysisQuery query = query_at_start(game, 1);
    const AnalysisReport report = analyze(query, small_net(game));
    for (const ScoredPlay& play : report.plays) {
      const DecisionGrade grade = grade_decision(query, play.afterstate_text, small_net(game));
      EXPECT_EQ(grade.actual_play.afterstate_text, play.afterstate_text);
      EXPECT_EQ(grade.best_play.afterstate_text, report.plays.front().afterstate_text);
      EXPECT_EQ(grade.equity_loss, std::max(0.0, report.plays.front().equity - play.equity));
      EXPECT_EQ(grade.has_mixed_depths, play.searched_plies != report.plays.front().searched_plies);
      EXPECT_EQ(grade.is_forced, report.plays.size() == 1);
    }
  }
}

TEST(DecisionGrade, OnlyPlayIsForcedAndCostsNothing) {
  const Game fevga = find_game("fevga");
  AnalysisQuery query = query_at_start(fevga, 1);
  query.dice = make_dice(6, 6);
  const std::string only = analyze(query, small_net(fevga)).plays.front().afterstate_text;
  const DecisionGrade grade = grade_decision(query, only, small_net(fevga));
  EXPECT_TRUE(grade.is_forced);
  EXPECT_EQ(grade.equity_loss, 0.0);
}

TEST(DecisionGrade, LuckOverAllRollsSumsToZero) {
  for (const Game game : all_games()) {
    double sum = 0.0;
    std::set<double> values;
    for (const Dice dice : kDistinctRolls) {
      const RollLuck roll = roll_luck(game, game.start(), dice, small_net(game));
      sum += count_permutations(dice) * roll.luck / 36.0;
      values.insert(roll.equity_before);
    }
    EXPECT_NEAR(sum, 0.0, 1e-6) << game.name();
    EXPECT_EQ(values.size(), 1u) << game.name();
  }
}

TEST(DecisionGrade, MarksMatchAnnotationSymbols) {
  EXPECT_EQ(annotation_symbol(0.0099), "");
  EXPECT_EQ(annotation_symbol(0.01), "?!");
  EXPECT_EQ(annotation_symbol(0.0399), "?!");
  EXPECT_EQ(annotation_symbol(0.04), "?");
  EXPECT_EQ(annotation_symbol(0.0999), "?");
  EXPECT_EQ(annotation_symbol(0.1), "??");
}

}  // namespace
}  // namespace gioul
