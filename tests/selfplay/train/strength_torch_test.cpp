#include <gtest/gtest.h>

#include "nn/encode/encoder.h"
#include "selfplay/train/strength.h"

namespace gioul {
namespace {

std::int64_t predictions(const TrainingConfig& config) {
  const Net net = make_random_net("gioul", Encoder(config.game).input_count(), {8}, 7);
  const Calibration calibration = measure_calibration(config, net, 1);
  std::int64_t count = 0;
  for (const CalibrationBin& bin : calibration.bins[0]) count += bin.prediction_count;
  return count;
}

TEST(Calibration, IgnoresTruncatedGames) {
  TrainingConfig config;
  config.checkers = 3;
  config.strength.pairs_per_opponent = 4;
  EXPECT_GT(predictions(config), 0);
  config.training.max_decisions = 2;
  EXPECT_EQ(predictions(config), 0);
}

TEST(Strength, LuckIsSubtractedOnRequest) {
  TrainingConfig config;
  config.strength.pairs_per_opponent = 20;
  config.strength.opponents = {"blocker"};
  const Net net = make_random_net("gioul", Encoder(config.game).input_count(), {8}, 7);
  EXPECT_FALSE(StrengthTest(config).measure(net, 1)[0].game_totals.is_luck_adjusted());
  config.strength.luck_adjustment = LuckAdjustment::kAlways;
  const LuckAdjustedSample points = StrengthTest(config).measure(net, 1)[0].game_totals.pair_points;
  ASSERT_TRUE(points.is_adjusted());
  EXPECT_LT(points.estimate().standard_error, points.raw_estimate().standard_error);
  config.gate.mode = GateMode::kSprt;
  EXPECT_TRUE(run_gate_test(config, net, net, 0, 1).game_totals.is_luck_adjusted());
}

TEST(Gate, AcceptsOnlyNetsThatAreSignificantlyBetter) {
  TrainingConfig config;
  config.checkers = 2;
  const auto gate = [&](std::uint64_t candidate, std::uint64_t best) {
    const int inputs = Encoder(config.game).input_count();
    return run_gate_test(config, make_random_net("gioul", inputs, {8}, candidate),
                         make_random_net("gioul", inputs, {8}, best), 0, 1);
  };
  EXPECT_TRUE(gate(1, 2).accepted);
  EXPECT_FALSE(gate(2, 1).accepted);
  const GateResult undecided = gate(2, 4);
  EXPECT_EQ(undecided.game_totals.pair_points.pair_count(), 20'000);
  EXPECT_GT(undecided.game_totals.points_per_game().mean, 0.0);
  EXPECT_FALSE(undecided.accepted);
}

}  // namespace
}  // namespace gioul
