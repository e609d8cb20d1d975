#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/tournament/sprt.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

using nlohmann::json;

TEST(SprtReport, JsonHasBothStatementsAndTheVerdict) {
  const TournamentOptions games =
      sprt_games({.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000});
  const SprtReport report = sprt_report(statements_in_points(0.0, 0.1), games, 5000);
  const json found = json::parse(sprt_json(report));
  EXPECT_EQ(found.at("players"), json({"blocker", "random"}));
  EXPECT_EQ(found.at("unit"), "points per game");
  EXPECT_EQ(found.at("h1"), 0.1);
  EXPECT_EQ(found.at("verdict"), verdict_name(report.result.verdict));
  EXPECT_EQ(found.at("games"), 2 * found.at("pairs").get<int>());
}

TEST(SprtReport, PageSaysWhatTheTestCameTo) {
  const TournamentOptions games =
      sprt_games({.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000});
  const SprtReport report = sprt_report(statements_in_points(0.0, 0.1), games, 5000);
  const std::string page = sprt_page(report, games);
  EXPECT_TRUE(holds(page, {verdict_text(report), "blocker"}));
}

TEST(SprtReport, StatementsInEloNameTheirScale) {
  const SprtStatements statements = statements_in_elo(0.0, 10.0, RatingScale::kByWins);
  EXPECT_EQ(statements.unit, "Elo over wins");
  EXPECT_EQ(statements.test.points0, 0.0);
  EXPECT_GT(statements.test.points1, 0.0);
}

}  // namespace
}  // namespace gioul
