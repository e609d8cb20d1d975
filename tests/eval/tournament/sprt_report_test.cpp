#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/tournament/sprt.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

using nlohmann::json;

TEST(SprtReport, JsonHasBothHypothesesAndTheVerdict) {
  const TournamentOptions games =
      sprt_tournament_options({.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000});
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.1), games, 5000);
  const json found = json::parse(sprt_json(report));
  EXPECT_EQ(found.at("players"), json({"blocker", "random"}));
  EXPECT_EQ(found.at("unit"), "points per game");
  EXPECT_EQ(found.at("h1"), 0.1);
  EXPECT_EQ(found.at("verdict"), verdict_name(report.result.verdict));
  EXPECT_EQ(found.at("games"), 2 * found.at("pairs").get<int>());
}

TEST(SprtReport, PageStatesTheVerdict) {
  const TournamentOptions games =
      sprt_tournament_options({.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000});
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.1), games, 5000);
  const std::string page = sprt_page(report, games);
  EXPECT_TRUE(holds(page, {format_verdict(report), "blocker"}));
}

TEST(SprtReport, EloHypothesesNameTheirScale) {
  const SprtHypotheses hypotheses = hypotheses_in_elo(0.0, 10.0, RatingScale::kByWins);
  EXPECT_EQ(hypotheses.unit, "Elo over wins");
  EXPECT_EQ(hypotheses.test.points0, 0.0);
  EXPECT_GT(hypotheses.test.points1, 0.0);
}

}  // namespace
}  // namespace gioul
