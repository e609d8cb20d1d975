#include "selfplay/report/report_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

using testing::Not;

RunHistory run_of(const std::string& name, int generations, double seconds_per_generation = 0.1) {
  RunHistory run;
  run.name = name;
  for (int i = 1; i <= generations; ++i) {
    GenerationSpan span{.generation_count = 1,
                        .games_learned_sum = 200.0 * i,
                        .training_seconds_sum = seconds_per_generation * i,
                        .metric_ratios = {}};
    for (Ratio& ratio : span.metric_ratios) ratio = {0.4 + 0.01 * (i % 7), 1.0};
    run.spans.push_back(span);
  }
  run.generation_count = generations;
  run.games_learned = 200 * generations;
  run.training_seconds = seconds_per_generation * generations;
  run.config.training.games = run.games_learned;
  run.strength_measurements = {{200, 0.1, "blocker", 0.5, 0.1, 100},
                               {400, 0.2, "blocker", -1.25, 0.125, 100}};
  run.calibrations = {{400, 0.2, {{"win", 100, 20, 25}, {"win 2", 300, 240, 225}}}};
  return run;
}

std::string page_of(const std::vector<RunHistory>& histories) {
  std::vector<RunCurves> curves;
  for (const RunHistory& history : histories) {
    curves.push_back(build_curves(history, report_downsampling_options(histories)));
  }
  return report_page(histories, curves);
}

TEST(ReportPage, HasAChartForEachCurve) {
  const std::string page = page_of({run_of("g1", 50)});
  EXPECT_EQ(markup_problem(page), "");
  // Strength and loss twice, loss by outcome; two outcomes of calibration, its error; five about
  // games; two speeds and the learning rate.
  EXPECT_EQ(count_of(page, "<svg class=\"chart\""), 2u + 2 + 1 + 2 + 1 + 5 + 3);
  EXPECT_TRUE(holds(page, {"<td>-1.250 &#177; 0.125</td>", "<td>10,000</td>"}));
  EXPECT_TRUE(holds(page, "g1: 0.500 +- 0.196 after 200 games")) << "a 95 % interval";
  EXPECT_FALSE(holds(page, "is not finished"));
  EXPECT_FALSE(holds(page, "Not in the metrics"));
}

TEST(ReportPage, TableHasTheSpeedAndTheLastLoss) {
  EXPECT_TRUE(holds(page_of({run_of("g1", 10)}),
                    {"games/s</th><td>2,000</td>", "loss at the end</th><td>0.4300</td>"}));
}

TEST(ReportPage, CalibrationChartShowsTheActualResults) {
  const auto mark_of = [](double wins) {
    RunHistory run = run_of("g1", 50);
    run.calibrations = {{400, 0.2, {{"win", 100, 20, wins}}}};
    const std::string page = page_of({run});
    return page.substr(page.find("class=\"mark\"", page.find("Calibration of win")), 30);
  };
  EXPECT_NE(mark_of(25), mark_of(50));
}

TEST(ReportPage, TimesOfLongRunsAreInHours) {
  const std::string page = page_of({run_of("g1", 50, 200.0)});  // 10,000 s
  EXPECT_TRUE(holds(page, ">hours</text>"));
  EXPECT_FALSE(holds(page, ">150</text>")) << "of minutes";
}

TEST(ReportPage, EscapesNamesEverywhere) {
  const std::string name = "a<b>&\"c'";
  RunHistory run = run_of(name, 50);
  run.strength_measurements[0].opponent = name;
  run.net_problem = name;
  const std::string page = page_of({run, run_of("g2", 60)});
  EXPECT_EQ(markup_problem(page), "");
  EXPECT_FALSE(holds(page, name));
  EXPECT_TRUE(holds(page, "Against a&lt;b&gt;&amp;&quot;c&#39;"));
}

TEST(ReportPage, MarksConfigDifferences) {
  RunHistory other = run_of("g2", 50);
  other.config.training.learning_rate = 0.003;
  const std::string page = page_of({run_of("g1", 50), other});
  EXPECT_EQ(count_of(page,
                     "<tr class=\"differs\"><th scope=\"row\">training.learning_rate</th>"
                     "<td><code>0.002</code></td><td><code>0.003</code></td></tr>"),
            2u)
      << "once among what differs, once among all";
  EXPECT_TRUE(
      holds(page_of({run_of("g1", 50), run_of("g2", 50)}), "None: the configs are identical"));
}

TEST(ReportPage, ShowsAConfigValueWithLineBreaksInOneRow) {
  RunHistory run = run_of("g1", 50);
  run.config.net.start_net_file = "a\nb = c";
  const std::string page = page_of({run, run_of("g2", 50)});
  EXPECT_EQ(count_of(page, "<th scope=\"row\">net.from</th>"), 2u);
  EXPECT_FALSE(holds(page, ">net.b</th>"));
}

TEST(ReportPage, ShowsWhatWasChangedAtResumes) {
  RunHistory run = run_of("g1", 50);
  run.setting_changes = {{4000, "training.games", "4000", "8000"},
                         {4000, "strength.every", "0", "500"}};
  const std::string page = page_of({run, run_of("g2", 50)});
  EXPECT_EQ(markup_problem(page), "");
  EXPECT_TRUE(holds(page, {"Changed settings",
                           "<tr><th scope=\"row\">g1</th><td>4,000</td><td>training.games</td>"
                           "<td><code>4000</code></td><td><code>8000</code></td></tr>"}));
  EXPECT_FALSE(holds(page_of({run_of("g1", 50)}), "Changed settings"));
}

TEST(ReportPage, NamesMissingMetrics) {
  RunHistory begun = run_of("begun", 0);
  begun.strength_measurements.clear();
  begun.calibrations.clear();
  begun.config.training.games = 1000;
  const std::string empty = page_of({begun});
  EXPECT_EQ(markup_problem(empty), "");
  EXPECT_TRUE(holds(empty, {"has not finished a generation yet",
                            "Not in the metrics of these runs: Strength; Loss"}));
  EXPECT_EQ(count_of(empty, "<svg class=\"chart\""), 0u);

  RunHistory stopped = run_of("stopped", 40);
  stopped.config.training.games = 1'000'000;
  stopped.is_last_line_incomplete = true;
  const std::string page = page_of({stopped, begun});
  EXPECT_TRUE(holds(page, {"8,000 of 1,000,000", "stopped is not finished",
                           "The last line of stopped&#39;s metrics is truncated"}));
  EXPECT_FALSE(holds(page, "logarithmic")) << "one run has a length";
}

TEST(ReportPage, UsesLogarithmicAxesForRunsOfVeryDifferentLength) {
  EXPECT_FALSE(holds(page_of({run_of("a", 50), run_of("b", 499)}), "logarithmic"));
  EXPECT_TRUE(holds(page_of({run_of("a", 50), run_of("b", 500)}), "axes are logarithmic"));
}

TEST(ReportPage, StrengthHasAThirdAsManyPoints) {
  const DownsamplingOptions options = report_downsampling_options(std::vector{run_of("g1", 50)});
  EXPECT_EQ(options.max_points, 120u);
  EXPECT_EQ(options.max_test_points, 40u);
}

TEST(ReportPage, StaysSmallForManyLongRuns) {
  std::vector<RunHistory> runs;
  for (int i = 0; i < 5; ++i) runs.push_back(run_of("run-" + std::to_string(i), 10000));
  EXPECT_LT(page_of(runs).size(), 1'000'000u);
}

TEST(ReportTables, FormatNumbersAndTimes) {
  EXPECT_EQ(format_grouped(0), "0");
  EXPECT_EQ(format_grouped(999), "999");
  EXPECT_EQ(format_grouped(-1234567.891, 2), "-1,234,567.89");
  EXPECT_EQ(format_grouped(-123), "-123");
  EXPECT_EQ(format_training_time(9.04), "9.0 s");
  EXPECT_EQ(format_training_time(61), "1 min 1 s");
  EXPECT_EQ(format_training_time(7384), "2 h 3 min");
}

}  // namespace
}  // namespace gioul
