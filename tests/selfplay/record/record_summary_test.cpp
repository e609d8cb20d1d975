#include "selfplay/record/record_summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace gioul {
namespace {

TEST(RecordSummary, CountsGamesForTheFirstPlayer) {
  RecordSummary run({.game = Game(), .checkers = 15, .version = "test"});
  GameRecord game;
  game.outcome = Outcome::kWin2;
  game.decisions.resize(3);
  run.add(game);
  game.outcome = Outcome::kLose1;
  run.add(game);
  run.add_shard(100);
  const auto found = nlohmann::json::parse(RecordSummary::format_json(std::vector{run})).at(0);
  EXPECT_EQ(found.at("games"), 2);
  EXPECT_EQ(found.at("decisions"), 6);
  EXPECT_EQ(found.at("first_player_wins"), 1);
  EXPECT_EQ(found.at("first_player_points"), 1);
  EXPECT_EQ(found.at("gammons"), 1);
  EXPECT_EQ(found.at("bytes"), 100);
}

}  // namespace
}  // namespace gioul
