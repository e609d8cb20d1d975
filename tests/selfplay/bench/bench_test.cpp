#include "selfplay/bench/bench.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "selfplay/bench/player_bench.h"

namespace gioul {
namespace {

TEST(Bench, SignatureIsReproducible) { EXPECT_EQ(bench_signature(), bench_signature()); }

TEST(Bench, JsonHasSignatureAndMeasurements) {
  const BenchOptions options{.threads = 2};
  BenchSpeeds speeds;
  speeds.evaluations_per_second = 1.5;
  speeds.learner_speeds = {{"512-256-128, gioul", 2.5}};
  speeds.search_decisions_per_second = {30.0, 4.0};
  const auto found = nlohmann::json::parse(bench_json(7, options, speeds));
  EXPECT_EQ(found.at("signature"), "7");
  EXPECT_EQ(found.at("variant"), "gioul");
  EXPECT_EQ(found.at("threads"), 2);
  EXPECT_EQ(found.at("evals_per_s"), 1.5);
  EXPECT_EQ(found.at("learner_examples_per_s").at(0).at("net"), "512-256-128, gioul");
  EXPECT_EQ(found.at("decisions_per_s").at(1).at("plies"), 2);
}

TEST(Bench, PlayerJsonHasEachKindOfDecision) {
  PlayerSpeeds speeds{.player = "net", .speeds_by_decision_kind = {}};
  speeds.speeds_by_decision_kind[1].decision_count = 3;
  const auto found = nlohmann::json::parse(player_speeds_json({speeds}));
  EXPECT_EQ(found.at(0).at("player"), "net");
  EXPECT_EQ(found.at(0).at("chain").at("decisions"), 3);
}

TEST(KernelTable, FlagsAWiderKernelAtLessThanHalfTheSpeed) {
  KernelSpeedTable table = {
      .kernel_names = {"avx512", "avx2", "plain"},
      .rows = {{"evaluations 128", {4.0, 8.0, 3.0}}, {"learner 128", {7, 5, 9}}}};
  EXPECT_EQ(slow_kernel_warning(table), "");
  table.rows.back().rates_per_second = {900.0, 299.6, 700.0};
  EXPECT_EQ(slow_kernel_warning(table), "learner 128: avx2 makes 300 a second, plain 700");
  table.rows.front().rates_per_second[0] = 3.9;
  EXPECT_EQ(slow_kernel_warning(table), "evaluations 128: avx512 makes 4 a second, avx2 8");
}

TEST(KernelTable, HasARowForEachNetAndMeasurement) {
  BenchOptions options;
  options.checkers = 2;
  options.seconds_per_measurement = 1e-6;
  const KernelSpeedTable table = measure_kernel_speeds(options);
  EXPECT_EQ(table.kernel_names.size(), available_kernels().size());
  EXPECT_EQ(table.kernel_names.back(), "plain");
  EXPECT_EQ(table.rows.size(), 3 * kBenchNetWidths.size() + 7);
  EXPECT_EQ(table.rows[8].name, "learner 512-512-256-128");
  EXPECT_EQ(table.rows[9].name, "evaluations 512-512-256-128, 5 % on");
  EXPECT_EQ(table.rows.back().name, "learner 512-256-128, trained");
  for (const auto& line : table.rows) {
    for (const double rate : line.rates_per_second) EXPECT_GT(rate, 0.0) << line.name;
  }
  const auto json = nlohmann::json::parse(kernel_speed_table_json(table));
  EXPECT_EQ(json.at("lines").at(0).at("name"), "evaluations 128");
  EXPECT_EQ(json.at("kernels").back(), "plain");
}

}  // namespace
}  // namespace gioul
