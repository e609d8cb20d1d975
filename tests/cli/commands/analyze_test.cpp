// gioul analyze.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

using nlohmann::json;
constexpr const char* kMiddle = "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3";

class AnalyzeCommand : public ::testing::Test {
 protected:
  /// With a small net and without tables, so that only the arguments matter.
  Finished analyze(Words more, const std::string& game = "gioul") {
    return gioul_run(
        Words{"analyze", "--variant", game, "--net", put_net(folder_, game), "--tables", "off"} +
        more);
  }

  std::string text_of(const Words& more, const std::string& game = "gioul") {
    const Finished run = analyze(more, game);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  }

  json json_of(Words more, const std::string& game = "gioul") {
    more.emplace_back("--json");
    const Finished run = analyze(more, game);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_EQ(std::ranges::count(run.out, '\n'), 1);
    return json::parse(run.out);
  }

  void expect_refused(const Words& more, std::string_view part) {
    expect_refusal(analyze(more), part);
  }

  TemporaryFolder folder_;
};

TEST_F(AnalyzeCommand, ShowsAllRollsWithoutDice) {
  const std::string text = text_of("--plies 1");
  EXPECT_TRUE(holds(text, {"You are to roll.", "0-ply (static evaluation)", "1-ply search",
                           "Rolls, best first", "\n  6-6 ", "\n  2-1 ", "\n  mean "}));
  const std::string value_alone = text_of("--plies 1 --no-rolls");
  EXPECT_FALSE(holds(value_alone, "6-6"));
  EXPECT_TRUE(holds(value_alone, "1-ply search"));
}

TEST_F(AnalyzeCommand, ValueIsTheMeanOverTheRolls) {
  const json found = json_of({"--plies", "2", "--position", kMiddle});
  EXPECT_EQ(found.at("rolls").size(), 21u);
  double mean = 0.0;
  int weights = 0;
  for (const auto& roll : found.at("rolls")) {
    mean += roll.at("weight").get<int>() * roll.at("equity").get<double>() / 36;
    weights += roll.at("weight").get<int>();
    EXPECT_EQ(roll.at("plies"), 1);
  }
  EXPECT_EQ(weights, 36);
  EXPECT_NEAR(found.at("value").at("equity").get<double>(), mean, 1e-9);
  EXPECT_EQ(found.at("value").at("plies"), 2);
  EXPECT_FALSE(found.contains("plays"));
  EXPECT_FALSE(found.contains("dice"));
}

TEST_F(AnalyzeCommand, RanksPlaysWithDifferences) {
  const json found = json_of({"--position", kMiddle, "--dice", "3-1", "--plies", "1"});
  const auto& plays = found.at("plays");
  ASSERT_GT(plays.size(), 5u);
  EXPECT_EQ(plays[0].at("difference"), 0.0);
  EXPECT_EQ(plays[0].at("plies"), 1);
  EXPECT_EQ(found.at("dice"), "3-1");
  EXPECT_EQ(found.at("value").at("equity"), plays[0].at("equity"));
  for (const auto& play : plays) {
    const auto outcomes = play.at("outcomes").get<std::vector<double>>();
    EXPECT_NEAR(play.at("equity").get<double>(),
                2 * (outcomes[4] - outcomes[0]) + outcomes[3] - outcomes[1], 1e-5);
    EXPECT_NEAR(play.at("difference").get<double>(),
                play.at("equity").get<double>() - plays[0].at("equity").get<double>(), 1e-12);
  }
}

TEST_F(AnalyzeCommand, ZeroPliesMatchEval) {
  const json analysis = json_of({"--position", kMiddle, "--dice", "6-4", "--plies", "0"});
  const json expected = gioul_json({"eval", "--net", put_net(folder_, "gioul"), "--position",
                                    kMiddle, "--dice", "6-4", "--json"});
  ASSERT_EQ(analysis.at("plays").size(), expected.at("plays").size());
  for (std::size_t i = 0; i < expected.at("plays").size(); ++i) {
    EXPECT_EQ(analysis.at("plays")[i].at("afterstate"), expected.at("plays")[i].at("afterstate"));
  }
  EXPECT_EQ(analysis.at("static_value").at("outcomes"), expected.at("outcomes"));
}

TEST_F(AnalyzeCommand, ShowsAtMostTheGivenPlays) {
  const std::string text =
      text_of({"--position", kMiddle, "--dice", "3-1", "--plies", "1", "--plays", "3"});
  EXPECT_TRUE(holds(text, "\n  3  "));
  EXPECT_FALSE(holds(text, "\n  4  "));
  EXPECT_TRUE(holds(text, " more (--plays "));
}

TEST_F(AnalyzeCommand, DescribesChainsAndForfeits) {
  EXPECT_TRUE(holds(text_of("--dice 3-3 --plies 0"),
                    "You roll 3-3: a chain of 16 checker moves: 3's, 4's, 5's, 6's.\n"
                    "Then follow four 4's, four 5's, four 6's: 12 checker moves.\n"));
  // Rules, section 10: nothing to play; the opponent must play forfeit=8.
  const std::string forfeit = text_of("--position 6:1,3:1,off:13|24:1,off:14 --dice 5-5 --plies 1");
  EXPECT_TRUE(holds(forfeit,
                    "You cannot play any 5's: 8 checker moves are forfeited to the opponent: "
                    "four 5's, four 6's.\n"));
  EXPECT_TRUE(holds(text_of("--position 24:11,21:4|24:15|forfeit=4 --plies 0"),
                    "now four 6's.\nThen you roll.\n"));
}

TEST_F(AnalyzeCommand, WinningPlaysAreExact) {
  const json found = json_of("--position 2:1,off:14|24:1,5:14 --dice 4-1");
  ASSERT_EQ(found.at("plays").size(), 1u);
  EXPECT_EQ(found.at("plays")[0].at("afterstate"), "win=2");
  EXPECT_EQ(found.at("plays")[0].at("equity"), 2.0);
  EXPECT_TRUE(found.at("value").at("exact").get<bool>());
}

TEST_F(AnalyzeCommand, ListsWholeChainsPlayByPlay) {
  const Words asked = {"--position", kMiddle, "--dice", "4-4", "--chain", "full", "--plies", "1"};
  const json found = json_of(asked);
  const auto& chain = found.at("chain");
  EXPECT_TRUE(chain.at("complete").get<bool>());
  EXPECT_GT(chain.at("ends").get<int>(), 10);
  EXPECT_EQ(chain.at("chains").at(0).at("difference"), 0.0);
  for (const auto& line : chain.at("chains")) {
    EXPECT_LE(line.at("difference").get<double>(), 1e-12);
    EXPECT_LE(line.at("line").size(), 3u);  // 4's, 5's, 6's
  }
  EXPECT_LE(chain.at("stepwise").at("difference").get<double>(), 0.0);
  const std::string text = text_of(asked);
  EXPECT_TRUE(holds(text, {" final positions were evaluated.",
                           "     4's: ", "   5's: ", "\nDecided number by number"}));
}

TEST_F(AnalyzeCommand, LinesFitIn100Columns) {
  for (const Words& asked :
       {Words{"--position", kMiddle}, Words{"--position", kMiddle, "--dice", "2-2"},
        Words{"--position", kMiddle, "--dice", "5-5", "--chain", "full"}, Words{"--dice", "6-5"}}) {
    expect_fits_screen(text_of(asked + "--plies 1"));
  }
}

TEST_F(AnalyzeCommand, AnalyzesEveryGame) {
  for (const std::string_view game : game_names()) {
    const std::string name(game);
    const std::string text = text_of("--dice 3-1 --plies 1", name);
    EXPECT_TRUE(text.starts_with(name + "  ")) << text;
    EXPECT_EQ(text.find("    ties ") != std::string::npos, name.starts_with("plakoto")) << name;
    EXPECT_EQ(analyze("--plies 1", name).code, 0) << name;
  }
}

TEST_F(AnalyzeCommand, WritesTheBoardToAFile) {
  const std::string file = (folder_ / "board.svg").string();
  const auto drawn = [&](const Words& more) {
    text_of(Words{"--dice", "6-1", "--plies", "0", "--svg", file} + more);
    return bytes_of(file);
  };
  const std::string plain = drawn({});
  EXPECT_EQ(markup_problem(plain), "");
  EXPECT_TRUE(plain.starts_with("<svg "));
  EXPECT_FALSE(holds(plain, "stroke-linejoin"));
  EXPECT_TRUE(holds(drawn({"--arrows"}), "stroke-linejoin"));
}

TEST_F(AnalyzeCommand, RollsOutTheBestPlaysIfRequested) {
  const Words asked = {"--position", kMiddle,     "--dice",   "6-4", "--plies",
                       "1",          "--rollout", "--trials", "36"};
  const json found = json_of(asked);
  const auto& rolled = found.at("rollout");
  ASSERT_GE(rolled.size(), 1u);
  ASSERT_LE(rolled.size(), 5u);
  EXPECT_EQ(rolled[0].at("difference"), 0.0);
  for (const auto& play : rolled) {
    EXPECT_EQ(play.at("trials"), 36);
    EXPECT_GT(play.at("standard_error").get<double>(), 0.0);
  }
  EXPECT_EQ(json_of(asked + "--threads 3"), found);
  EXPECT_NE(json_of(asked + "--seed 2").at("rollout"), rolled);
  EXPECT_TRUE(holds(text_of(asked), "\nThe best plays rolled out to the end of the game"));
  EXPECT_EQ(json_of("--rollout --trials 36 --plies 0").at("rollout").size(), 1u);
}

TEST_F(AnalyzeCommand, UsesExactTables) {
  const std::string table = (folder_ / "two.table").string();
  ASSERT_EQ(gioul_run({"solve", "--checkers", "2", "--out", table}).code, 0);
  const std::string position = "13:1,9:1|20:1,6:1";
  const json exact = gioul_json({"solve", "--checkers", "2", "--position", position, "--json"});
  for (const char* plies : {"0", "1", "2"}) {
    const json found = gioul_json({"analyze", "--net", table, "--tables", "off", "--position",
                                   position, "--plies", plies, "--json"});
    EXPECT_NEAR(found.at("value").at("equity").get<double>(), exact.at("equity").get<double>(),
                1e-9);
    EXPECT_TRUE(found.at("value").at("exact").get<bool>());
  }
  const Finished text = gioul_run(
      {"analyze", "--net", table, "--tables", "off", "--position", position, "--dice", "2-1"});
  EXPECT_TRUE(holds(text.out, " exact  "));
}

TEST_F(AnalyzeCommand, ReportsBadInputOnOneLine) {
  expect_refused("--plies 9", "--plies");
  expect_refused("--dice 7-1", "dice");
  expect_refused("--position 24:15", "--position: column ");
  expect_refused("--position 24:11,21:4|24:15|owed=12 --dice 3-1", "expected none");
  expect_refused("--chain half --dice 3-3", "expected decisions or full");
  expect_refused("--chain full", "no chain here");
  expect_refused("--chain full --dice 3-1", "no chain here");
  expect_refused("--arrows", "--svg");
  expect_refused("--trials 36", "--rollout");
  expect_refused("--rollout --trials 35", "even");
  expect_refused("--rollout --chain full --dice 3-3", "cannot be combined");
  expect_refused("--plays 0", "--plays");
  expect_refusal(gioul_run({"analyze", "--net", put_net(folder_, "gioul"), "--tables", "maybe"}),
                 "expected on or off");
  expect_refusal(analyze("--chain full --dice 3-3", "portes"), "portes has no chains");
}

}  // namespace
}  // namespace gioul
