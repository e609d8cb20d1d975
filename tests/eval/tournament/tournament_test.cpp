#include "eval/tournament/tournament.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/outcome.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::int64_t kPairsPlayed = 20;
#else
constexpr std::int64_t kPairsPlayed = 300;
#endif

TournamentOptions options_for(std::vector<std::string> players) {
  return {.players = std::move(players), .pairs = kPairsPlayed, .seed = 3};
}

TEST(Tournament, AddingAPlayerKeepsTheOtherResults) {
  const auto two = run_tournament(options_for({"random", "blocker"}));
  const auto three = run_tournament(options_for({"random", "blocker", "random"}));
  ASSERT_EQ(three.pairings.size(), 3u);
  EXPECT_EQ(two.pairings[0].outcomes, three.pairings[0].outcomes);
}

TEST(Tournament, BlockerBeatsRandomByMoreThanTheError) {
  const auto result = run_tournament(options_for({"blocker", "random"})).pairings.at(0);
  const Estimate points = result.points_per_game();
  EXPECT_GT(points.mean, 4 * points.standard_error);
}

TEST(Tournament, CountsEveryGameOnce) {
  const auto result = run_tournament(options_for({"random", "blocker"})).pairings.at(0);
  std::int64_t games = 0;
  std::int64_t points_sum = 0;
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    games += result.outcomes[o];
    points_sum += result.outcomes[o] * points(static_cast<Outcome>(o));
  }
  EXPECT_EQ(games, 2 * kPairsPlayed);
  EXPECT_EQ(result.games(), 2 * kPairsPlayed);
  EXPECT_EQ(points_sum, result.pair_points.sum());
}

TEST(Tournament, PlaysEveryGame) {
  for (const char* variant : {"gioul", "gul-bara", "gul-bara-lost", "plakoto", "plakoto-no-mother",
                              "fevga", "moultezim", "portes"}) {
    TournamentOptions options = options_for({"random", "blocker"});
    options.game = find_game(variant);
    options.pairs = 5;
    EXPECT_EQ(run_tournament(options).pairings.at(0).games(), 10) << variant;
  }
}

TEST(Tournament, RejectsInvalidOptions) {
  EXPECT_THROW(run_tournament(options_for({"random"})), InputError);
  EXPECT_THROW(run_tournament(options_for({"random", "unknown"})), InputError);
  TournamentOptions none = options_for({"random", "blocker"});
  none.pairs = 0;
  EXPECT_THROW(run_tournament(none), InputError);
  TournamentOptions portes = options_for({"random", "blocker"});
  portes.game = find_game("portes");
  portes.checkers = 3;
  EXPECT_THROW(run_tournament(portes), InputError);
}

TEST(Tournament, AdjustedResultsAreResultsMinusLuck) {
  TournamentOptions options = options_for({"blocker", "random"});
  options.luck_adjustment = LuckAdjustment::kAlways;
  const PairingTotals adjusted = run_tournament(options).pairings.at(0);
  options.luck_adjustment = LuckAdjustment::kNever;
  const PairingTotals raw = run_tournament(options).pairings.at(0);
  ASSERT_TRUE(adjusted.is_luck_adjusted());
  EXPECT_FALSE(raw.is_luck_adjusted());
  EXPECT_EQ(adjusted.outcomes, raw.outcomes);
  EXPECT_EQ(adjusted.raw_points_per_game().mean, raw.points_per_game().mean);
  const Estimate luck = adjusted.luck_per_game();
  EXPECT_NEAR(adjusted.points_per_game().mean, raw.points_per_game().mean - luck.mean, 1e-9);
  EXPECT_LT(std::abs(luck.mean), 4 * luck.standard_error);
  EXPECT_LT(adjusted.points_per_game().standard_error, raw.points_per_game().standard_error);
}

}  // namespace
}  // namespace gioul
