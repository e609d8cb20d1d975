#include <gtest/gtest.h>

#include "eval/tournament/sprt.h"
#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

TEST(SprtReport, PageStatesTheVerdict) {
  const TournamentOptions games{
      .checkers = 4, .player_names = {"blocker", "random"}, .pairs_per_pairing = 5000};
  const SprtReport report = run_sprt(hypotheses_in_points(0.0, 0.1), games);
  const std::string page = sprt_page(report, games);
  EXPECT_TRUE(holds(page, {format_sprt_verdict(report), "SPRT of gioul: blocker against random",
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
  for (int i = 0; i < 10'000; ++i) result.add({.pair_number = i, .game_results = {}}, hypotheses);
  EXPECT_EQ(result.pairs_per_curve_point, 8);
  EXPECT_EQ(result.log_likelihood_ratio_curve.size(), 1250u);
  EXPECT_EQ(result.log_likelihood_ratio_curve.back(), result.log_likelihood_ratio);
}

TEST(SprtReport, EloHypothesesNameTheirScale) {
  const SprtHypotheses hypotheses = hypotheses_in_elo(0.0, 10.0, RatingBasis::kByWins);
  EXPECT_EQ(hypotheses.unit, "Elo over wins");
  EXPECT_EQ(hypotheses.test_options.h0_points_per_game, 0.0);
  EXPECT_GT(hypotheses.test_options.h1_points_per_game, 0.0);
}

}  // namespace
}  // namespace gioul
