#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/analysis/resumable_statistics.h"

namespace gioul {
namespace {

using nlohmann::json;

json statistics_of(std::string_view game) {
  return json::parse(statistics_json(
      compute_statistics("random", {.game = find_game(game), .checkers = 15, .game_count = 20})));
}

TEST(StatisticsReport, JsonHasOptionsAndAllRolls) {
  const json found = statistics_of("gioul");
  EXPECT_EQ(found.at("variant"), "gioul");
  EXPECT_EQ(found.at("player"), "random");
  EXPECT_EQ(found.at("games"), 20);
  EXPECT_EQ(found.at("roll_values").size(), kDistinctRolls.size());
  EXPECT_EQ(found.at("chains").size(), 6u);
}

TEST(StatisticsReport, HasChainsOnlyInGamesWithChains) {
  EXPECT_FALSE(statistics_of("fevga").contains("chains"));
}

}  // namespace
}  // namespace gioul
