#include "selfplay/train/metrics.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/checksum.h"
#include "nn/net/net_file.h"
#include "selfplay/report/run_history.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using nlohmann::json;

class MetricsTest : public ::testing::Test {
 protected:
  // Returns the history of a run whose metrics add(metrics) has written.
  template <typename F>
  RunHistory history_after(F add) {
    put_bytes(folder_ / "config.toml", "");
    {
      MetricsFile metrics(folder_ / "metrics.jsonl", 0);
      add(metrics);
    }
    return read_run_history(folder_.path());
  }
  // Returns the only event of this name.
  json event(const std::string& name) const {
    std::istringstream lines(bytes_of(folder_ / "metrics.jsonl"));
    for (std::string line; std::getline(lines, line);) {
      if (json event = json::parse(line); event.at("event") == name) return event;
    }
    return {};
  }

  TemporaryFolder folder_;
  Net net_ = make_random_net("gioul", 4, {3}, 1);
};

TEST_F(MetricsTest, LogsEveryNumberOfAGeneration) {
  Generation generation;
  generation.games = 20;
  generation.decisions = 1000;
  generation.first_mover_wins = 7;
  generation.ties = 5;
  generation.gammons = 4;
  generation.first_mover_points = -3;
  generation.truncated_game_count = 2;
  generation.forfeit_decision_count = 30;
  generation.evaluation_count = 4000;
  generation.games_hash = 1;
  const RunHistory run = history_after([&](MetricsFile& metrics) {
    metrics.add_generation({.games_learned = 60, .training_seconds = 0.5}, 3, generation,
                           {0.1, 0.2, 0.3, 0.4, 0.5}, 0.01, 0xabc);
  });
  EXPECT_EQ(run.games_learned, 60);
  EXPECT_EQ(run.training_seconds, 0.5);
  ASSERT_EQ(run.spans.size(), 1u);
  const auto expect = [&](Metric metric, double sum, double weight) {
    const Ratio& ratio = run.spans[0].metric_ratios[static_cast<std::size_t>(metric)];
    EXPECT_DOUBLE_EQ(ratio.numerator, sum) << static_cast<int>(metric);
    EXPECT_DOUBLE_EQ(ratio.denominator, weight) << static_cast<int>(metric);
  };
  expect(Metric::kLoss, 1.5, 1);
  expect(Metric::kLossLose2, 0.1, 1);
  expect(Metric::kLossWin2, 0.5, 1);
  expect(Metric::kLearningRate, 0.01, 1);
  expect(Metric::kEvaluationsPerSecond, 4000, 0.5);
  expect(Metric::kDecisionsPerGame, 1000, 20);
  expect(Metric::kGammonShare, 4, 20);
  expect(Metric::kForfeitShare, 30, 1000);
  expect(Metric::kFirstMoverWinShare, 9.5, 20);
  expect(Metric::kFirstMoverPoints, -3, 20);
  const json line = event("generation");
  EXPECT_EQ(line.at("generation"), 3);
  EXPECT_EQ(line.at("unfinished"), 2);
  EXPECT_EQ(line.at("games_hash"), "0000000000000abc");
}

TEST_F(MetricsTest, LogsTheStrengthOfANet) {
  StrengthResult result{.opponent = "blocker", .game_totals = {}};
  GameResult won;
  won.outcome = Outcome::kWin2;
  GameResult lost;
  lost.outcome = Outcome::kLose1;
  for (int i = 0; i < 10; ++i) result.game_totals.add({.game_results = {won, i < 7 ? lost : won}});
  const RunHistory run = history_after([&](MetricsFile& metrics) {
    metrics.add_run_start({}, net_, {});
    metrics.add_strength({.games_learned = 60, .training_seconds = 0.5}, result, net_);
  });
  ASSERT_EQ(run.strength_measurements.size(), 1u);
  const StrengthMeasurement& strength = run.strength_measurements[0];
  const Estimate points = result.game_totals.points_per_game();
  EXPECT_EQ(strength.games_learned, 60);
  EXPECT_EQ(strength.training_seconds, 0.5);
  EXPECT_EQ(strength.opponent, "blocker");
  EXPECT_DOUBLE_EQ(strength.points_per_game, 1.05);
  EXPECT_DOUBLE_EQ(strength.standard_error, points.standard_error);
  EXPECT_EQ(strength.pair_count, 10);
  for (const char* name : {"begin", "strength"})
    EXPECT_EQ(event(name).at("net"), format_hex(checksum(net_))) << name;
}

TEST_F(MetricsTest, LogsEveryBinOfACalibration) {
  Calibration calibration;
  for (std::size_t i = 0; i < 30; ++i) {
    calibration.bins[i / 10][i % 10] = {.prediction_count = 100 + static_cast<std::int64_t>(i),
                                        .predicted_sum = 0.5 + static_cast<double>(i),
                                        .event_count = static_cast<std::int64_t>(i)};
  }
  const RunHistory run = history_after(
      [&](MetricsFile& metrics) { metrics.add_calibration({.games_learned = 60}, calibration); });
  ASSERT_EQ(run.calibrations.size(), 1u);
  ASSERT_EQ(run.calibrations[0].bins.size(), 30u);
  for (std::size_t i = 0; i < 30; ++i) {
    const CalibrationMeasurement::Bin& bin = run.calibrations[0].bins[i];
    const auto number = static_cast<double>(i);
    EXPECT_EQ(bin.outcome_name, (std::array{"win", "win 2", "lose 2"}[i / 10]));
    EXPECT_EQ(bin.prediction_count, 100 + number);
    EXPECT_EQ(bin.predicted_sum, 0.5 + number);
    EXPECT_EQ(bin.event_count, number);
  }
}

}  // namespace
}  // namespace gioul
