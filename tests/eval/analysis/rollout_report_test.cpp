#include "eval/analysis/rollout_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "api/answers.h"
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
  EXPECT_EQ(found.at("position"), "24:5|24:5");
  EXPECT_EQ(found.at("trials"), 36);
  EXPECT_GT(found.at("standard_error").get<double>(), 0.0);
  const auto outcomes = found.at("outcomes").get<std::vector<double>>();
  ASSERT_EQ(outcomes.size(), 5u);
  EXPECT_NEAR(outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3] + outcomes[4], 1.0, 1e-6);
  EXPECT_EQ(found.at("equity"), report.rollouts.front().result.equity.mean);
  EXPECT_NEAR(found.at("equity").get<double>(),
              2 * (outcomes[4] - outcomes[0]) + outcomes[3] - outcomes[1], 1e-6);
  EXPECT_EQ(found.at("outcome_errors").size(), 5u);
  EXPECT_EQ(found.at("net").at("outcomes").size(), 5u);
  EXPECT_EQ(found.at("net").at("equity"), equity(net()->evaluate(game.start(5))));
  EXPECT_FALSE(found.contains("plays"));
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

}  // namespace
}  // namespace gioul
