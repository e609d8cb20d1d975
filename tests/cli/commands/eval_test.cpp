// gioul eval.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "nn/infer/float_net.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;
class EvalCommand : public ::testing::Test {
 protected:
  Finished eval(Words more, const std::string& game = "gioul") {
    return gioul_run(Words{"eval", "--variant", game, "--net", put_net(folder_, game)} + more);
  }

  json eval_json(Words more, const std::string& game = "gioul") {
    more.emplace_back("--json");
    const Finished run = eval(more, game);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1);
    return json::parse(run.out);
  }

  TemporaryFolder folder_;
};

TEST_F(EvalCommand, JsonHasEquityAndFiveOutcomes) {
  const json value = eval_json({});
  EXPECT_EQ(value.size(), 2u);
  const auto outcomes = value.at("outcomes").get<std::vector<double>>();
  ASSERT_EQ(outcomes.size(), 5u);
  EXPECT_NEAR(outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3] + outcomes[4], 1.0, 1e-6);
  EXPECT_NEAR(value.at("equity").get<double>(),
              2 * (outcomes[4] - outcomes[0]) + outcomes[3] - outcomes[1], 1e-6);
}

TEST_F(EvalCommand, JsonMatchesTheEvaluator) {
  const Variant& variant = find_game("gioul");
  const Encoder encoder(variant);
  const FloatNet evaluator(test_net("gioul"), encoder);
  FloatNetScratch buffer;
  const std::string text = "24:11,21:4|24:15|owed=12";
  const Distribution expected = evaluator.evaluate(parse_position(variant, text), buffer);
  EXPECT_EQ(eval_json({"--position", text}).at("outcomes").get<Distribution>(), expected);
}

TEST_F(EvalCommand, PositionDefaultsToTheStart) {
  EXPECT_EQ(eval_json({}), eval_json("--position 24:15|24:15"));
  EXPECT_EQ(eval_json({}, "gul-bara"), eval_json("--position 24:15|24:15|turns=0/0", "gul-bara"));
}

TEST_F(EvalCommand, EvaluatesEveryGame) {
  for (const std::string_view game : game_names()) {
    EXPECT_EQ(eval({}, std::string(game)).code, 0) << game;
  }
}

TEST_F(EvalCommand, TextHasCumulativeProbabilities) {
  const Finished run = eval({});
  EXPECT_TRUE(run.out.starts_with("gioul  24:15|24:15\nwin "));
  EXPECT_TRUE(holds(run.out, {"win gammon", "lose gammon", "equity"}));
  EXPECT_FALSE(holds(run.out, "tie"));
  EXPECT_TRUE(holds(eval({}, "plakoto").out, "\ntie "));
}

TEST_F(EvalCommand, RanksPlaysOfARollBestFirst) {
  const json decision = eval_json("--dice 5-4");
  EXPECT_EQ(decision.at("equity"), eval_json({}).at("equity"));
  const json& plays = decision.at("plays");
  ASSERT_EQ(plays.size(), 2u);
  EXPECT_GE(plays[0].at("equity").get<double>(), plays[1].at("equity").get<double>());
  for (const json& play : plays) {
    EXPECT_TRUE(play.at("play").get<std::string>().starts_with("24/"));
    EXPECT_TRUE(play.at("afterstate").get<std::string>().starts_with("24:15|"));
  }
  const Finished run = eval("--dice 5-4 --plays 1");
  EXPECT_TRUE(holds(run.out, "1 more (--plays 2 shows all)"));
}

TEST_F(EvalCommand, AlwaysRanksPlaysOfAPendingPosition) {
  EXPECT_EQ(eval_json("--position 24:15|24:15|owed=4").at("plays").size(), 4u);
  EXPECT_EQ(eval_json("--position 24:15|24:15|owed=4 --plays 3").at("plays").size(), 4u);
}

TEST_F(EvalCommand, PrintsZeroWithoutASign) {
  Net net = test_net("gioul");
  for (DenseLayer& layer : net.layers) std::ranges::fill(layer.weight, 0.0f);
  save_net(net, folder_ / "zero");
  const Finished run =
      gioul_run({"eval", "--net", (folder_ / "zero").string(), "--dice", "3-1", "--json"});
  EXPECT_TRUE(holds(run.out, "\"equity\":0.0"));
  EXPECT_FALSE(holds(run.out, "-0.0"));
}

TEST_F(EvalCommand, EndingsAreWorthTheirPoints) {
  const json plays = eval_json("--position 2:1,off:14|24:1,5:14 --dice 4-1").at("plays");
  ASSERT_EQ(plays.size(), 1u);
  EXPECT_EQ(plays[0].at("afterstate"), "win=2");
  EXPECT_EQ(plays[0].at("equity"), 2.0);
}

TEST_F(EvalCommand, RejectsDiceThatDoNotFitThePosition) {
  const std::string net = put_net(folder_, "gioul");
  expect_refused({"eval", "--net", net, "--position", "24:15|24:15|owed=4", "--dice", "3-1"},
                 "owed");
  expect_refused({"eval", "--net", net, "--plays", "3"}, "expected two dice");
  expect_refused({"eval", "--net", net, "--dice", "3-7"}, "dice: column 3");
  expect_refused({"eval", "--net", net, "--position", "24:15"}, "--position: column 6");
}

TEST_F(EvalCommand, RejectsAPipeAtOnce) {
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  expect_refused({"eval", "--net", pipe}, "is not a regular file");
  expect_refused({"play", "--net", pipe}, "is not a regular file");
  expect_refused({"ubgi", "--net", pipe}, "is not a regular file");
  expect_refused({"tournament", "net:" + pipe, "random"}, "is not a regular file");
}

TEST_F(EvalCommand, RejectsUnusableNets) {
  expect_refused({"eval", "--net", (folder_ / "none").string()}, "none: cannot be opened");
  expect_refused({"eval", "--net", folder_.path().string()}, "is a directory");
  const std::string net = put_net(folder_, "gioul");
  expect_refused({"eval", "--variant", "portes", "--net", net}, "is a net for gioul, not portes");
  std::string bytes = bytes_of(net);
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  put_bytes(net, bytes);
  expect_refused({"eval", "--net", net}, "corrupted");
  put_bytes(net, bytes.substr(0, 1000));
  expect_refused({"eval", "--net", net}, "gioul.safetensors: ");
  put_bytes(net, "");
  expect_refused({"eval", "--net", net}, "gioul.safetensors: ");
}

TEST_F(EvalCommand, WarnsAboutANetOfOtherCheckerCounts) {
  const Finished run = gioul_run("eval --checkers 5");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(holds(run.err, "was trained with 15 checkers per side, but these games have 5\n"));
  EXPECT_EQ(gioul_run("eval").err, "");
}

}  // namespace
}  // namespace gioul
