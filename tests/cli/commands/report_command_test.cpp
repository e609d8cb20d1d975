// gioul report: its output and errors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/eval/render/markup.h"
#include "tests/paths.h"

namespace gioul {
namespace {

std::string put_run(const TemporaryFolder& folder, const std::string& name,
                    const std::string& metrics) {
  const std::filesystem::path run = folder / name;
  std::filesystem::create_directories(run);
  put_bytes(run / "config.toml", "variant = \"gioul\"\n");
  put_bytes(run / "metrics.jsonl", metrics);
  return run.string();
}

constexpr const char* kMetrics =
    R"({"event":"generation","generation":1,"games":200,"seconds":0.5,"loss":1.5,"gammons":50})"
    "\n"
    R"({"event":"strength","games":200,"opponent":"blocker","points":0.5,"error":0.01,"pairs":9})"
    "\n";

TEST(ReportCommand, WritesThePageToTheRunDirectoryByDefault) {
  const TemporaryFolder folder;
  const std::string run = put_run(folder, "a<b>&\"c", kMetrics);
  const Finished report = gioul_run({"report", run});
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(report.out, run + "/report.html\n");
  EXPECT_EQ(report.err, "");
  const std::string page = bytes_of(run + "/report.html");
  EXPECT_EQ(markup_problem(page), "");
  EXPECT_TRUE(holds(page, "Against blocker"));
  EXPECT_EQ(gioul_run({"report", run}).code, 0) << "again, over the old one";
  EXPECT_EQ(bytes_of(run + "/report.html"), page);
}

TEST(ReportCommand, WritesThePageOfSeveralRunsToTheWorkingDirectory) {
  const TemporaryFolder folder;
  put_run(folder, "one", kMetrics);
  put_run(folder, "two", kMetrics);
  const Finished report =
      run_program("/usr/bin/env", {"-C", folder.path(), gioul_binary(), "report", "one", "two"});
  EXPECT_EQ(report.out, "report.html\n") << report.err;
  EXPECT_TRUE(holds(bytes_of(folder / "report.html"), {"one", "two"}));
}

TEST(ReportCommand, WritesTheSameCurvesAsCsvAndJsonLines) {
  const TemporaryFolder folder;
  const std::string one = put_run(folder, "one", kMetrics);
  const std::string two = put_run(folder, "two", std::string(kMetrics) + "{\"event\":\"gener");
  const std::string page = (folder / "r.html").string();
  const std::string csv = (folder / "r.csv").string();
  const std::string lines = (folder / "r.jsonl").string();
  const std::string report =
      gioul_out({"report", one, two, "--out", page, "--csv", csv, "--jsonl", lines});
  EXPECT_EQ(report, page + "\n" + csv + "\n" + lines + "\n");
  const std::string rows =
      "RUN,loss,200,0.5,1.5,\nRUN,games_per_second,200,0.5,400,\n"
      "RUN,gammon_share,200,0.5,0.25,\nRUN,strength:blocker,200,0.5,0.5,0.01\n";
  std::string expected = "run,metric,x_games,x_seconds,value,error\n";
  for (const char* name : {"one", "two"}) {
    std::string part = rows;
    for (std::size_t at = 0; (at = part.find("RUN")) != std::string::npos;)
      part.replace(at, 3, name);
    expected += part;
  }
  EXPECT_EQ(bytes_of(csv), expected);
  std::istringstream text(bytes_of(lines));
  std::string line;
  ASSERT_TRUE(std::getline(text, line));
  const nlohmann::json first = nlohmann::json::parse(line);
  EXPECT_EQ(first, nlohmann::json({{"run", "one"},
                                   {"metric", "loss"},
                                   {"x_games", 200.0},
                                   {"x_seconds", 0.5},
                                   {"value", 1.5},
                                   {"error", nullptr}}));
  EXPECT_TRUE(holds(bytes_of(page), "The last line of two"));
}

TEST(ReportCommand, DistinguishesRunsOfOneNameByPath) {
  const TemporaryFolder folder;
  const std::string a = put_run(folder, "a/g1", kMetrics);
  const std::string b = put_run(folder, "b/g1", kMetrics);
  const std::string csv = (folder / "r.csv").string();
  const std::string page = (folder / "r.html").string();
  ASSERT_EQ(gioul_run({"report", a, b, "--out", page, "--csv", csv}).code, 0);
  EXPECT_TRUE(holds(bytes_of(csv), {"\n" + a + ",loss", "\n" + b + ",loss"}));
}

TEST(ReportCommand, RejectsInvalidRuns) {
  const TemporaryFolder folder;
  const std::string run = put_run(folder, "g1", kMetrics);
  expect_refused("report", "missing argument: RUN");
  expect_refused({"report", (folder / "none").string()}, "no such directory");
  expect_refused({"report", folder.path().string()}, "not a run directory (no config.toml)");
  expect_refused({"report", run, run + "/."}, "is given twice");
  expect_refused({"report", run, "--out", (folder / "none/r.html").string()}, "no such directory");
  const std::string file = (folder / "r").string();
  expect_refused({"report", run, "--out", file, "--csv", file}, "is given for another output");
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::exists(run + "/report.html"));
}

TEST(ReportCommand, SkipsDamagedLinesWithANote) {
  const TemporaryFolder folder;
  const std::string run = put_run(folder, "hurt", std::string("what\n") + kMetrics + "{}\n");
  const Finished report = gioul_run({"report", run});
  EXPECT_EQ(report.code, 0);
  EXPECT_EQ(report.err, "note: 2 damaged lines of hurt's metrics are skipped; the first: " + run +
                            "/metrics.jsonl:1: is not a JSON object: corrupted, or not the metrics "
                            "of a training run\n");
  EXPECT_TRUE(holds(bytes_of(run + "/report.html"), {"Against blocker", "2 damaged lines"}));
}

TEST(ReportCommand, RejectsInvalidOutputFiles) {
  const TemporaryFolder folder;
  const std::string run = put_run(folder, "g1", kMetrics);
  expect_refused({"report", run, "--out", folder.path().string()}, "it is a directory");
  expect_refused({"report", run, "--out", run + "/metrics.jsonl"}, "would overwrite an input file");
  expect_refused({"report", run, "--csv", run + "/checkpoint.bin"},
                 "would overwrite an input file");
}

}  // namespace
}  // namespace gioul
