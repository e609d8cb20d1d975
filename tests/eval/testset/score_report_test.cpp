#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/testset/decision_score.h"

namespace gioul {
namespace {

using nlohmann::json;

ScoredPlayer losing(const std::string& name, const std::vector<int>& losses) {
  ScoredPlayer player{.name = name, .score = {}};
  player.score.loss_by_decision = losses;
  return player;
}

TEST(ScoreReport, ComparesPlayersWithTheFirst) {
  DecisionSet set;
  set.decisions.resize(2);
  const json found =
      json::parse(scores_json(set, {losing("one", {10, 30}), losing("other", {20, 60})}));
  EXPECT_EQ(found.at("set").at("decisions"), 2);
  EXPECT_EQ(found.at("players").at(0).at("more_than_first").at("loss"), 0.0);
  EXPECT_EQ(found.at("players").at(1).at("more_than_first").at("loss"), 20.0);
  EXPECT_EQ(found.at("players").at(1).at("player"), "other");
}

}  // namespace
}  // namespace gioul
