#include "selfplay/report/report_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

namespace gioul {
namespace {

// A run of `count` generations of 100 games and one second each; generation i (from 1) has i
// gammons.
RunHistory run_of(int count) {
  RunHistory run;
  run.name = "g1";
  for (int i = 1; i <= count; ++i) {
    GenerationSpan span{.generation_count = 1,
                        .games_learned_sum = 100.0 * i,
                        .training_seconds_sum = 1.0 * i,
                        .metric_ratios = {}};
    span.metric_ratios[static_cast<std::size_t>(Metric::kGammonShare)] = {1.0 * i, 100.0};
    span.metric_ratios[static_cast<std::size_t>(Metric::kLearningRate)] = {0.1, 1.0};
    run.spans.push_back(span);
  }
  run.games_learned = 100 * count;
  run.generation_count = count;
  return run;
}

const Curve& curve_of(const RunCurves& curves, std::string_view metric) {
  const Curve* const curve = curves.find_curve(metric);
  if (curve == nullptr) throw std::runtime_error("no " + std::string(metric));
  return *curve;
}

TEST(ReportCurves, ShortRunHasAPointPerGeneration) {
  const RunCurves curves = build_curves(run_of(5), {});
  const Curve& gammons = curve_of(curves, "gammon_share");
  ASSERT_EQ(gammons.points.size(), 5u);
  EXPECT_DOUBLE_EQ(gammons.points[2].value, 0.03);
  EXPECT_DOUBLE_EQ(gammons.points[2].games, 300.0);
  EXPECT_DOUBLE_EQ(gammons.points[2].seconds, 3.0);
  EXPECT_TRUE(std::isnan(gammons.points[2].standard_error)) << "not known for one generation";
  EXPECT_EQ(curves.find_curve("loss"), nullptr) << "not told";
}

// 1200 generations in 120 buckets: the third has generations 21 to 30. Their gammon rates are 0.21
// to 0.30 with mean 0.255; the standard deviation of ten numbers in steps of d is d sqrt(110 / 12).
TEST(ReportCurves, LongRunHasBucketMeansWithStandardErrors) {
  const RunCurves curves = build_curves(run_of(1200), {});
  const Curve& gammons = curve_of(curves, "gammon_share");
  ASSERT_EQ(gammons.points.size(), 120u);
  EXPECT_NEAR(gammons.points[2].value, 0.255, 1e-12);
  EXPECT_NEAR(gammons.points[2].games, 2550.0, 1e-9);
  EXPECT_NEAR(gammons.points[2].seconds, 25.5, 1e-9);
  EXPECT_NEAR(gammons.points[2].standard_error, 0.01 * std::sqrt(110.0 / 12.0) / std::sqrt(10.0),
              1e-12);
  const CurvePoint& rate = curve_of(curves, "learning_rate").points[2];
  EXPECT_NEAR(rate.value, 0.1, 1e-12);
  EXPECT_TRUE(std::isnan(rate.standard_error)) << "it is chosen, not measured";
}

TEST(ReportCurves, SpansAreAtTheMeanOfTheirGenerations) {
  GenerationSpan span{.generation_count = 2,
                      .games_learned_sum = 100 + 200,
                      .training_seconds_sum = 1 + 2,
                      .metric_ratios = {}};
  span.metric_ratios[static_cast<std::size_t>(Metric::kLoss)] = {3.0, 2.0};
  RunHistory run;
  run.spans = {span};
  const RunCurves curves = build_curves(run, {});
  const CurvePoint& point = curve_of(curves, "loss").points.at(0);
  EXPECT_DOUBLE_EQ(point.games, 150.0);
  EXPECT_DOUBLE_EQ(point.seconds, 1.5);
}

TEST(ReportCurves, BucketsContainEveryGenerationOnce) {
  for (const bool logarithmic : {false, true}) {
    for (const int count : {1, 2, 23, 24, 25, 100, 191, 1000, 5003}) {
      const RunCurves curves =
          build_curves(run_of(count), {.max_points = 120, .has_logarithmic_buckets = logarithmic});
      const Curve& gammons = curve_of(curves, "gammon_share");
      EXPECT_LE(gammons.points.size(), 120u) << count;
      EXPECT_LE(gammons.points.front().games, gammons.points.back().games);
      for (std::size_t i = 1; i < gammons.points.size(); ++i) {
        // Generation i has 100 i games and a gammon rate of i / 100, so their means agree.
        EXPECT_NEAR(gammons.points[i].games, 1e4 * gammons.points[i].value, 1e-6) << count;
        EXPECT_GT(gammons.points[i].games, gammons.points[i - 1].games) << count;
      }
    }
  }
}

TEST(ReportCurves, LogarithmicBucketsResolveTheStart) {
  const RunCurves equal = build_curves(run_of(10000), {});
  const RunCurves growing = build_curves(run_of(10000), {.has_logarithmic_buckets = true});
  EXPECT_GT(curve_of(equal, "gammon_share").points.front().games, 4000.0);
  EXPECT_DOUBLE_EQ(curve_of(growing, "gammon_share").points.front().games, 100.0);
  EXPECT_GT(curve_of(growing, "gammon_share").points.size(), 60u);
}

TEST(ReportCurves, MergesStrengthMeasurementsWeightedByPairs) {
  RunHistory run = run_of(4);
  run.strength_measurements = {{100, 1, "blocker", 0.5, 0.1, 100},
                               {200, 2, "blocker", 0.8, 0.2, 300},
                               {300, 3, "blocker", 1.0, 0.1, 100}};
  const RunCurves all = build_curves(run, {});
  EXPECT_EQ(curve_of(all, "strength:blocker").points.size(), 3u);
  EXPECT_DOUBLE_EQ(curve_of(all, "strength:blocker").points[1].standard_error, 0.2);
  const RunCurves joined = build_curves(run, {.max_test_points = 2});
  const auto& points = curve_of(joined, "strength:blocker").points;
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR(points[0].value, (0.5 * 100 + 0.8 * 300) / 400, 1e-12);
  EXPECT_NEAR(points[0].games, (100.0 * 100 + 200.0 * 300) / 400, 1e-12);
  EXPECT_NEAR(points[0].standard_error, (10.0 + 60.0) / 400, 1e-12);
  EXPECT_DOUBLE_EQ(points[1].value, 1.0);
}

TEST(ReportCurves, CalibrationCurveIsTheLatestAndItsErrorCoversAll) {
  RunHistory run = run_of(4);
  run.calibrations = {{100, 1, {{"win", 100, 20, 50}, {"win", 0, 0, 0}}},
                      {400, 4, {{"win", 100, 20, 25}, {"win", 300, 240, 225}}}};
  const RunCurves curves = build_curves(run, {});
  EXPECT_DOUBLE_EQ(curve_of(curves, "calibration_predicted:win:0").points.at(0).value, 0.2);
  EXPECT_DOUBLE_EQ(curve_of(curves, "calibration_actual:win:1").points.at(0).value, 0.75);
  EXPECT_DOUBLE_EQ(curve_of(curves, "calibration_actual:win:1").points[0].standard_error,
                   std::sqrt(0.75 * 0.25 / 300));
  EXPECT_DOUBLE_EQ(curve_of(curves, "calibration_count:win:1").points.at(0).value, 300.0);
  const auto& errors = curve_of(curves, "calibration_error:win").points;
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_DOUBLE_EQ(errors[0].value, 30.0 / 100);
  EXPECT_DOUBLE_EQ(errors[1].value, (5.0 + 15.0) / 400);
  const RunCurves one = build_curves(run, {.max_test_points = 1});
  EXPECT_DOUBLE_EQ(curve_of(one, "calibration_error:win").points.at(0).games, 400.0);
}

TEST(ReportData, CsvAndJsonLinesHaveTheSameValues) {
  RunHistory run = run_of(30);
  run.name = "a \"b\", c";
  const std::vector<RunCurves> runs = {build_curves(run, {}), build_curves(run_of(3), {})};
  std::istringstream csv(report_csv(runs));
  std::istringstream lines(report_json_lines(runs));
  std::string row;
  std::getline(csv, row);
  EXPECT_EQ(row, "run,metric,x_games,x_seconds,value,error");
  int count = 0;
  for (std::string text; std::getline(lines, text); ++count) {
    const nlohmann::json line = nlohmann::json::parse(text);
    ASSERT_TRUE(std::getline(csv, row));
    const bool quoted = line.at("run") == run.name;
    EXPECT_EQ(row.starts_with("\"a \"\"b\"\", c\",gammon_share,") ||
                  row.starts_with("\"a \"\"b\"\", c\",learning_rate,"),
              quoted)
        << row;
    const std::string error = row.substr(row.rfind(',') + 1);
    EXPECT_EQ(error.empty(), line.at("error").is_null());
    if (!error.empty()) {
      EXPECT_EQ(std::stod(error), line.at("error").get<double>());
    }
    const std::size_t value = row.rfind(',', row.rfind(',') - 1) + 1;
    EXPECT_EQ(std::stod(row.substr(value)), line.at("value").get<double>());
  }
  EXPECT_EQ(count, 2 * (24 + 3));
  EXPECT_FALSE(std::getline(csv, row));
}

}  // namespace
}  // namespace gioul
