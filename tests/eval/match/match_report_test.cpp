#include "eval/match/match_report.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

namespace gioul {
namespace {

using nlohmann::json;

TEST(MatchReport, FirstNetMeasuresTheOutcomes) {
  for (const auto& [player, opponent, measuring] : {std::array{"net:a,plies=2", "net:b", "net:a"},
                                                    {"random", "net:b,plies=1", "net:b"},
                                                    {"blocker", "random", "blocker"},
                                                    {"ubgi:program", "random", "random"}}) {
    const std::array<Contestant, 2> contestants = {
        Contestant{player, {player}, MatchObjective::kMatchWinProbability},
        Contestant{opponent, {opponent}, MatchObjective::kMatchWinProbability}};
    EXPECT_EQ(measuring_player_name(contestants, 0), measuring);
  }
}

TEST(OutcomeFrequencies, JsonHasTheChancesAtEveryScore) {
  const std::vector<OutcomeFrequencies> all = {
      measure_outcome_frequencies("random", {.game = Game(), .checkers = 3, .game_count = 40})};
  const MatchEquityTable equity = compute_match_equity_table(3, all);
  const json found = json::parse(match_equity_json(equity, all));
  EXPECT_EQ(found.at("target"), 3);
  const json& game = found.at("games").at(0);
  EXPECT_EQ(game.at("player"), "random");
  EXPECT_EQ(game.at("games"), 40);
  ASSERT_EQ(game.at("chances").size(), 3u);
  EXPECT_EQ(game.at("chances").at(1).at(2),
            equity.win_probability(
                {.away = 2, .opponent_away = 3, .starts_game = true, .game_index = 0}));
}

}  // namespace
}  // namespace gioul
