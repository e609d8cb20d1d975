#include "selfplay/report/run_history.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "nn/net/net_file.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

constexpr const char* kFirst =
    R"({"event":"generation","generation":1,"games":200,"seconds":0.5,"loss":1.5,)"
    R"("loss_by_outcome":[0.5,0.4,0.1,0.3,0.2],"learning_rate":0.002,"decisions":12000,)"
    R"("evaluations":30000,"gammons":60,"forfeits":240,"first_wins":104.0,"first_points":12,)"
    R"("generation_games":200,"games_hash":"0123456789abcdef"})"
    "\n";

class RunHistoryTest : public testing::Test {
 protected:
  void SetUp() override { put_bytes(folder_ / "config.toml", "seed = 7\n"); }
  RunHistory read(std::string_view metrics) {
    put_bytes(folder_ / "metrics.jsonl", metrics);
    return read_run_history(folder_.path());
  }
  static Ratio ratio(const RunHistory& history, Metric metric, std::size_t span = 0) {
    return history.spans.at(span).metric_ratios[static_cast<std::size_t>(metric)];
  }

  TemporaryFolder folder_;
};

TEST_F(RunHistoryTest, FoldersAreNoMetrics) {
  std::filesystem::create_directory(folder_ / "metrics.jsonl");
  EXPECT_TRUE(holds(message_of<InputError>([&] { read_run_history(folder_.path()); }),
                    "metrics.jsonl: is a directory, not a file"));
}

TEST_F(RunHistoryTest, ReadsEveryKeyOfAGeneration) {
  const RunHistory run = read(kFirst);
  EXPECT_EQ(run.name, folder_.path().filename().string());
  EXPECT_EQ(run.config.seed, 7u);
  EXPECT_EQ(run.generation_count, 1);
  EXPECT_EQ(run.games_learned, 200);
  EXPECT_DOUBLE_EQ(run.training_seconds, 0.5);
  EXPECT_FALSE(run.is_last_line_incomplete);
  const auto expect = [&](Metric metric, double sum, double weight) {
    EXPECT_DOUBLE_EQ(ratio(run, metric).numerator, sum) << static_cast<int>(metric);
    EXPECT_DOUBLE_EQ(ratio(run, metric).denominator, weight) << static_cast<int>(metric);
  };
  expect(Metric::kLoss, 1.5, 1);
  expect(Metric::kLossLose2, 0.5, 1);
  expect(Metric::kLossTie, 0.1, 1);
  expect(Metric::kLossWin2, 0.2, 1);
  expect(Metric::kLearningRate, 0.002, 1);
  expect(Metric::kGamesPerSecond, 200, 0.5);
  expect(Metric::kEvaluationsPerSecond, 30000, 0.5);
  expect(Metric::kDecisionsPerGame, 12000, 200);
  expect(Metric::kGammonShare, 60, 200);
  expect(Metric::kForfeitShare, 240, 12000);
  expect(Metric::kFirstMoverWinShare, 104, 200);
  expect(Metric::kFirstMoverPoints, 12, 200);
}

TEST_F(RunHistoryTest, ReadsStrengthAndCalibration) {
  const RunHistory run =
      read(std::string(kFirst) +
           R"({"event":"calibration","games":200,"bins":[{"outcome":"win",)"
           R"("low":0.1,"high":0.2,"count":9,"predicted_sum":1.4,"actual_sum":2}]})"
           "\n"
           R"({"event":"strength","games":200,"seconds":0.6,"opponent":"blocker",)"
           R"("points":-0.25,"error":0.014,"pairs":500})"
           "\n");
  ASSERT_EQ(run.calibrations.size(), 1u);
  EXPECT_DOUBLE_EQ(run.calibrations[0].training_seconds, 0.5) << "that of the generation before";
  EXPECT_EQ(run.calibrations[0].bins.at(0).outcome_name, "win");
  EXPECT_DOUBLE_EQ(run.calibrations[0].bins[0].event_count, 2.0);
  ASSERT_EQ(run.strength_measurements.size(), 1u);
  EXPECT_EQ(run.strength_measurements[0].opponent, "blocker");
  EXPECT_DOUBLE_EQ(run.strength_measurements[0].training_seconds, 0.6);
  EXPECT_DOUBLE_EQ(run.strength_measurements[0].points_per_game, -0.25);
}

TEST_F(RunHistoryTest, IgnoresUnknownEventsAndKeys) {
  const RunHistory run =
      read(R"({"event":"resumed","games":"many"})"
           "\n"
           R"({"event":"generation","generation":1,"games":200,"mood":[],"loss":null})"
           "\n");
  EXPECT_EQ(run.generation_count, 1);
  EXPECT_DOUBLE_EQ(ratio(run, Metric::kLoss).denominator, 0.0) << "a loss that was not finite";
}

TEST_F(RunHistoryTest, IgnoresATruncatedLastLine) {
  const std::string second =
      R"({"event":"generation","generation":2,"games":400,"seconds":1.0,"loss":1.25})";
  for (std::size_t length = 1; length < second.size(); ++length) {
    const RunHistory run = read(kFirst + second.substr(0, length));
    EXPECT_EQ(run.generation_count, 1) << length;
    EXPECT_TRUE(run.is_last_line_incomplete) << length;
  }
  EXPECT_EQ(read(kFirst + second).generation_count, 2) << "whole but for its end";
}

TEST_F(RunHistoryTest, SkipsAndNamesDamagedLines) {
  const std::string file = (folder_ / "metrics.jsonl").string();
  const std::string first = kFirst;
  const std::string last = R"({"event":"generation","games":600,"seconds":2.0})";
  const auto expect = [&](const std::string& line, const std::string& part) {
    const RunHistory run = read(first + line + "\n" + last + "\n");
    EXPECT_EQ(run.skipped_line_count, 1) << line.substr(0, 80);
    EXPECT_EQ(run.generation_count, 2) << line.substr(0, 80);
    EXPECT_TRUE(run.first_skipped_line_problem.starts_with(file + ":2: "))
        << run.first_skipped_line_problem;
    EXPECT_TRUE(holds(run.first_skipped_line_problem, part));
  };
  expect("", "not a JSON object");
  expect(std::string(40, '\0'), "not a JSON object");
  expect("[1]", "JSON object");
  expect(R"({"event":7})", "event: expected a text");
  expect(R"({"generation":2,"games":400})", "was written by an older version");
  const auto expect_of_games = [&](const std::string& games, const std::string& part) {
    expect(R"({"event":"generation","games":)" + games, part);
  };
  expect_of_games("", "not a JSON object");
  expect_of_games("null}", "games: expected a number");
  expect_of_games("200}", "games: 200 after 200");
  expect_of_games("-1}", "games: expected a number from 0 to 1e+15, not -1");
  expect_of_games("1e300}", "games: expected a number from 0 to 1e+15, not 1e+300");
  expect_of_games(R"(400,"seconds":0.1})", "seconds: less");
  expect_of_games(R"(400,"loss":"low"})", "loss: expected a number");
  expect_of_games(R"(400,"loss_by_outcome":[1,2]})", "a list of 5 numbers");
  expect_of_games(R"(400,"loss_by_outcome":[1,2,3,4,[]]})", "a list of 5 numbers");
  expect_of_games(R"(400,"games":500})", "games is given twice");
  expect(R"({"event":"generation"})", "games: is missing");
  expect(R"({"event":"strength","games":400,"points":1})", "opponent: is missing");
  expect(R"({"event":"calibration","games":400})", "bins: is missing");
  expect(R"({"event":"calibration","games":400,"bins":[3]})",
         "bins: expected a list of objects, not [3]");
  expect(std::string(std::size_t{1} << 21, ' '), "line too long");
}

TEST_F(RunHistoryTest, SpeedCountsAllGamesSinceTheGenerationBefore) {
  const std::string last =
      R"({"event":"generation","games":600,"seconds":2.5,"generation_games":200})";
  const RunHistory run = read(kFirst + ("damaged\n" + last + "\n"));
  ASSERT_EQ(run.spans.size(), 2u);
  EXPECT_DOUBLE_EQ(ratio(run, Metric::kGamesPerSecond, 1).numerator, 400.0);
  EXPECT_DOUBLE_EQ(ratio(run, Metric::kGamesPerSecond, 1).denominator, 2.0);
}

TEST_F(RunHistoryTest, ReadsChangesOfSettings) {
  const RunHistory run =
      read(std::string(kFirst) +
           R"({"event":"begin","games":200,"changes":[{"key":"training.games","before":"200",)"
           R"("after":"400"}]})"
           "\n");
  ASSERT_EQ(run.setting_changes.size(), 1u);
  EXPECT_EQ(run.setting_changes[0].games_learned, 200);
  EXPECT_EQ(run.setting_changes[0].key, "training.games");
  EXPECT_EQ(run.setting_changes[0].old_value, "200");
  EXPECT_EQ(run.setting_changes[0].new_value, "400");
}

TEST_F(RunHistoryTest, ReadsARunWithoutGenerations) {
  const RunHistory nothing = read_run_history(folder_.path());
  EXPECT_EQ(nothing.generation_count, 0);
  EXPECT_TRUE(nothing.spans.empty());
  EXPECT_EQ(read("").generation_count, 0);
  EXPECT_FALSE(read("").is_last_line_incomplete);
}

TEST_F(RunHistoryTest, RejectsAFolderWithoutARun) {
  const TemporaryFolder empty;
  EXPECT_TRUE(holds(message_of<InputError>([&] { read_run_history(empty.path()); }),
                    "not a run directory"));
  put_bytes(folder_ / "config.toml", "seed = \n");
  EXPECT_TRUE(holds(message_of<InputError>([&] { read(kFirst); }), "config.toml:1"));
}

TEST_F(RunHistoryTest, MergesNeighboringGenerationsOfALongRun) {
  constexpr int kGenerations = 40000;  // more than twice kMaxGenerationSpans
  std::string metrics;
  for (int i = 1; i <= kGenerations; ++i) {
    metrics += R"({"event":"generation","generation":0,"games":)" + std::to_string(10 * i) +
               R"(,"loss":)" + std::to_string(i % 7) + "}\n";
  }
  const RunHistory run = read(metrics);
  EXPECT_EQ(run.generation_count, kGenerations);
  EXPECT_LE(run.spans.size(), kMaxGenerationSpans);
  EXPECT_GT(run.spans.size(), kMaxGenerationSpans / 2);
  std::int64_t generations = 0;
  double loss = 0.0;
  double expected = 0.0;
  for (int i = 1; i <= kGenerations; ++i) expected += i % 7;
  for (const GenerationSpan& span : run.spans) {
    generations += span.generation_count;
    loss += span.metric_ratios[static_cast<std::size_t>(Metric::kLoss)].numerator;
  }
  EXPECT_EQ(generations, kGenerations);
  EXPECT_DOUBLE_EQ(loss, expected);
}

TEST_F(RunHistoryTest, ReportsTheNetAndADamagedOne) {
  Net net = make_random_net("gioul", 4, {3}, 1);
  net.provenance = {.game_count = 200, .seed = 7, .program_version = "9.8.7"};
  net.encoder_version = 1;
  save_net(net, folder_ / "net.safetensors");
  RunHistory run = read(kFirst);
  EXPECT_EQ(run.net_checksum, format_checksum(net));
  EXPECT_EQ(run.net_program_version, "9.8.7");
  EXPECT_EQ(run.net_problem, "");
  put_bytes(folder_ / "net.safetensors", "no net");
  run = read(kFirst);
  EXPECT_EQ(run.net_checksum, "");
  EXPECT_TRUE(holds(run.net_problem, "net.safetensors"));
}

}  // namespace
}  // namespace gioul
