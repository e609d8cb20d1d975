// gioul tournament: the table, the JSON, and that only the options decide them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cli/process.h"
#include "tests/cli/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

Finished tournament(Words arguments) {
  arguments.insert(arguments.begin(), "tournament");
  return gioul_run(arguments);
}

json tournament_json(Words arguments) {
  arguments.emplace_back("--json");
  const Finished run = tournament(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  return json::parse(run.out);
}

void expect_refused(const Words& arguments, std::string_view part) {
  const Finished run = tournament(arguments);
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_NE(run.err.find(part), std::string::npos) << run.err;
}

TEST(TournamentCommand, JsonHoldsTheFullFigures) {
  const json result = tournament_json({"blocker", "random", "--games", "200", "--seed", "9"});
  EXPECT_EQ(result.at("variant"), "gioul");
  EXPECT_EQ(result.at("checkers"), 15);
  EXPECT_EQ(result.at("seed"), 9);
  EXPECT_EQ(result.at("pairs"), 100);
  EXPECT_EQ(result.at("players"), (Words{"blocker", "random"}));
  const json pairing = result.at("pairings").at(0);
  EXPECT_EQ(pairing.at("games"), 200);
  const auto outcomes = pairing.at("outcomes").get<std::vector<int>>();
  EXPECT_EQ(outcomes[0] + outcomes[1] + outcomes[2] + outcomes[3] + outcomes[4], 200);
  const double points = (2.0 * (outcomes[4] - outcomes[0]) + outcomes[3] - outcomes[1]) / 200.0;
  EXPECT_NEAR(pairing.at("points_per_game").get<double>(), points, 1e-12);
  EXPECT_GT(points, 0.5);
  const double error = pairing.at("standard_error").get<double>();
  EXPECT_GT(error, 0.01);
  EXPECT_NEAR(pairing.at("interval95").at(1).get<double>(), points + 1.96 * error, 1e-3);
  EXPECT_NEAR(pairing.at("gammons_won").get<double>(), outcomes[4] / 200.0, 1e-12);
  EXPECT_NEAR(pairing.at("wins").get<double>(), (outcomes[3] + outcomes[4]) / 200.0, 1e-12);
  EXPECT_TRUE(pairing.contains("first_mover_points_per_game"));
}

TEST(TournamentCommand, ResultsDoNotDependOnThreads) {
  const Words arguments = {"random", "blocker", "--pairs", "150", "--variant", "plakoto", "--json"};
  Words one = arguments;
  one.insert(one.end(), {"--threads", "1"});
  Words two = arguments;
  two.insert(two.end(), {"--threads", "2"});
  const std::string first = tournament(one).out;
  EXPECT_NE(first, "");
  EXPECT_EQ(tournament(two).out, first);
  EXPECT_EQ(tournament(two).out, first);
}

TEST(TournamentCommand, SeedChangesTheGames) {
  EXPECT_NE(tournament_json({"blocker", "random", "--pairs", "50", "--seed", "1"}).at("pairings"),
            tournament_json({"blocker", "random", "--pairs", "50", "--seed", "2"}).at("pairings"));
}

TEST(TournamentCommand, PairsAreTwiceAsManyGames) {
  EXPECT_EQ(tournament({"blocker", "random", "--pairs", "30", "--json"}).out,
            tournament({"blocker", "random", "--games", "60", "--json"}).out);
}

TEST(TournamentCommand, EveryTwoPlayersMeet) {
  const json result = tournament_json({"blocker", "random", "blocker", "--games", "20"});
  EXPECT_EQ(result.at("pairings").size(), 3u);
}

TEST(TournamentCommand, TableFitsTheScreen) {
  for (const char* variant : {"gioul", "plakoto"}) {
    const Finished run =
        tournament({"blocker", "random", "blocker", "--games", "20", "--variant", variant});
    EXPECT_EQ(run.code, 0);
    std::istringstream stream(run.out);
    for (std::string line; std::getline(stream, line);) EXPECT_LE(line.size(), 100u) << line;
    EXPECT_NE(run.out.find(" 1 - 2 "), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("Over all games:"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("tie %") != std::string::npos, std::string(variant) == "plakoto");
  }
}

TEST(TournamentCommand, ProgressStaysOffStdoutAndInPlainLines) {
  const Finished run = tournament({"blocker", "random", "--games", "20"});
  EXPECT_EQ(run.out.find("games/s"), std::string::npos);
  EXPECT_NE(run.err.find("20 games in "), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find('\r'), std::string::npos);
}

TEST(TournamentCommand, OutGetsTheJsonBesideTheTable) {
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  const Words arguments = {"blocker", "random", "--games", "20"};
  Words with_file = arguments;
  with_file.insert(with_file.end(), {"--out", file});
  Words with_json = arguments;
  with_json.emplace_back("--json");
  EXPECT_EQ(tournament(with_file).out, tournament(arguments).out);
  EXPECT_EQ(bytes_of(file), tournament(with_json).out);
}

TEST(TournamentCommand, NetsPlay) {
  const TemporaryFolder folder;
  const std::string net = "net:" + put_net(folder, "portes");
  const json result = tournament_json({net, "random", "--variant", "portes", "--games", "10"});
  EXPECT_EQ(result.at("players").at(0), net);
}

TEST(TournamentCommand, FewerCheckersMakeShorterGames) {
  const auto decisions = [](const char* checkers) {
    return tournament_json({"random", "blocker", "--games", "20", "--checkers", checkers})
        .at("pairings")
        .at(0)
        .at("decisions")
        .get<int>();
  };
  EXPECT_LT(decisions("2"), decisions("15") / 2);
}

TEST(TournamentCommand, BadOptionsAreRefused) {
  expect_refused({"random"}, "at least two players");
  expect_refused({}, "at least two players");
  expect_refused({"random", "blocker", "--games", "3"}, "an even number");
  expect_refused({"random", "blocker", "--games", "0"}, "--games '0'");
  expect_refused({"random", "blocker", "--games", "2", "--pairs", "1"}, "expected one of them");
  expect_refused({"random", "blocker", "--checkers", "16"}, "--checkers '16'");
  expect_refused({"random", "blocker", "--checkers", "3", "--variant", "portes"}, "15 only");
  expect_refused({"random", "foo"}, "unknown player 'foo'");
  expect_refused({"random", "net:/no/such/file"}, "/no/such/file");
  expect_refused({"random", "blocker", "--variant", "chess"}, "unknown variant");
}

TEST(TournamentCommand, OutFolderThatDoesNotExistIsFoundBeforeTheGames) {
  expect_refused({"random", "blocker", "--out", "/no/such/folder/file"}, "no folder");
}

}  // namespace
}  // namespace gioul
