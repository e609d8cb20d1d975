// gioul tournament: the table, the JSON, and that they depend only on the options.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;
Finished tournament(const Words& arguments) { return gioul_run(Words("tournament") + arguments); }

json tournament_json(const Words& arguments) {
  return gioul_json(Words{"tournament", "--json"} + arguments);
}

TEST(TournamentCommand, JsonHasAllResults) {
  const json result = tournament_json("blocker random --games 200 --seed 9");
  EXPECT_EQ(result.at("variant"), "gioul");
  EXPECT_EQ(result.at("checkers"), 15);
  EXPECT_EQ(result.at("seed"), "9");
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
  EXPECT_NEAR(pairing.at("interval95").at(1).get<double>(), points + 1.984 * error, 1e-3);
  EXPECT_NEAR(pairing.at("gammons_won").get<double>(), outcomes[4] / 200.0, 1e-12);
  EXPECT_NEAR(pairing.at("wins").get<double>(), (outcomes[3] + outcomes[4]) / 200.0, 1e-12);
  EXPECT_TRUE(pairing.contains("first_mover_points_per_game"));
}

TEST(TournamentCommand, OnePlayerPlaysTheBundledNet) {
  const json result = tournament_json("random --games 200");
  EXPECT_EQ(result.at("players"), (Words{"random", "net"}));
  EXPECT_LT(result.at("pairings").at(0).at("points_per_game").get<double>(), -1.0);
}

// Returns the result without times.
json timeless(const Words& arguments) {
  json result = tournament_json(arguments);
  result.erase("timing");
  return result;
}

TEST(TournamentCommand, PlaysARoundRobinOrAGauntlet) {
  const json two = tournament_json("random blocker --pairs 40");
  const json three = tournament_json("random blocker random --games 80");
  EXPECT_EQ(three.at("pairings").size(), 3u);
  EXPECT_EQ(three.at("pairings").at(0), two.at("pairings").at(0));
  const json gauntlet = tournament_json("random blocker random --pairs 40 --mode gauntlet");
  EXPECT_EQ(gauntlet.at("mode"), "gauntlet");
  EXPECT_EQ(gauntlet.at("pairings").size(), 2u);
  const json reseeded = tournament_json("random blocker --pairs 40 --seed 2");
  EXPECT_NE(reseeded.at("pairings"), two.at("pairings"));
}

TEST(TournamentCommand, ResumesFromItsDatabase) {
  const TemporaryFolder folder;
  const Words arguments = {"blocker",    "random", "--games", "60",
                           "--checkers", "3",      "--db",    (folder / "results.db").string()};
  const json first = tournament_json(arguments);  // with the times, as the file has them too
  EXPECT_EQ(tournament_json(arguments), first);
  EXPECT_TRUE(holds(tournament(arguments).err, "60 found in "));
  expect_refusal(tournament(arguments + "--seed 2"), "its seed is 1, not 2");
}

TEST(TournamentCommand, GrowsItsDatabase) {
  const TemporaryFolder folder;
  const Words few = "blocker random --pairs 10 --checkers 3";
  const Words many = "blocker net,plies=0 random --pairs 20 --checkers 3";
  const Words db = {"--db", folder / "t.db", "--records", folder / "t.txt"};
  EXPECT_EQ(tournament(few + db).code, 0);
  EXPECT_EQ(timeless(many + db), timeless(many));
  EXPECT_EQ(gioul_run({"verify", folder / "t.txt"}).code, 0);
  const std::string records = bytes_of(folder / "t.txt");
  EXPECT_EQ(tournament(many + Words{"--db", folder / "u.db", "--records", folder / "u.txt"}).code,
            0);
  EXPECT_EQ(bytes_of(folder / "u.txt"), records);
  EXPECT_EQ(timeless(Words("blocker net,plies=0 random --pairs 5 --checkers 3") + db),
            timeless("blocker net,plies=0 random --pairs 5 --checkers 3"));
}

TEST(TournamentCommand, ConfigProvidesMissingOptions) {
  const TemporaryFolder folder;
  const std::string config = (folder / "t.toml").string();
  put_bytes(config, "players = ['blocker', 'random']\npairs = 30\ncheckers = 3\nseed = 5\n");
  EXPECT_EQ(timeless({"--config", config}),
            timeless("blocker random --pairs 30 --checkers 3 --seed 5"));
  EXPECT_EQ(timeless({"--config", config, "--seed", "6"}).at("seed"), "6");
  expect_refused({"tournament", "random", "--config", config},
                 "players are given both in the config");
  put_bytes(config, "player = ['blocker', 'random']\n");
  expect_refused({"tournament", "--config", config}, "t.toml:1: player: unknown key");
}

TEST(TournamentCommand, TargetErrorReplacesTheNumberOfGames) {
  const TemporaryFolder folder;
  const Words arguments = "blocker random --checkers 3 --target-error 0.07";
  const json result = timeless(arguments);
  const int pairs = result.at("pairs").get<int>();
  EXPECT_GT(pairs, 100);
  EXPECT_NEAR(result.at("pairings").at(0).at("standard_error").get<double>(), 0.07, 0.02);
  EXPECT_EQ(result.at("target_error"), 0.07);
  EXPECT_EQ(timeless(arguments + Words("--threads 3")), result);
  EXPECT_TRUE(holds(tournament(arguments).out, "by a pilot of 100 pairs"));
  put_bytes(folder / "t.toml",
            "players = ['blocker', 'random']\ncheckers = 3\ntarget_error = 0.07\n");
  EXPECT_EQ(timeless({"--config", folder / "t.toml"}), result);
  EXPECT_EQ(timeless({"--config", folder / "t.toml", "--pairs", "5"}).at("pairs"), 5);
  expect_refused("tournament blocker random --target-error 0.1 --games 10", "cannot be combined");
  expect_refused("tournament blocker random --target-error 3", "--target-error '3'");
}

TEST(TournamentCommand, WritesCsvAndAPage) {
  const TemporaryFolder folder;
  const std::string csv = (folder / "t.csv").string();
  const std::string page = (folder / "t.html").string();
  EXPECT_EQ(tournament({"blocker", "random", "--games", "20", "--csv", csv, "--html", page}).code,
            0);
  EXPECT_EQ(bytes_of(csv).find("player,opponent,games"), 0u);
  EXPECT_EQ(bytes_of(page).find("<!DOCTYPE html>"), 0u);
  expect_refused({"tournament", "blocker", "random", "--csv", csv, "--html", csv},
                 "is given for another output");
}

TEST(TournamentCommand, RatesByPointsOrWins) {
  const Words arguments = "blocker random --games 200";
  const Words wins = arguments + "--elo-scale wins";
  EXPECT_TRUE(holds(tournament(arguments).out, "Bradley-Terry over points"));
  EXPECT_TRUE(holds(tournament(wins).out, "Bradley-Terry over wins"));
  EXPECT_NE(tournament_json(wins).at("standings").at(0).at("elo"),
            tournament_json(arguments).at("standings").at(0).at("elo"));
  expect_refused("tournament blocker random --elo-scale glicko", "expected wins or points");
}

TEST(TournamentCommand, NotesThePairAddedIfAPlayerWonEverything) {
  const std::string note = "; one tied pair added to each pairing";
  EXPECT_TRUE(holds(tournament("net random --pairs 2 --elo-scale wins").out, note));
  EXPECT_FALSE(holds(tournament("blocker random --pairs 50").out, note));
}

TEST(TournamentCommand, TableFitsTheScreen) {
  for (const char* variant : {"gioul", "plakoto"}) {
    const Finished run =
        tournament({"blocker", "random", "blocker", "--games", "20", "--variant", variant});
    EXPECT_EQ(run.code, 0);
    expect_fits_screen(run.out);
    EXPECT_TRUE(holds(run.out, {"Pairings: results", "Over all games:"}));
    EXPECT_EQ(run.out.find("tie %") != std::string::npos, std::string(variant) == "plakoto");
  }
}

TEST(TournamentCommand, PrintsProgressAsPlainLinesOnStderr) {
  const Finished run = tournament("blocker random --games 20");
  EXPECT_FALSE(holds(run.out, "games/s"));
  EXPECT_TRUE(holds(run.err, "20 games in "));
  EXPECT_FALSE(holds(run.err, "\r"));
}

TEST(TournamentCommand, OutOptionWritesJsonBesideTheTable) {
  const TemporaryFolder folder;
  const std::string file = (folder / "result.json").string();
  const Words arguments = "blocker random --games 20";
  EXPECT_TRUE(holds(tournament(arguments + Words{"--out", file}).out, " 1 - 2 "));
  json written = json::parse(bytes_of(file));
  written.erase("timing");
  EXPECT_EQ(written, timeless(arguments));
}

TEST(TournamentCommand, FilesAreKnownByContentAndPlayersByName) {
  const TemporaryFolder folder;
  const std::string net = put_net(folder, "gioul");
  std::filesystem::copy(net, folder / "copy");
  const Words options = {"random", "--pairs", "10", "--checkers", "3"};
  const json first = timeless(Words{"net:" + net} + options);
  const Words moved = Words{"net:" + (folder / "copy").string() + ",name=old"} + options;
  const json second = timeless(moved);
  for (const char* key : {"outcomes", "decisions", "points_per_game"}) {
    EXPECT_EQ(first.at("pairings").at(0).at(key), second.at("pairings").at(0).at(key)) << key;
  }
  for (const json& standing : second.at("standings")) {
    EXPECT_EQ(standing.at("name"), standing.at("player") == "random" ? "random" : "old");
  }
  const auto path = [&](const char* name) { return (folder / name).string(); };
  const Words kept = {"--db", path("t.db"), "--records", path("games.txt")};
  EXPECT_TRUE(holds(tournament(Words{"net:" + net} + options + kept).err, "20 games in "));
  const Finished again = tournament(moved + kept + Words{"--csv", path("csv")});
  EXPECT_TRUE(holds(again.err, "20 found in "));
  EXPECT_TRUE(holds(again.out, {"  old: net:", "  old\n"}));
  EXPECT_TRUE(holds(bytes_of(folder / "csv"), "\nold,random,20,"));
  EXPECT_TRUE(holds(gioul_out({"show", path("games.txt"), "--list"}), "first player old\n"));
  EXPECT_EQ(gioul_run({"verify", path("games.txt")}).code, 0);
  EXPECT_TRUE(holds(gioul_out({"sprt", "random,name=A b", "blocker", "--max-pairs", "30"}),
                    "A b against blocker, "));
  save_net(make_random_net("gioul", Encoder(find_game("gioul")).input_count(), {16}, 8),
           folder / "copy");
  EXPECT_TRUE(holds(tournament(moved + kept).err, "its checksum of player 1's files is "));
}

TEST(TournamentCommand, SaysThatLuckStaysWithoutABundledNet) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(gioul_binary(), folder / "gioul");
  const std::string net = "net:" + put_net(folder, "gioul");
  const auto run = [&](const std::string& player) {
    return run_program(folder / "gioul",
                       {"tournament", player, "random", "--pairs", "2", "--checkers", "1"});
  };
  const Finished slow = run(net + ",plies=1");
  EXPECT_EQ(slow.code, 0);
  EXPECT_TRUE(holds(slow.err, "the luck of the dice stays in the results"));
  EXPECT_FALSE(holds(run(net).err, "luck"));
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

TEST(TournamentCommand, RejectsBadOptions) {
  expect_refused("tournament", "at least two players");
  expect_refused("tournament random blocker --games 3", "an even number");
  expect_refused("tournament random blocker --games 0", "--games '0'");
  expect_refused("tournament random blocker --games 2 --pairs 1", "cannot be combined");
  expect_refused("tournament random blocker --checkers 16", "--checkers '16'");
  expect_refused("tournament random blocker --checkers 3 --variant portes", "needs 15");
  expect_refused("tournament random foo", "unknown player 'foo'");
  expect_refused("tournament random net:/no/such/file", "/no/such/file");
  expect_refused("tournament random blocker --variant chess", "unknown variant");
  expect_refused("tournament random blocker --mode swiss", "round-robin or gauntlet");
  expect_refused("tournament random blocker --out /no/such/folder/file", "no such directory");
}

#ifndef GIOUL_REDUCED_TESTS
// 979,300 pairings of one pair of games each; their tables take about 0.7 GB, 0.1 GB of it text.
TEST(TournamentCommand, AMillionPairingsFitInTwoGigabytes) {
  const TemporaryFolder folder;
  std::string players;
  for (int i = 0; i < 1400; ++i) players += i % 2 == 0 ? "'random'," : "'blocker',";
  put_bytes(folder / "t.toml",
            "checkers = 1\npairs = 1\nthreads = 2\nplayers = [" + players + "]\n");
  const std::string path = folder.path().string();
  const Finished run = run_program(
      "/bin/bash", {"-c", "ulimit -v 2000000; exec '" + gioul_binary() + "' tournament --config '" +
                              path + "/t.toml' > '" + path + "/out'"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(holds(run.err, "1958600 games in "));
  EXPECT_GT(std::filesystem::file_size(folder / "out"), 50'000'000u);
}
#endif

}  // namespace
}  // namespace gioul
