#include "eval/tournament/ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "engine/outcome.h"
#include "engine/rng.h"

namespace gioul {
namespace {

constexpr double kEloPerLogit = 400.0 / 2.302585092994046;

// Each observation is a single won or lost game, counted as a pair.
PairScores scores_of(int won, int lost) {
  PairScores scores{.sample = {}, .max_pair_score = 2};
  for (int i = 0; i < won; ++i) scores.sample.add(2);
  for (int i = 0; i < lost; ++i) scores.sample.add(-2);
  return scores;
}

std::vector<PairingScores> meetings_of(const std::vector<std::vector<int>>& wins) {
  std::vector<PairingScores> pairings;
  for (std::size_t a = 0; a < wins.size(); ++a) {
    for (std::size_t b = a + 1; b < wins.size(); ++b) {
      pairings.push_back({a, b, scores_of(wins[a][b], wins[b][a])});
    }
  }
  return pairings;
}

double logits(const Ratings& ratings, std::size_t player, std::size_t reference) {
  return (ratings.elo[player].mean - ratings.elo[reference].mean) / kEloPerLogit;
}

// Agresti, Categorical Data Analysis, table 10.10: the American League, eastern division, 1987. The
// estimates are from Turner and Firth (2012), "Bradley-Terry models in R: the BradleyTerry2
// package", section 3.
TEST(Ratings, MatchTheBaseballExample) {
  const Ratings ratings = compute_ratings(7, meetings_of({{0, 7, 9, 7, 7, 9, 11},
                                                          {6, 0, 7, 5, 11, 9, 9},
                                                          {4, 6, 0, 7, 7, 8, 12},
                                                          {6, 8, 6, 0, 6, 7, 10},
                                                          {6, 2, 6, 7, 0, 7, 12},
                                                          {4, 4, 5, 6, 6, 0, 6},
                                                          {2, 4, 1, 3, 1, 7, 0}}));
  EXPECT_FALSE(ratings.has_added_tied_pairs);
  EXPECT_NEAR(logits(ratings, 0, 6), 1.5814, 5e-5);  // Milwaukee over Baltimore
  EXPECT_NEAR(logits(ratings, 1, 6), 1.4364, 5e-5);
  EXPECT_NEAR(logits(ratings, 2, 6), 1.2945, 5e-5);
  EXPECT_NEAR(logits(ratings, 3, 6), 1.2476, 5e-5);
  EXPECT_NEAR(logits(ratings, 4, 6), 1.1077, 5e-5);
  EXPECT_NEAR(logits(ratings, 5, 6), 0.6839, 5e-5);
  double sum = 0.0;
  for (const Estimate& elo : ratings.elo) sum += elo.mean;
  EXPECT_NEAR(sum, 0.0, 1e-6);
}

// Stigler (1994), citations between statistics journals; estimates from the same paper.
TEST(Ratings, MatchTheCitationsExample) {
  const Ratings ratings = compute_ratings(
      4,
      meetings_of({{0, 730, 498, 221}, {33, 0, 68, 17}, {320, 813, 0, 142}, {284, 276, 325, 0}}));
  EXPECT_NEAR(logits(ratings, 1, 0), -2.9491, 5e-5);  // Comm Statist over Biometrika
  EXPECT_NEAR(logits(ratings, 2, 0), -0.4796, 5e-5);
  EXPECT_NEAR(logits(ratings, 3, 0), 0.2690, 5e-5);
}

// For two players, Elo is the logit of the score, and its error follows from the score's error.
TEST(Ratings, ErrorMatchesTheScoreErrorForTwoPlayers) {
  PairScores scores{.sample = {}, .max_pair_score = 4};
  for (const int points : {4, 2, 1, 0, 0, -1, -2, 3, 4, -4, 0, 2}) scores.sample.add(points);
  const Estimate score = scores.mean_elo_score();
  const Ratings ratings = compute_ratings(2, std::vector<PairingScores>{{0, 1, scores}});
  EXPECT_NEAR(elo_to_score(ratings.elo[0].mean - ratings.elo[1].mean), score.mean, 1e-8);
  const double slope = kEloPerLogit / (score.mean * (1.0 - score.mean));
  EXPECT_NEAR(ratings.elo[0].standard_error, 0.5 * slope * score.standard_error, 1e-6);
  EXPECT_NEAR(ratings.elo[1].standard_error, ratings.elo[0].standard_error, 1e-9);
}

TEST(Ratings, ScaleIsElo) {
  EXPECT_NEAR(elo_to_score(0.0), 0.5, 1e-12);
  EXPECT_NEAR(elo_to_score(400.0), 10.0 / 11.0, 1e-12);
  EXPECT_NEAR(elo_to_score(200.24), 0.76, 1e-5);  // in FIDE's tables, 76 % is 200 Elo
}

TEST(Ratings, CountAGammonTwiceByPointsAndOnceByWins) {
  PairingTotals result;
  GamePair pair;
  pair.game_results[0].outcome = Outcome::kWin2;
  pair.game_results[1].outcome = Outcome::kWin1;  // won by the opponent, who moved first
  for (int i = 0; i < 10; ++i) result.add(pair);
  EXPECT_DOUBLE_EQ(pair_scores(result, RatingBasis::kByWins).mean_elo_score().mean, 0.5);
  EXPECT_DOUBLE_EQ(pair_scores(result, RatingBasis::kByPoints).mean_elo_score().mean, 0.625);
  EXPECT_THROW(parse_rating_basis("games"), InputError);
}

TEST(Ratings, WinlessPlayerGetsFiniteRating) {
  const Ratings ratings = compute_ratings(3, meetings_of({{0, 5, 20}, {5, 0, 20}, {0, 0, 0}}));
  EXPECT_TRUE(ratings.has_added_tied_pairs);
  EXPECT_LT(ratings.elo[2].mean, -300.0);
  EXPECT_GT(ratings.elo[2].mean, -1000.0);
  EXPECT_GT(ratings.elo[2].standard_error, ratings.elo[0].standard_error);
  EXPECT_NEAR(ratings.elo[0].mean, ratings.elo[1].mean, 1e-6);
}

TEST(Ratings, NeedDrawnPairsIfPairingsLeavePlayersUnconnected) {
  std::vector<PairingScores> pairings = {{0, 1, scores_of(12, 8)}, {0, 2, scores_of(0, 0)}};
  EXPECT_TRUE(compute_ratings(3, pairings).has_added_tied_pairs);
  pairings[1].scores = scores_of(6, 6);
  EXPECT_FALSE(compute_ratings(3, pairings).has_added_tied_pairs);
}

// Both games of each pair end alike here, so errors based on single games would be a third too
// small.
TEST(Ratings, IntervalsHaveTheirNominalCoverage) {
  constexpr int kTournaments = 400;
  constexpr int kPairs = 200;
  const std::vector<double> truth = {60.0, 0.0, -60.0};
  int inside = 0;
  for (int t = 0; t < kTournaments; ++t) {
    CounterRng rng(11, static_cast<std::uint64_t>(t), RngStream::kDice);
    std::vector<PairingScores> pairings;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = a + 1; b < 3; ++b) {
        PairScores scores{.sample = {}, .max_pair_score = 2};
        for (int pair = 0; pair < kPairs; ++pair) {
          scores.sample.add(rng.uniform() < elo_to_score(truth[a] - truth[b]) ? 2 : -2);
        }
        pairings.push_back({a, b, scores});
      }
    }
    const Ratings ratings = compute_ratings(3, pairings);
    for (std::size_t i = 0; i < 3; ++i) {
      inside += std::abs(ratings.elo[i].mean - truth[i]) < ratings.elo[i].margin95() ? 1 : 0;
    }
  }
  EXPECT_NEAR(inside / (3.0 * kTournaments), 0.95, 0.025);
}

}  // namespace
}  // namespace gioul
