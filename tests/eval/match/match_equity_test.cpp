#include "eval/match/match_equity.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "engine/outcome.h"
#include "engine/rng.h"

namespace gioul {
namespace {

// Lose 2, lose 1, tie, win 1, win 2 for the starter.
constexpr StarterProbabilities kGame = {0.1, 0.3, 0.0, 0.4, 0.2};
constexpr StarterProbabilities kWithTies = {0.05, 0.2, 0.25, 0.35, 0.15};

TEST(MatchEquity, OnePointMatchIsASingleGame) {
  const MatchEquityTable equity(1, {kGame});
  EXPECT_DOUBLE_EQ(equity.win_probability({1, 1, true, 0}), 0.6);
  EXPECT_DOUBLE_EQ(equity.win_probability({1, 1, false, 0}), 0.4);
}

TEST(MatchEquity, MatchesHandComputationForTwoPoints) {
  const MatchEquityTable equity(2, {kGame});
  // 1-away 2-away: a win ends the match; a single loss leads to 1-1, the opponent starts (0.4).
  EXPECT_NEAR(equity.win_probability({1, 2, true, 0}), 0.6 + 0.3 * 0.4, 1e-15);
  // 2-away 1-away: a gammon ends the match; a single win leads to 1-1, the same player starts.
  EXPECT_NEAR(equity.win_probability({2, 1, true, 0}), 0.2 + 0.4 * 0.6, 1e-15);
  // 2-away 2-away: 0.2 + 0.4 * win_probability(1, 2, starts) + 0.3 * win_probability(2, 1, opponent
  // starts).
  EXPECT_NEAR(equity.win_probability({2, 2, true, 0}), 0.2 + 0.4 * 0.72 + 0.3 * (1.0 - 0.72),
              1e-15);
}

TEST(MatchEquity, MatchesHandComputationForThreePoints) {
  const MatchEquityTable equity(3, {kGame});
  // 1-away 3-away: a single loss leads to 1-2, a lost gammon to 1-1; the opponent starts.
  EXPECT_NEAR(equity.win_probability({1, 3, true, 0}), 0.6 + 0.3 * 0.56 + 0.1 * 0.4, 1e-15);
  // 3-away 1-away: any loss ends the match; a gammon leads to 1-1, a single win to 2-1.
  EXPECT_NEAR(equity.win_probability({3, 1, true, 0}), 0.2 * 0.6 + 0.4 * 0.44, 1e-15);
}

TEST(MatchEquity, StarterIsKeptAfterATie) {
  const MatchEquityTable equity(1, {kWithTies});
  EXPECT_NEAR(equity.win_probability({1, 1, true, 0}), 0.5 / 0.75, 1e-15);
}

TEST(MatchEquity, TieAdvancesToTheNextGameOfTheCycle) {
  // The first game is always tied, so the second decides, no matter which player started the first.
  const MatchEquityTable equity(1, {{0, 0, 1, 0, 0}, kGame});
  EXPECT_NEAR(equity.win_probability({1, 1, true, 0}), 0.6, 1e-15);
  EXPECT_NEAR(equity.win_probability({1, 1, true, 1}), 0.6, 1e-15);
}

TEST(MatchEquity, MatchesResultsOfPlayedMatches) {
#ifdef GIOUL_REDUCED_TESTS
  constexpr int kMatches = 20'000;
#else
  constexpr int kMatches = 200'000;
#endif
  const std::vector<StarterProbabilities> shares = {kGame, kWithTies, {0.3, 0.2, 0.1, 0.25, 0.15}};
  const MatchEquityTable equity(4, shares);
  CounterRng random(3, 0, RngStream::kDice);
  for (const MatchScore begin :
       {MatchScore{4, 4, true, 0}, MatchScore{2, 4, false, 1}, MatchScore{3, 1, true, 2}}) {
    int won = 0;
    for (int i = 0; i < kMatches; ++i) {
      int needs = begin.away;
      int other_needs = begin.opponent_away;
      bool starts = begin.starts_game;
      for (std::size_t game = begin.game_index; needs > 0 && other_needs > 0;
           game = (game + 1) % 3) {
        double u = random.uniform();
        int points = 2;
        for (std::size_t o = 0; o < 5; ++o) {
          u -= shares[game][o];
          if (u < 0) {
            points = static_cast<int>(o) - 2;
            break;
          }
        }
        if (!starts) points = -points;
        if (points > 0) needs -= points;
        if (points < 0) other_needs += points;
        if (points != 0) starts = points > 0;
      }
      won += needs <= 0 ? 1 : 0;
    }
    const double error = 0.5 / std::sqrt(kMatches);
    EXPECT_NEAR(won / static_cast<double>(kMatches), equity.win_probability(begin), 4 * error);
  }
}

TEST(MatchEquity, BothPlayersChancesSumToOne) {
  const MatchEquityTable equity(5, {kWithTies, kGame});
  for (int own = 1; own <= 5; ++own) {
    for (int other = 1; other <= 5; ++other) {
      EXPECT_NEAR(equity.win_probability({own, other, true, 1}) +
                      equity.win_probability({other, own, false, 1}),
                  1.0, 1e-12);
    }
  }
}

TEST(MatchEquity, GammonsAreWorthlessIfBothNeedOnePoint) {
  const Utility utility = MatchEquityTable(5, {kGame}).utility({1, 1, false, 0});
  EXPECT_EQ(utility.evaluate(Outcome::kWin2), utility.evaluate(Outcome::kWin1));
  EXPECT_EQ(utility.evaluate(Outcome::kLose2), utility.evaluate(Outcome::kLose1));
  EXPECT_EQ(utility.evaluate(Outcome::kWin1), 1.0);
  EXPECT_EQ(utility.evaluate(Outcome::kLose1), -1.0);
}

TEST(MatchEquity, GammonMattersOnlyToThePlayerNeedingTwoPoints) {
  const MatchEquityTable equity(5, {kGame});
  const Utility behind = equity.utility({2, 1, true, 0});
  // The winning chance is 1 after a gammon, 0.6 after a single win and 0 after a loss.
  EXPECT_NEAR(behind.evaluate(Outcome::kWin2), 0.7 / 0.3, 1e-12);
  EXPECT_EQ(behind.evaluate(Outcome::kLose2), behind.evaluate(Outcome::kLose1));
  const Utility ahead = equity.utility({1, 2, false, 0});
  EXPECT_EQ(ahead.evaluate(Outcome::kWin2), ahead.evaluate(Outcome::kWin1));
  EXPECT_LT(ahead.evaluate(Outcome::kLose2), ahead.evaluate(Outcome::kLose1) - 0.5);
}

TEST(MatchEquity, IsZeroSum) {
  const MatchEquityTable equity(4, {kWithTies, kGame});
  const Utility own = equity.utility({3, 2, true, 1}).flipped();
  const Utility other = equity.utility({2, 3, false, 1});
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    const auto outcome = static_cast<Outcome>(o);
    EXPECT_NEAR(own.evaluate(outcome), other.evaluate(outcome), 1e-9);
  }
}

TEST(MatchEquity, RejectsInvalidDistributions) {
  EXPECT_THROW(MatchEquityTable(3, {{0.5, 0.5, 0.5, 0, 0}}), InputError);
  EXPECT_THROW(MatchEquityTable(3, {{-0.5, 0.5, 0.5, 0.5, 0}}), InputError);
  EXPECT_THROW(MatchEquityTable(3, {{0, 0, 1, 0, 0}}), InputError);
  EXPECT_THROW(MatchEquityTable(0, {kGame}), InputError);
  EXPECT_THROW(MatchEquityTable(kMaxTargetPoints + 1, {kGame}), InputError);
}

TEST(Utility, ScaledPointsAreEquivalentToPoints) {
  EXPECT_TRUE(Utility(Utility::OutcomeUtilities{-6, -3, 0, 3, 6}).is_points());
  EXPECT_TRUE(Utility(Utility::OutcomeUtilities{0.25, 0.375, 0.5, 0.625, 0.75}).is_points());
  EXPECT_TRUE(Utility().flipped().is_points());
  EXPECT_FALSE(Utility(Utility::OutcomeUtilities{-1, -1, 0, 1, 1}).is_points());
}

TEST(Utility, ConstantUtilityFallsBackToPoints) {
  EXPECT_TRUE(Utility(Utility::OutcomeUtilities{0.3, 0.3, 0.3, 0.3, 0.3}).is_points());
}

TEST(Utility, GammonsSetTheScaleIfOnlyTheyMatter) {
  const Utility utility(Utility::OutcomeUtilities{0, 1, 1, 1, 1});
  EXPECT_EQ(utility.evaluate(Outcome::kLose2), -1.0);
  EXPECT_EQ(utility.evaluate(Outcome::kWin1), 1.0);
}

}  // namespace
}  // namespace gioul
