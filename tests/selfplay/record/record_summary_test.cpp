#include "selfplay/record/record_summary.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/games/game.h"
#include "tests/base/holds.h"

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

TEST(RecordSummary, CountsChainsForfeitsAndGammons) {
  RecordSummary run({.game = find_game("gul-bara"), .checkers = 15, .version = "test"});
  GameRecord game;
  game.outcome = Outcome::kLose2;
  for (int i = 0; i < 8; ++i) {
    game.decisions.push_back({.dice = {2, 2}, .second_to_move = i % 2 == 1, .play = {}});
  }
  game.decisions.push_back({.type = DecisionType::kForfeit, .pending_moves = 9, .play = {}});
  game.decisions.push_back({.type = DecisionType::kForfeit, .pending_moves = 4, .play = {}});
  run.add(game);
  const auto found = nlohmann::json::parse(RecordSummary::format_json(std::vector{run})).at(0);
  EXPECT_EQ(found.at("chains"), 2) << "the fourth roll of each player";
  EXPECT_EQ(found.at("forfeits"), 1) << "consecutive decisions count once";
  EXPECT_EQ(found.at("gammons"), 1);
}

TEST(RecordSummary, TextHasSharesOfAllGames) {
  RecordSummary run({.game = Game(), .checkers = 15, .version = "test"});
  GameRecord game;
  game.decisions.resize(3);
  for (const Outcome outcome : {Outcome::kWin1, Outcome::kTie, Outcome::kLose1, Outcome::kLose2}) {
    game.outcome = outcome;
    run.add(game);
  }
  EXPECT_TRUE(
      holds(run.format_text(), {"first player     wins 25.00 %, -0.5000 points per game\n",
                                "ties             25.00 %\n", "gammons          25.00 %\n"}));
}

}  // namespace
}  // namespace gioul
