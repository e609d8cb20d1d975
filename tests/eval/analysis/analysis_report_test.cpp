#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "api/answers.h"
#include "base/interrupt.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

using nlohmann::json;

AnalysisQuery about(std::string_view position, std::optional<Dice> dice = {}) {
  const Game game = find_game("gioul");
  return {.game = game,
          .position = parse_position(game, position),
          .dice = dice,
          .search_options = default_search_options(0)};
}

TEST(AnalysisReport, IncludesRolledOutPlays) {
  const EvaluatorFactory net = small_net(Game());
  AnalysisReport report = analyze(about("24:5|24:5", make_dice(3, 1)), net);
  roll_out(report, {.game = report.game, .max_trials = 36}, net);
  const json found = json::parse(analysis_json(report));
  EXPECT_EQ(found.at("dice"), "3-1");
  ASSERT_FALSE(found.at("rollout").empty());
  EXPECT_LE(found.at("rollout").size(), found.at("plays").size());
  EXPECT_EQ(found.at("rollout").at(0).at("play"), format_play(report.best_play().play));
  EXPECT_EQ(found.at("rollout").at(0).at("difference"), 0.0);
}

TEST(AnalysisReport, LeavesOutARolloutWithoutTwoPairsOfTrials) {
  const EvaluatorFactory net = small_net(Game());
  AnalysisReport report = analyze(about("24:5|24:5"), net);
  EXPECT_GT(report.evaluation_count, 0u);
  StopFlag stop = true;
  const StopFlagScope bound(&stop);
  roll_out(report, {.game = report.game, .max_trials = 36}, net);
  EXPECT_FALSE(json::parse(analysis_json(report)).contains("rollout"));
  EXPECT_EQ(report.best_equity(), equity(report.value));
}

TEST(AnalysisReport, OnlyDoubletsStartChainsAndOnlyInGamesWithChains) {
  const Game game;
  const Position start = game.start();
  EXPECT_FALSE(is_chain_decision(game, start, {}));
  EXPECT_FALSE(is_chain_decision(game, start, make_dice(3, 1)));
  EXPECT_TRUE(is_chain_decision(game, start, make_dice(4, 4)));
  EXPECT_TRUE(is_chain_decision(game, parse_position(game, "24:11,21:4|24:15|owed=12"), {}));
  EXPECT_FALSE(
      is_chain_decision(find_game("portes"), find_game("portes").start(), make_dice(4, 4)));
}

}  // namespace
}  // namespace gioul
