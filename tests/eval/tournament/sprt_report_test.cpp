#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "eval/tournament/sprt.h"
#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

using nlohmann::json;

TEST(SprtReport, JsonHasBothHypothesesAndTheVerdict) {
  const TournamentOptions games{.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000};
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.1), games);
  const json found = json::parse(sprt_json(report));
  EXPECT_EQ(found.at("players"), json({"blocker", "random"}));
  EXPECT_EQ(found.at("names"), found.at("players"));
  EXPECT_EQ(found.at("unit"), "points per game");
  EXPECT_EQ(found.at("h1"), 0.1);
  EXPECT_EQ(found.at("verdict"), verdict_name(report.result.verdict));
  EXPECT_EQ(found.at("games"), 2 * found.at("pairs").get<int>());
}

TEST(SprtReport, PageStatesTheVerdict) {
  const TournamentOptions games{.checkers = 4, .players = {"blocker", "random"}, .pairs = 5000};
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.1), games);
  const std::string page = sprt_page(report, games);
  EXPECT_TRUE(holds(page, {format_verdict(report), "SPRT of gioul: blocker against random",
                           "Made by gioul sprt", "Log-likelihood ratio after each pair"}));
  EXPECT_EQ(markup_problem(page), "");
  EXPECT_FALSE(holds(page, "http-equiv"));
  const std::string live = sprt_page(report, games, true);
  EXPECT_TRUE(holds(live, {"<meta http-equiv=\"refresh\" content=\"5\" />", "Running: "}));
  EXPECT_EQ(markup_problem(live), "");
}

TEST(SprtReport, CurveHasAtMostTwoThousandPoints) {
  const SprtHypotheses hypotheses = hypotheses_in_points(0.0, 0.1);
  SprtResult result;
  for (int i = 0; i < 10'000; ++i) result.add({.number = i, .games = {}}, hypotheses);
  EXPECT_EQ(result.curve_step, 8);
  EXPECT_EQ(result.curve.size(), 1250u);
  EXPECT_EQ(result.curve.back(), result.llr);
}

TEST(SprtReport, EloHypothesesNameTheirScale) {
  const SprtHypotheses hypotheses = hypotheses_in_elo(0.0, 10.0, RatingScale::kByWins);
  EXPECT_EQ(hypotheses.unit, "Elo over wins");
  EXPECT_EQ(hypotheses.test.points0, 0.0);
  EXPECT_GT(hypotheses.test.points1, 0.0);
}

}  // namespace
}  // namespace gioul
