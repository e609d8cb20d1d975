// External engines in the commands, and gioul ubgi-check.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;

const std::string kOurs = "ubgi:'" + gioul_binary() + "' ubgi";
const std::string kMock = "ubgi:'" + mock_engine() + "' ";

json games_of(const std::string& player, const std::string& threads) {
  const json run =
      gioul_json({"tournament", player, "random", "--games", "40", "--threads", threads, "--json"});
  return run.at("pairings").at(0);
}

TEST(Engines, PlayInTournamentsOnAnyNumberOfThreads) {
  const json one = games_of(kMock + "good,time=60", "1");
  EXPECT_EQ(one.at("games"), 40);
  EXPECT_EQ(games_of(kMock + "good,time=60", "3").at("outcomes"), one.at("outcomes"));
}

TEST(Engines, AreListedUnderTheirReportedNames) {
  const TemporaryFolder folder;
  const Words words = {"tournament", kMock + "good", "random",         "--games",
                       "2",          "--html",       folder / "t.html"};
  const Finished run = gioul_run(words);
  EXPECT_TRUE(holds(run.out, {"mock good: " + kMock + "good\n", "  mock good\n"}));
  EXPECT_TRUE(holds(bytes_of(folder / "t.html"), ". mock good</span>"));
  const json tournament = gioul_json(words + "--json");
  for (const json& standing : tournament.at("standings")) {
    const bool is_engine = standing.at("player") == kMock + "good";
    EXPECT_EQ(standing.value("engine", ""), is_engine ? "mock good" : "");
  }
}

TEST(Engines, WithOneReportedNameAreListedUnderTheirCommands) {
  const json tournament =
      gioul_json({"tournament", kMock + "good", kMock + "good 2", "--games", "2", "--json"});
  for (const json& standing : tournament.at("standings")) {
    EXPECT_EQ(standing.at("engine"), "mock good");
    EXPECT_EQ(standing.at("name"), standing.at("player"));
  }
}

TEST(Engines, ReceiveTheirSettings) {
  // The blocker wins most games against the random player; without the setting the engine plays at
  // random.
  const json blocker = games_of(kOurs + ",set.player=blocker", "2");
  EXPECT_GT(blocker.at("points_per_game").get<double>(), 0.4);
}

TEST(Engines, UnusableEnginesAreInputErrors) {
  const auto expect_unusable = [](const std::string& player, std::string_view part) {
    expect_refused({"tournament", player, "random", "--games", "2"}, part);
  };
  expect_unusable("ubgi:/no/such/program", "No such file or directory");
  expect_unusable("ubgi:", "expected a command");
  expect_unusable(kMock + "die-at-start", "exited with code 4");
  expect_unusable(kOurs + ",set.depth=4", "'set depth 4' with 'error bad_argument");
}

TEST(Engines, FailingEngineLosesInPlay) {
  const std::string run =
      gioul_out({"play", "--seed", "3", "--opponent", kMock + "exit"}, "24/19 24/23\nn\n");
  EXPECT_TRUE(
      holds(run, {"The opponent fails: exited with code 3 at 24:15|", ".\nYou win 2 points.\n"}));
}

TEST(Engines, SpellingsOfThePublicDraftWinTheSamePoints) {
  const TemporaryFolder folder;
  const std::string bot = "ubgi:python3 '" + test_data() + "/../tools/draft_bot.py' '" +
                          gioul_binary() + "' '" + (folder / "spelling").string() + "',time=60";
  for (const std::string game : {"gioul", "plakoto", "portes"}) {
    json wanted;
    for (const char* spelling : {"gioul", "hyphens", "blanks"}) {
      put_bytes(folder / "spelling", spelling);
      const json run = gioul_json({"tournament", bot, "random", "--variant", game, "--games", "6",
                                   "--threads", "1", "--no-luck-adjusted", "--json"});
      const json& pairing = run.at("pairings").at(0);
      EXPECT_EQ(pairing.at("player_failures"), 0) << run.dump(2);
      if (wanted.is_null()) wanted = pairing.at("outcomes");
      EXPECT_EQ(pairing.at("outcomes"), wanted) << game << ", " << spelling;
    }
  }
}

TEST(Engines, ReasonsOfLostGamesCanBeReplayed) {
  const Words words = {"tournament", kMock + "illegal", "random", "--games", "4", "--threads", "1"};
  const std::string table = gioul_out(words);
  EXPECT_TRUE(holds(table, "lost 4: illegal play, such as illegal play '24/1' at 24:1"));
  EXPECT_TRUE(holds(table, ", dice "));
  const json run = gioul_json(words + "--json");
  for (const json& standing : run.at("standings")) {
    if (standing.at("player") == "random") continue;
    EXPECT_EQ(standing.at("failures"), json({{"illegal play", 4}}));
    const std::string example = standing.at("failure_examples").at("illegal play");
    EXPECT_TRUE(holds(table, example));
    EXPECT_TRUE(holds(example, ", game "));
  }
}

TEST(Engines, DebugKeepsTheirLines) {
  const TemporaryFolder folder;
  const std::string log = (folder / "log").string();
  gioul_out({"tournament", kMock + "good", "random", "--games", "2", "--debug", log});
  EXPECT_TRUE(holds(bytes_of(log), {"Z " + kMock + "good[", "] > ubgi\n", "] < ubgiok\n",
                                    "] > go role chequer\n", "] < bestmove "}));
  expect_refused({"tournament", "random", "blocker", "--debug", folder.path().string()}, "--debug");
}

TEST(UbgiCheckCommand, OurEnginePassesForEveryGame) {
  for (const std::string_view game : game_names()) {
    const std::string run = gioul_out(
        {"ubgi-check", kOurs, "--variant", std::string(game), "--games", "4", "--time", "60"});
    EXPECT_TRUE(holds(run, {"PASS  games                        4 games, ", " 0 failed, "}));
  }
}

TEST(UbgiCheckCommand, PrintsFailuresAndExitsWithOne) {
  const Finished run = gioul_run({"ubgi-check", kMock + "twice", "--games", "1"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(holds(run.out, {"FAIL  decisions: the start         answers twice: 'bestmove ",
                              "\n        sent      position text 24:15|24:15\n",
                              "\n        expected  a legal play for each of the 21 rolls\n"}));
}

TEST(UbgiCheckCommand, StopsIfTheEngineCannotBeStarted) {
  const Finished run = gioul_run({"ubgi-check", "/no/such/program"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(holds(run.out, {"FAIL  introduction ", "\n        received  (nothing)\n",
                              "\nthe engine, gioul: 0 passed, 1 failed, 0 warned, 0 skipped\n"}));
  EXPECT_EQ(run.out.find("SKIP"), std::string::npos);
}

TEST(UbgiCheckCommand, ReportsWarnings) {
  const std::string run = gioul_out({"ubgi-check", kMock + "good", "--games", "1"});
  EXPECT_TRUE(holds(run, {"WARN  unknown command ", " 0 failed, "}));
}

TEST(UbgiCheckCommand, JsonMatchesTheText) {
  const Finished run = gioul_run({"ubgi-check", kMock + "garbage", "--games", "1", "--json"});
  EXPECT_EQ(run.code, 1);
  const json report = json::parse(run.out);
  EXPECT_EQ(report.at("engine"), "mock garbage");
  EXPECT_GT(report.at("failed"), 0);
  EXPECT_EQ(report.at("checks").at(0).at("result"), "PASS");
  for (const json& check : report.at("checks")) {
    EXPECT_EQ(check.contains("sent"), check.at("result") == "FAIL" || check.at("result") == "WARN")
        << check;
  }
}

TEST(UbgiCheckCommand, RequiresOneCommand) {
  expect_refusal(gioul_run("ubgi-check gioul ubgi"), "expected one command in quotes");
}

}  // namespace
}  // namespace gioul
