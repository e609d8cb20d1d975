// gioul match and gioul match-equity: text and JSON output, and errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "eval/match/match_store.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;
TEST(MatchCommand, ResumesFromItsDatabase) {
  const TemporaryFolder folder;
  const std::string db = folder / "m.db";
  const Words match = "match blocker random --target 3 --matches 40 --json";
  const auto with_db = [&](const Words& words) { return gioul_run(words + Words{"--db", db}); };
  const std::string alone = gioul_run(match).out;
  EXPECT_EQ(with_db(match).out, alone);
  const Finished again = with_db(match);
  EXPECT_EQ(again.out, alone);
  EXPECT_TRUE(holds(again.err, "40 matches found in "));
  Words other = match;
  other[4] = "4";
  expect_refusal(with_db(other), "holds other work: its target is 3, not 4");
  expect_refused({"tournament", "random", "blocker", "--pairs", "2", "--db", db},
                 "holds other work: it is of gioul match, not of gioul tournament");
}

TEST(MatchCommand, ResumesOnlyWithTheSameSettings) {
  const TemporaryFolder folder;
  const std::string rival = "net:" + put_net(folder, "gioul");
  const Words match =
      Words{"match", rival + ",name=a", rival, "--db", folder / "m.db"} +
      "--seed 1 --variant gioul --matches 2 --shares 0.4,0.1,0.4,0.1 --checkers 15 --target 1 "
      "--opponent-value match";
  gioul_out(match);
  const auto expect_other = [&](const char* option, const char* value, const std::string& part) {
    Words other = match;
    *std::next(std::ranges::find(other, option)) = value;
    const Finished run = gioul_run(other);
    EXPECT_EQ(run.code, 2) << option;
    EXPECT_TRUE(holds(run.err, {"holds other work: its ", part}));
  };
  expect_other("match", "random", "its player is " + rival + ",name=a, not random");
  expect_other("--seed", "2", "its seed is 1, not 2");
  expect_other("--matches", "4", "its number of matches is 2, not 4");
  expect_other("--shares", "0.4,0,0.4,0", "its shares is 0.4,0.1,0.4,0.1, not 0.4,0,0.4,0");
  expect_other("--checkers", "3", "its checkers is 15, not 3");
  expect_other("--opponent-value", "points", "its " + rival + "'s aim is match, not points");
  save_net(test_net("gul-bara"), rival.substr(4));
  expect_other("--variant", "gul-bara", "its game is gioul, not gul-bara");
  expect_other("--variant", "gul-bara", "its checksum of " + rival + " is ");
}

TEST(MatchCommand, FailuresCountForTheFailedPlayerInBothMatchesOfAPair) {
  const json run = gioul_json({"match", "ubgi:'" + mock_engine() + "' exit 3", "random", "--target",
                               "2", "--matches", "2", "--no-luck-adjusted", "--json"});
  EXPECT_EQ(run.at("failures"), (json{{{"exited with code 3", 2}}, json::object()}));
  EXPECT_EQ(run.at("games"), 2);
  EXPECT_EQ(run.at("match_share"), 0.0);
}

TEST(MatchCommand, LuckIsSubtractedOnRequest) {
  const TemporaryFolder folder;
  const std::string db = folder / "m.db";
  const Words match = "match net net,temperature=50 --target 2 --matches 40 --equity-games 200";
  const Words adjusted = match + Words("--luck-adjusted --db") + Words{db};
  const json found = gioul_json(adjusted + Words{"--json"});
  const json luck = found.at("luck_adjusted");
  EXPECT_LT(found.at("standard_error"), luck.at("raw_standard_error"));
  EXPECT_NEAR(found.at("match_share").get<double>(),
              luck.at("raw_match_share").get<double>() - luck.at("luck_per_match").get<double>(),
              1e-9);
  // A database goes on as it began.
  const json again = gioul_json(match + Words{"--json", "--db", db});
  EXPECT_EQ(again, found);
  EXPECT_TRUE(holds(gioul_run(adjusted).out, {"less luck ", "matches saved"}));
  expect_refused("match blocker random --equity-games 200", "no player plays for the match");
  EXPECT_FALSE(gioul_json("match blocker random --matches 4 --json").contains("luck_adjusted"));
}

TEST(MatchCommand, IntervalsOfFewMatchesStayWithinPossibleShares) {
  const std::string run = gioul_out("match net random --matches 6 --value points");
  EXPECT_TRUE(holds(run, "matches won  100.00 +- 33.33 %, 95 % 34.67 .. 100.00\n"));
  EXPECT_TRUE(holds(gioul_out("match random random --matches 6"), "50.00 +- 33.33 %"));
}

// As a killed run leaves the file.
TEST(MatchCommand, PlaysOnlyMissingMatches) {
  const TemporaryFolder folder;
  const MatchWorkOptions plan = {{"target", "3"}};
  PlayedMatch won{.points = {3, 1},
                  .game_count = 3,
                  .gammon_count = 1,
                  .tie_count = 0,
                  .failures_by_reason = {}};
  won.failures_by_reason[1]["died"] = 1;
  ResultStore(folder / "m.db", make_match_work_spec(plan, 3)).add(1, encode_matches({won, won}));
  const ResultStore file(folder / "m.db", make_match_work_spec(plan, 3));
  const ResumedMatches found = load_matches(file, 3);
  EXPECT_EQ(found.is_pair_played, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(found.result.match_count(), 2);
  EXPECT_EQ(found.result.game_count, 6);
  EXPECT_EQ(found.result.failures_by_reason[1].at("died"), 2);
}

TEST(MatchEquityCommand, PrintsTheTableOfGivenShares) {
  const std::string run = gioul_out("match-equity --target 2 --shares 0.4,0.2,0.3,0.1");
  EXPECT_TRUE(holds(run, "\n    1  60.0  72.0\n    2  44.0  57.2\n"));
}

TEST(MatchEquityCommand, LinesFitIn100Columns) {
  expect_fits_screen(gioul_out("match-equity --target 40 --shares 0.4,0.2,0.3,0.1"));
}

TEST(MatchEquityCommand, AcceptsItsPrintedShares) {
  const TemporaryFolder folder;
  const std::string net = put_net(folder, "gioul");
  const Words measure = {"match-equity", "--net", net,        "--games", "40",
                         "--checkers",   "4",     "--target", "3"};
  const json measured = gioul_json(measure + "--json");
  const std::string shares = measured.at("shares");
  EXPECT_TRUE(holds(gioul_out(measure), "\n--shares '" + shares + "'\n"));
  const json given = gioul_json({"match-equity", "--shares", shares, "--target", "3", "--json"});
  const json match = gioul_json({"match", "net:" + net, "random", "--target", "1", "--matches", "2",
                                 "--shares", shares, "--json"});
  EXPECT_EQ(match.at("shares"), shares);
  EXPECT_EQ(measured.at("games")[0].at("games"), 40);
  EXPECT_NEAR(measured.at("games")[0].at("chances")[2][2].get<double>(),
              given.at("games")[0].at("chances")[2][2].get<double>(), 1e-12);
}

TEST(MatchEquityCommand, RejectsBadOptions) {
  expect_refused("match-equity", "expected one of --net");
  expect_refused("match-equity --shares 0.5,0.5", "expected four numbers");
  expect_refused("match-equity --shares 0.5,0.5,0.5,0", "greater than 1");
  const json rounded = gioul_json("match-equity --target 2 --shares 0.6,0.4000009,0,0 --json");
  EXPECT_EQ(rounded.at("games").at(0).at("chances").dump(), "[[1.0,1.0],[1.0,1.0]]");
  expect_refused("match-equity --shares 0,0,0,0", "has no end");
  expect_refused("match-equity --shares 0.4,0.2,0.3,0.1 --seed 2", "--seed cannot be used with");
  expect_refused("match-equity --cycle tavli --shares 0.5,0,0.5,0", "has 1 parts");
  expect_refused("match-equity --cycle tavla --shares 0.5,0,0.5,0", "unknown cycle");
  expect_refused("match-equity --shares 0.5,0,0.5,0 --games 5", "--games");
}

TEST(MatchCommand, JsonNamesItsValues) {
  const TemporaryFolder folder;
  const json result =
      gioul_json({"match", "net:" + put_net(folder, "gioul") + ",plies=0", "random", "--checkers",
                  "4", "--target", "3", "--matches", "20", "--equity-games", "50", "--json"});
  EXPECT_EQ(result.at("games_in_turn"), json::array({"gioul"}));
  EXPECT_EQ(result.at("matches"), 20);
  EXPECT_EQ(result.at("values"), (json{"match", "points"}));
  EXPECT_TRUE(result.contains("shares"));
}

TEST(MatchCommand, PlaysACycleWithOnePlayerPerGame) {
  const std::string run = gioul_out(
      "match gul-bara=blocker;tapa=random random --cycle tapa-gul-bara --checkers 5 --matches 200");
  EXPECT_TRUE(holds(run, {"gul-bara, plakoto to 5, 200 matches", "matches won"}));
}

TEST(MatchCommand, RejectsBadOptions) {
  expect_refused("match random", "expected two players");
  expect_refused("match random random --matches 3", "even number");
  expect_refused("match random random --target 0", "--target");
  expect_refused("match random random --value elo", "points or match");
  expect_refused("match random random --opponent-value match", "cannot play for the match");
  expect_refused("match random random --shares 0.5,0,0.5,0", "no player plays");
  expect_refused("match random random --equity-games 5", "no player plays");
  expect_refused("match random random --cycle tavli --variant gioul", "cannot be combined");
  expect_refused("match random random --cycle tavli --checkers 3", "portes");
  expect_refused("match portes=random random --cycle tavli", "expected a player for plakoto");
}

}  // namespace
}  // namespace gioul
