// gioul stats and gioul openings, which generate docs/gioul.md.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/common/markdown_table.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;

// --- tables ---

TEST(MarkdownTable, AlignsTextLeftAndNumbersRight) {
  MarkdownTable table({"<roll", "equity"});
  table.add_row({"6-5", "+0.1"});
  table.add_row({"all", "-10.25"});
  EXPECT_EQ(table.format(),
            "| roll | equity |\n"
            "| ---- | -----: |\n"
            "| 6-5  |   +0.1 |\n"
            "| all  | -10.25 |\n");
}

TEST(MarkdownTable, PrintsNoNegativeZero) {
  EXPECT_EQ(format_decimals(-0.004, 2), "0.00");
  EXPECT_EQ(format_signed_decimals(-0.00001, 4), "+0.0000");
  EXPECT_EQ(format_signed_decimals(-0.05, 2), "-0.05");
}

// --- gioul stats ---

TEST(StatsCommand, PrintsMarkdownIn100Columns) {
  const std::string run = gioul_out("stats random --games 40 --checkers 4");
  EXPECT_TRUE(
      holds(run, {"### Moving first", "### How games end", "### Length", "### What rolls are worth",
                  "### More doublets than the opponent", "### Chains", "### Forfeits"}));
  expect_fits_screen(run);
}

TEST(StatsCommand, OmitsChainTablesForGamesWithoutChains) {
  const Words options("stats random --games 10 --variant plakoto --checkers 3");
  const std::string run = gioul_out(options);
  EXPECT_TRUE(holds(run, "ties, %"));
  EXPECT_FALSE(holds(run, "### Chains"));
  EXPECT_FALSE(gioul_json(options + "--json").contains("chains"));
}

TEST(StatsCommand, EmptySamplesHaveNoMeanAndSingleOnesNoError) {
  const std::string run = gioul_out("stats random --games 2 --checkers 3 --seed 1");
  EXPECT_TRUE(holds(run, "       - |   - |"));
  const json all = gioul_json("stats random --games 2 --checkers 3 --seed 1 --json");
  int empty = 0;
  for (const json& roll : all.at("roll_values")) {
    const json& opening = roll.at("opening");
    empty += opening.at("mean").is_null() ? 1 : 0;
    EXPECT_TRUE(opening.at("mean").is_number() || opening.at("standard_error").is_null());
  }
  EXPECT_GE(empty, 19);
}

TEST(StatsCommand, EachPlayerHasItsOwnError) {
  const Words options("stats random --variant fevga --games 4 --seed 1");
  const json all = gioul_json(options + "--json");
  ASSERT_EQ(all.at("outcomes"), (std::vector{1, 2, 0, 0, 1}));
  const std::string run = gioul_out(options);
  const std::string row = run.substr(run.find("| single games won, %"), 80);
  EXPECT_TRUE(holds(row, {"  0.00 |  25.00 |", "50.00 |  28.87 |"}));  // 1/4, sqrt(1/2 * 1/2 / 3)
}

TEST(StatsCommand, JsonHasAllRolls) {
  const json all = gioul_json("stats blocker --games 60 --checkers 4 --json");
  EXPECT_EQ(all.at("variant"), "gioul");
  EXPECT_EQ(all.at("player"), "blocker");
  EXPECT_EQ(all.at("games"), 60);
  EXPECT_EQ(all.at("roll_values").size(), 21u);
  EXPECT_EQ(all.at("chains").size(), 6u);
  EXPECT_EQ(all.at("by_doublet_lead").size(), 5u);
  EXPECT_GT(all.at("rolls").at("mean").get<double>(), 1.0);
}

TEST(StatsCommand, RejectsBadOptions) {
  expect_refused("stats", "expected one argument: PLAYER");
  expect_refused("stats random blocker", "expected one argument: PLAYER");
  expect_refused("stats stranger", "stranger");
  expect_refused("stats random --games 1", "--games '1'");
}

// --- gioul openings ---

class OpeningsCommand : public ::testing::Test {
 protected:
  Words words(const Words& more) {
    return Words{"openings",
                 "--net",
                 put_net(folder_, "gioul"),
                 "--checkers",
                 "2",
                 "--trials",
                 "24",
                 "--candidates",
                 "2",
                 "--plies",
                 "0"} +
           more;
  }

  TemporaryFolder folder_;
};

TEST_F(OpeningsCommand, PrintsTablesOfRollsAndOfChains) {
  const std::string run = gioul_out(words({}));
  EXPECT_TRUE(holds(run, {"| 6-5  | ", "| 1-1  | "}));
  const std::size_t chains = run.find("| the whole chain |");
  ASSERT_NE(chains, std::string::npos);
  const std::string head = run.substr(run.rfind('\n', chains) + 1, 90);
  EXPECT_LT(head.find("won, %"), head.find("to best")) << head;
  EXPECT_TRUE(holds(run, "Moving first is worth "));
  EXPECT_FALSE(holds(run, "### Replies"));
}

TEST_F(OpeningsCommand, AnalyzesRepliesToTheBestPlayOfEachRoll) {
  const json all = gioul_json(words("--replies 5-6,2-1 --reply-trials 8 --json"));
  EXPECT_EQ(all.at("openings").size(), 21u);
  ASSERT_EQ(all.at("replies").size(), 2u);
  EXPECT_EQ(all.at("replies")[0].at("opening"), "6-5");
  EXPECT_EQ(all.at("replies")[0].at("rolls").size(), 21u);
  const json& best = all.at("openings")[0].at("plays")[0];
  EXPECT_EQ(best.at("difference"), 0.0);
  EXPECT_EQ(best.at("outcomes").size(), 5u);
}

TEST_F(OpeningsCommand, WritesADiagramOfEachRollToAFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path out = folder / "made";
  const std::string run = gioul_out(words({"--out", out.string()}));
  const std::filesystem::directory_iterator entries(out);
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 22);
  const std::string page = bytes_of(out / "openings.md");
  EXPECT_TRUE(page.starts_with(run));
  EXPECT_TRUE(holds(page, "(opening-6-5.svg)"));
  EXPECT_TRUE(bytes_of(out / "opening-1-1.svg").starts_with("<svg "));
}

TEST_F(OpeningsCommand, RejectsBadOptions) {
  expect_refused(words("--replies 7-1"), "--replies '7-1'");
  expect_refused(words("--replies 6-5,5-6"), "twice");
  expect_refused(words("--reply-trials 8"), "--replies LIST");
  expect_refused(words("--out /dev/null/folder"), "--out /dev/null/folder: cannot be created");
}

}  // namespace
}  // namespace gioul
