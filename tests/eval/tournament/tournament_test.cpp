#include "eval/tournament/tournament.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "base/interrupt.h"
#include "engine/games/game.h"
#include "eval/tournament/adjusted_sample.h"
#include "eval/tournament/sprt.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::int64_t kPairsPlayed = 20;
#else
constexpr std::int64_t kPairsPlayed = 300;
#endif

TournamentOptions options_for(std::vector<std::string> players) {
  return {.player_names = std::move(players), .pairs_per_pairing = kPairsPlayed, .seed = 3};
}

TEST(Tournament, PlaysEveryGame) {
  for (const std::string_view variant : game_names()) {
    TournamentOptions options = options_for({"random", "blocker"});
    options.game = find_game(variant);
    options.pairs_per_pairing = 5;
    EXPECT_EQ(run_tournament(options).pairings.at(0).game_count(), 10) << variant;
  }
}

// Makes the first play, and requests a stop at one of its decisions.
class StoppingPlayer : public Player {
 public:
  StoppingPlayer(StopFlag& stop, int decision) : stop_(stop), left_(decision) {}
  std::size_t choose(const Position&, const AfterstateList&, CounterRng&) override {
    if (--left_ == 0) stop_ = true;
    return 0;
  }

 private:
  StopFlag& stop_;
  int left_;
};

TEST(Tournament, StoppedOneHasTheFinishedPairs) {
  StopFlag stop = false;
  const StopFlagScope bound(&stop);
  TournamentOptions options = options_for({"stopper", "random"});
  const auto stop_at = [&](int decision) {
    options.custom_players["stopper"] = [&stop, decision] {
      return std::make_unique<StoppingPlayer>(stop, decision);
    };
  };
  stop_at(1000);
  const PairingTotals stopped = run_tournament(options).pairings.at(0);
  EXPECT_TRUE(stop);
  stop = false;
  const SprtReport test = run_sprt(hypotheses_in_points(-1e-9, 1e-9), options);
  stop = false;
  stop_at(-1);
  EXPECT_GT(stopped.game_count(), 0);
  EXPECT_LT(stopped.game_count(), 2 * kPairsPlayed);
  EXPECT_EQ(test.result.game_totals.outcome_counts, stopped.outcome_counts);
  EXPECT_TRUE(format_sprt_verdict(test).ends_with(" so far"));
  options.pairs_per_pairing = stopped.game_count() / 2;
  EXPECT_EQ(run_tournament(options).pairings[0].outcome_counts, stopped.outcome_counts);
}

TEST(Tournament, RejectsInvalidOptions) {
  EXPECT_THROW(run_tournament(options_for({"random"})), InputError);
  EXPECT_THROW(run_tournament(options_for({"random", "unknown"})), InputError);
  TournamentOptions none = options_for({"random", "blocker"});
  none.pairs_per_pairing = 0;
  EXPECT_THROW(run_tournament(none), InputError);
  TournamentOptions portes = options_for({"random", "blocker"});
  portes.game = find_game("portes");
  portes.checkers = 3;
  EXPECT_THROW(run_tournament(portes), InputError);
}

TEST(Tournament, AdjustedResultsOfFewPairsArePossible) {
  LuckAdjustedSample sample;
  for (const int luck : {-3, -5}) sample.add(2, luck * kLuckUnitsPerPoint);
  EXPECT_EQ(sample.estimate().mean, 2.0);
  EXPECT_EQ(sample.estimate().high95(), 2.0);
}

TEST(Tournament, AdjustedResultsAreResultsMinusLuck) {
  TournamentOptions options = options_for({"blocker", "random"});
  options.luck_adjustment = LuckAdjustment::kAlways;
  const PairingTotals adjusted = run_tournament(options).pairings.at(0);
  options.luck_adjustment = LuckAdjustment::kNever;
  const PairingTotals raw = run_tournament(options).pairings.at(0);
  ASSERT_TRUE(adjusted.is_luck_adjusted());
  EXPECT_FALSE(raw.is_luck_adjusted());
  EXPECT_EQ(adjusted.outcome_counts, raw.outcome_counts);
  EXPECT_EQ(adjusted.pair_points.raw_estimate().mean, raw.points_per_game().mean);
  const Estimate luck = adjusted.pair_points.luck_estimate();
  EXPECT_NEAR(adjusted.points_per_game().mean, raw.points_per_game().mean - luck.mean, 1e-9);
  EXPECT_LT(std::abs(luck.mean), 4 * luck.standard_error);
  EXPECT_LT(adjusted.points_per_game().standard_error, raw.points_per_game().standard_error);
}

TEST(Tournament, PilotsSpreadDeterminesTheNumberOfPairs) {
  TournamentOptions options = options_for({"blocker", "random", "random"});
  options.checkers = 3;
  options.pairs_per_pairing = kPilotPairs;
  double largest = 0.0;
  for (const PairingTotals& pairing : run_tournament(options).pairings) {
    largest = std::max(largest, pairing.points_per_game().standard_error);
  }
  options.target_error = 0.8 * largest;
  const TournamentResult result = run_tournament(options);
  EXPECT_EQ(result.pairs_per_pairing, std::ceil(kPilotPairs / (0.8 * 0.8)));
  EXPECT_EQ(result.game_count(), 3 * 2 * result.pairs_per_pairing);
  options.pairs_per_pairing = result.pairs_per_pairing;
  options.target_error = 0.0;
  const TournamentResult fixed = run_tournament(options);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.pairings[i].outcome_counts, fixed.pairings[i].outcome_counts);
  }
  options.target_error = 1.0;  // less than a pilot would do
  EXPECT_EQ(run_tournament(options).pairs_per_pairing, kPilotPairs);
}

TEST(Tournament, TargetErrorsMustBeReachableAndAreNotForParts) {
  TournamentOptions options = options_for({"blocker", "random"});
  options.checkers = 2;
  options.target_error = 1e-7;
  EXPECT_THROW(run_tournament(options), InputError);
  options.target_error = 0.1;
  options.part = {1, 2};
  EXPECT_THROW(run_tournament(options), InputError);
}

TEST(Tournament, FewEqualPairsLeaveRoomForOthers) {
  TournamentOptions options = options_for({"blocker", "blocker"});  // every pair is level
  options.pairs_per_pairing = 3;
  const PairingTotals result = run_tournament(options).pairings.at(0);
  const Estimate points = result.points_per_game();
  EXPECT_EQ(points.mean, 0.0);
  EXPECT_GT(points.standard_error, 0.1);
  EXPECT_LT(points.low95(), -0.5);
  EXPECT_GE(points.low95(), -2.0);
}

}  // namespace
}  // namespace gioul
