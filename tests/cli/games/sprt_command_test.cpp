// gioul sprt: verdicts in words and JSON, and what it refuses.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli/shell/process.h"

namespace gioul {
namespace {

using nlohmann::json;
Finished sprt(Words arguments) {
  arguments.insert(arguments.begin(), "sprt");
  return gioul_run(arguments);
}

void expect_sprt_refused(const Words& arguments, std::string_view part) {
  expect_refusal(sprt(arguments), part);
}

TEST(SprtCommand, AcceptsWhatIsTrue) {
  const Finished better = sprt({"blocker", "random", "--elo1", "20"});
  EXPECT_EQ(better.code, 0) << better.err;
  EXPECT_NE(better.out.find("H1 accepted after "), std::string::npos) << better.out;
  const Finished not_better = sprt({"random", "blocker", "--points0", "0", "--points1", "0.1"});
  EXPECT_NE(not_better.out.find("H0 accepted after "), std::string::npos) << not_better.out;
  EXPECT_NE(not_better.out.find("points per game"), std::string::npos) << not_better.out;
}

TEST(SprtCommand, JsonIsTheSameOnAnyNumberOfThreads) {
  const Words arguments = {"blocker", "random", "--checkers", "4",     "--elo",
                           "wins",    "--elo1", "30",         "--json"};
  const auto with_threads = [&](const char* threads) {
    Words words = arguments;
    words.insert(words.end(), {"--threads", threads});
    return sprt(words);
  };
  const Finished run = with_threads("1");
  EXPECT_EQ(with_threads("4").out, run.out);
  EXPECT_EQ(sprt(arguments).out, run.out);
  const json result = json::parse(run.out);
  EXPECT_EQ(result.at("unit"), "Elo over wins");
  EXPECT_NE(result.at("verdict"), "undecided");
  EXPECT_NEAR(result.at("bounds").at(1).get<double>(), 2.944, 1e-3);
  EXPECT_EQ(result.at("games").get<int>(), 2 * result.at("pairs").get<int>());
}

TEST(SprtCommand, GivesUpAfterSoManyPairs) {
  const Finished run = sprt(
      {"blocker", "random", "--elo1", "1", "--max-pairs", "31", "--elo0", "0.999999", "--json"});
  EXPECT_EQ(json::parse(run.out).at("verdict"), "undecided");
  EXPECT_EQ(json::parse(run.out).at("pairs"), 31);
}

TEST(SprtCommand, BadOptionsAreRefused) {
  expect_sprt_refused({"random"}, "expected two players");
  expect_sprt_refused({"random", "blocker", "random"}, "expected two players");
  expect_sprt_refused({"random", "blocker", "--elo0", "5", "--elo1", "5"},
                      "must be more than the first");
  expect_sprt_refused({"random", "blocker", "--elo0", "5", "--points1", "1"},
                      "points per game already");
  expect_sprt_refused({"random", "blocker", "--alpha", "0.9"}, "--alpha '0.9'");
}

}  // namespace
}  // namespace gioul
