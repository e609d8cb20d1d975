#include "eval/analysis/rollout_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "api/answers.h"
#include "engine/text/notation.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

using nlohmann::json;

const RolloutOptions kFewTrials = {.game = Game(), .max_trials = 36};

TEST(RolloutReport, HasTheValueOfTheNetBesideTheRollout) {
  const Game game;
  const EvaluatorFactory net = small_net(game);
  const RolloutReport report =
      roll_out(make_rollout_query(game, *net(), game.start(5)), kFewTrials, net);
  const json found = json::parse(rollout_json(report));
  EXPECT_EQ(found.at("trials"), 36);
  EXPECT_EQ(found.at("equity"), report.rollouts.front().result.equity.mean);
  EXPECT_EQ(found.at("net").at("equity"), equity(net()->evaluate(game.start(5))));
  EXPECT_FALSE(found.contains("plays"));
}

TEST(RolloutReport, ListsPlaysBestFirst) {
  const Game game;
  const EvaluatorFactory net = small_net(game);
  const RolloutReport report = roll_out(
      make_rollout_query(game, *net(), game.start(5), make_dice(3, 1), 2), kFewTrials, net);
  const json found = json::parse(rollout_json(report));
  EXPECT_EQ(found.at("dice"), "3-1");
  ASSERT_EQ(found.at("plays").size(), 2u);
  EXPECT_EQ(found.at("plays").at(0).at("difference"), 0.0);
  EXPECT_LE(found.at("plays").at(1).at("difference"), 0.0);
}

TEST(RolloutReport, OnePairOfTrialsIsNoResult) {
  const auto rollouts = [](std::int64_t trials) {
    std::vector<PlayRollout> two(2);
    two.back().result.trial_count = trials;
    return two;
  };
  EXPECT_TRUE(has_too_few_trials(rollouts(2)));
  EXPECT_FALSE(has_too_few_trials(rollouts(4)));
}

TEST(RolloutReport, OmitsDiceOfAPendingPosition) {
  const Game game;
  const Position pending = parse_position(game, "24:11,21:4|24:15|owed=12");
  const RolloutQuery query = make_rollout_query(game, *small_net(game)(), pending, std::nullopt, 1);
  EXPECT_FALSE(query.dice.has_value());
  EXPECT_EQ(query.starts.size(), 1u);
}

}  // namespace
}  // namespace gioul
