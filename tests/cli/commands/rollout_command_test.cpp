// gioul rollout.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;
class RolloutCommand : public ::testing::Test {
 protected:
  Finished roll_out(const Words& more, const std::string& game = "gioul") {
    return gioul_run(Words{"rollout", "--variant", game, "--net", put_net(folder_, game)} + more);
  }

  json roll_out_json(Words more, const std::string& game = "gioul") {
    more.emplace_back("--json");
    const Finished run = roll_out(more, game);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1);
    return json::parse(run.out);
  }

  void expect_refused(const Words& more, const std::string& part) {
    expect_refusal(roll_out(more), part);
  }

  TemporaryFolder folder_;
};

TEST_F(RolloutCommand, RanksTheBestPlaysOfARoll) {
  const json value = roll_out_json(
      {"--position", "24:2,13:1|24:2,7:1", "--dice", "2-1", "--candidates", "3", "--trials", "40"});
  EXPECT_EQ(value.at("dice"), "2-1");
  const json& plays = value.at("plays");
  ASSERT_EQ(plays.size(), 3u);
  EXPECT_EQ(plays[0].at("difference"), 0.0);
  for (std::size_t i = 1; i < plays.size(); ++i) {
    EXPECT_LE(plays[i].at("difference"), plays[i - 1].at("difference"));
    EXPECT_GT(plays[i].at("difference_error"), 0.0);
    EXPECT_NE(plays[i].at("play"), "");
  }
}

TEST_F(RolloutCommand, RollsOutPlaysOfAPendingPositionIfRequested) {
  const Words position = "--position 24:2,13:1|24:3|owed=3 --trials 20";
  EXPECT_FALSE(roll_out_json(position).contains("plays"));
  const json value = roll_out_json(position + "--candidates 2");
  EXPECT_FALSE(value.contains("dice"));
  EXPECT_EQ(value.at("plays").size(), 2u);
}

TEST_F(RolloutCommand, TablesFitIn100ColumnsAndHaveTiesIfTheGameDoes) {
  for (const std::string game : {"gioul", "plakoto"}) {
    for (const Words& words :
         {Words{"--checkers", "4", "--trials", "20"},
          Words{"--checkers", "4", "--dice", "1-1", "--candidates", "4", "--trials", "20"}}) {
      const Finished run = roll_out(words, game);
      ASSERT_EQ(run.code, 0) << run.err;
      EXPECT_EQ(run.out.find("tie") != std::string::npos, game == "plakoto") << run.out;
      expect_fits_screen(run.out);
    }
  }
}

TEST_F(RolloutCommand, RespectsTheTrialOptions) {
  const Words words = "--checkers 3 --trials 400 --variance-reduction none";
  const json plain = roll_out_json(words);
  const auto with = [&](const Words& more) { return roll_out_json(words + more); };
  EXPECT_EQ(plain.at("variance_reduction"), "none");
  EXPECT_NE(with("--seed 2").at("equity"), plain.at("equity"));
  EXPECT_NE(with("--truncate 3").at("equity"), plain.at("equity"));
  EXPECT_NE(with("--player random").at("equity"), plain.at("equity"));
  EXPECT_LT(with("--target-error 0.5").at("trials"), 400);
}

TEST_F(RolloutCommand, RejectsBadOptions) {
  expect_refused("--trials 5", "expected an even number");
  expect_refused("--variance-reduction bad", "expected auto, all, doublets or none");
  expect_refused("--target-error -1", "expected a number from 0 to 2");
  expect_refused("--drop-sigmas nan", "expected a number from 0 to 100");
  expect_refused("--candidates 3", "expected two dice");
  expect_refused("--position 24:15|24:15|owed=4 --dice 3-1", "expected none");
  expect_refused("--player stranger", "unknown player");
}

}  // namespace
}  // namespace gioul
