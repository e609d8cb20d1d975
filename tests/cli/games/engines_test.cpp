// Other people's engines in the commands, and gioul ubgi-check.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/shell/process.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string kOurs = "ubgi:'" + gioul_binary() + "' ubgi";
const std::string kMock = "ubgi:'" + mock_engine() + "' ";

json games_of(const std::string& player, const std::string& threads) {
  const Finished run =
      gioul_run({"tournament", player, "random", "--games", "40", "--threads", threads, "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  return json::parse(run.out).at("pairings").at(0);
}

TEST(Engines, PlayInTournamentsOnAnyNumberOfThreads) {
  const json one = games_of(kMock + "good,time=60", "1");
  EXPECT_EQ(one.at("games"), 40);
  EXPECT_EQ(games_of(kMock + "good,time=60", "3").at("outcomes"), one.at("outcomes"));
}

TEST(Engines, AreCalledWhatTheyCallThemselves) {
  const TemporaryFolder folder;
  const Words words = {"tournament", kMock + "good", "random",         "--games",
                       "2",          "--html",       folder / "t.html"};
  const Finished run = gioul_run(words);
  EXPECT_THAT(run.out, HasSubstr("mock good: " + kMock + "good\n"));
  EXPECT_THAT(run.out, HasSubstr("  mock good\n"));
  EXPECT_THAT(bytes_of(folder / "t.html"), HasSubstr(". mock good</span>"));
  Words with_json = words;
  with_json.emplace_back("--json");
  const json tournament = json::parse(gioul_run(with_json).out);
  for (const json& standing : tournament.at("standings")) {
    const bool is_engine = standing.at("player") == kMock + "good";
    EXPECT_EQ(standing.value("engine", ""), is_engine ? "mock good" : "");
  }
}

TEST(Engines, SettingsReachThem) {
  // The blocker wins most games against chance; the random player, without the setting, does not.
  const json blocker = games_of(kOurs + ",set.player=blocker", "2");
  EXPECT_GT(blocker.at("points_per_game").get<double>(), 0.4);
}

TEST(Engines, ThatCannotBeUsedAreBadInput) {
  const auto refusal = [](const std::string& player) {
    const Finished run = gioul_run({"tournament", player, "random", "--games", "2"});
    EXPECT_EQ(run.code, 2) << run.err;
    return run.err;
  };
  EXPECT_THAT(refusal("ubgi:/no/such/program"), HasSubstr("No such file or directory"));
  EXPECT_THAT(refusal("ubgi:"), HasSubstr("expected a command"));
  EXPECT_THAT(refusal(kMock + "die-at-start"), HasSubstr("exited with code 4"));
  EXPECT_THAT(refusal(kOurs + ",set.depth=4"), HasSubstr("'set depth 4' with 'error bad_argument"));
}

TEST(Engines, ThatFailLoseAgainstAPerson) {
  const Finished run =
      gioul_run({"play", "--seed", "3", "--opponent", kMock + "exit"}, "24/19 24/23\nn\n");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("The opponent fails: exited with code 3.\nYou win 2 points.\n"));
}

TEST(UbgiCheckCommand, OursPassesForEveryGame) {
  for (const std::string_view game : game_names()) {
    const Finished run = gioul_run(
        {"ubgi-check", kOurs, "--variant", std::string(game), "--games", "4", "--time", "60"});
    EXPECT_EQ(run.code, 0) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("PASS  games                        4 games, "));
    EXPECT_THAT(run.out, HasSubstr(" 0 failed, "));
  }
}

TEST(UbgiCheckCommand, FailuresAreShownAndAreExitCodeOne) {
  const Finished run = gioul_run({"ubgi-check", kMock + "twice", "--games", "1"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("FAIL  decisions: the start         answers twice: 'bestmove "));
  EXPECT_THAT(run.out, HasSubstr("\n        sent      position text 24:15|24:15\n"));
  EXPECT_THAT(run.out, HasSubstr("\n        expected  a lawful play for each of the 21 rolls\n"));
}

TEST(UbgiCheckCommand, BadMannersAreTold) {
  const Finished run = gioul_run({"ubgi-check", kMock + "good", "--games", "1"});
  EXPECT_EQ(run.code, 0) << run.out;
  EXPECT_THAT(run.out, HasSubstr("WARN  unknown command "));
  EXPECT_THAT(run.out, HasSubstr(" 0 failed, "));
}

TEST(UbgiCheckCommand, JsonHasTheSame) {
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

TEST(UbgiCheckCommand, NeedsOneCommand) {
  const Finished run = gioul_run({"ubgi-check", "gioul", "ubgi"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("expected one command in quotes"));
}

}  // namespace
}  // namespace gioul
