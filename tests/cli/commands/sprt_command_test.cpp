// gioul sprt: text and JSON output, and errors.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"

namespace gioul {
namespace {

using nlohmann::json;
Finished sprt(const Words& arguments) { return gioul_run(Words("sprt") + arguments); }

TEST(SprtCommand, AcceptsTheTrueHypothesis) {
  const Finished better = sprt("blocker random --elo1 20");
  EXPECT_EQ(better.code, 0) << better.err;
  EXPECT_TRUE(holds(better.out, "H1 accepted after "));
  const Finished not_better = sprt("random blocker --points0 0 --points1 0.1");
  EXPECT_TRUE(holds(not_better.out, {"H0 accepted after ", "points per game"}));
}

TEST(SprtCommand, JsonHasBoundsAndVerdict) {
  const json result =
      gioul_json("sprt blocker random --checkers 4 --elo-scale wins --elo1 30 --json");
  EXPECT_EQ(result.at("players"), (json{"blocker", "random"}));
  EXPECT_EQ(result.at("names"), result.at("players"));
  EXPECT_EQ(result.at("unit"), "Elo over wins");
  EXPECT_EQ(result.at("h1"), 30.0);
  EXPECT_NE(result.at("verdict"), "undecided");
  EXPECT_NEAR(result.at("bounds").at(1).get<double>(), 2.944, 1e-3);
  EXPECT_EQ(result.at("games").get<int>(), 2 * result.at("pairs").get<int>());
}

TEST(SprtCommand, BoundsDependOnBothErrorRates) {
  const json bounds =
      gioul_json("sprt blocker random --alpha 0.01 --beta 0.1 --max-pairs 30 --json").at("bounds");
  EXPECT_NEAR(bounds.at(0).get<double>(), std::log(0.1 / 0.99), 1e-3);
  EXPECT_NEAR(bounds.at(1).get<double>(), std::log(0.9 / 0.01), 1e-3);
}

TEST(SprtCommand, StopsUndecidedAtThePairLimit) {
  const json result =
      gioul_json("sprt blocker random --elo1 1 --max-pairs 31 --elo0 0.999999 --json");
  EXPECT_EQ(result.at("verdict"), "undecided");
  EXPECT_EQ(result.at("pairs"), 31);
}

TEST(SprtCommand, ExitCodeIsTheVerdictOnRequest) {
  EXPECT_EQ(sprt("blocker random --elo1 20 --exit-code").code, 0);
  EXPECT_EQ(sprt("random blocker --elo1 20 --exit-code").code, 1);
  EXPECT_EQ(sprt("random random --max-pairs 29 --exit-code").code, 2);
}

TEST(SprtCommand, LuckIsSubtractedOnRequest) {
  const json result = gioul_json(
      "sprt blocker random --max-pairs 200 --points0 0.9 --points1 1 --json --luck-adjusted");
  EXPECT_LT(result.at("standard_error"), result.at("luck_adjusted").at("raw_standard_error"));
  EXPECT_FALSE(gioul_json("sprt blocker random --max-pairs 30 --json").contains("luck_adjusted"));
  expect_refused("sprt blocker random --luck-adjusted --no-luck-adjusted", "expected one of them");
}

TEST(SprtCommand, ResumesFromItsDatabase) {
  const TemporaryFolder folder;
  const std::string db = folder / "s.db";
  const Words test = "blocker random --checkers 4 --points1 0.2 --json";
  const auto with = [&](const Words& more) { return sprt(test + more); };
  const std::string alone = sprt(test).out;
  const Finished some = with({"--db", db, "--max-pairs", "20", "--records", folder / "g.txt"});
  EXPECT_EQ(json::parse(some.out).at("verdict"), "undecided");
  const Finished rest = with({"--db", db, "--html", folder / "s.html"});
  EXPECT_EQ(rest.out, alone);
  EXPECT_TRUE(holds(rest.err, "0 games found in "));
  EXPECT_EQ(with({"--db", db, "--threads", "3"}).out, alone);
  EXPECT_TRUE(holds(bytes_of(folder / "s.html"), " accepted after "));
  EXPECT_EQ(gioul_run({"verify", folder / "g.txt"}).code, 0);
  expect_refusal(with({"--db", db, "--seed", "2"}), "holds other work: its seed is 1, not 2");
  expect_refused({"tournament", "blocker", "random", "--db", db},
                 "it is of gioul sprt, not of gioul tournament");
}

TEST(SprtCommand, RecordsAreTheGamesOfTheVerdict) {
  const TemporaryFolder folder;
  const Words test = "blocker random --checkers 4 --points1 0.2 --json";
  const int games = json::parse(sprt(test).out).at("games");
  std::string first;
  for (const std::string threads : {"1", "3"}) {
    const std::string db = folder / (threads + ".db");
    sprt(test + Words{"--db", db, "--max-pairs", threads, "--records", folder / "part.txt"});
    sprt(test + Words{"--db", db, "--threads", threads, "--records", folder / "games.txt"});
    const std::string records = bytes_of(folder / "games.txt");
    EXPECT_TRUE(holds(gioul_out({"verify", folder / "games.txt"}), std::to_string(games)));
    if (first.empty()) first = records;
    EXPECT_EQ(records, first);
    std::filesystem::remove(folder / "games.txt");
  }
}

TEST(SprtCommand, MergesParts) {
  const TemporaryFolder folder;
  const Words test = "blocker random --checkers 4 --points0 0.5 --points1 0.50001 --max-pairs 50";
  const auto with = [&](const Words& more) { return sprt(test + more); };
  const std::string one = folder / "1.db";
  const std::string two = folder / "2.db";
  EXPECT_EQ(with({"--db", one, "--part", "1/2"}).out, "part 1/2  50 games in " + one + "\n");
  EXPECT_EQ(with({"--db", two, "--part", "2/2"}).code, 0);
  const std::string all = folder / "all.db";
  EXPECT_EQ(gioul_run({"merge", all, one, two}).out, all + "  50 pairs of games from 2 parts\n");
  const Finished joined = with({"--db", all});
  EXPECT_EQ(joined.out, sprt(test).out);
  EXPECT_TRUE(holds(joined.err, "100 games found in "));
  Words more = test;
  more.back() = "60";
  const Finished grown = sprt(more + Words{"--db", all});
  EXPECT_EQ(grown.out, sprt(more).out);
  EXPECT_TRUE(holds(grown.err, "100 games found in "));
  expect_refusal(with("--part 1/2"), "needs --db");
  expect_refusal(with({"--part", "1/2", "--db", one, "--exit-code"}), "--exit-code cannot be used");
}

TEST(SprtCommand, RejectsBadOptions) {
  expect_refused("sprt random", "expected two players");
  expect_refused("sprt random blocker random", "expected two players");
  expect_refused("sprt random blocker --elo0 5 --elo1 5", "H1 must be greater");
  expect_refused("sprt random blocker --elo0 5 --points1 1", "cannot be used with --points0");
  expect_refused("sprt random blocker --alpha 0.9", "--alpha '0.9'");
}

}  // namespace
}  // namespace gioul
