// gioul moves and gioul perft, exactly as in notation.md, sections 3 and 4.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "tests/cli/common/process.h"

namespace gioul {
namespace {

std::string moves(const std::string& variant, const std::string& position,
                  const std::string& dice = {}) {
  Words arguments = {"moves", "--variant", variant, "--position", position};
  if (!dice.empty()) arguments.insert(arguments.end(), {"--dice", dice});
  const Finished run = gioul_run(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  return run.out;
}

/// Returns the part of each line after the tab.
Words second_column(const std::string& block) {
  Words column;
  std::istringstream stream(block);
  for (std::string line; std::getline(stream, line);) {
    column.push_back(line.substr(line.find('\t') + 1));
  }
  return column;
}

// --- The vectors of rules.md, section 10 ---

TEST(MovesVectors, MatchTheRules) {
  EXPECT_EQ(moves("gioul", "24:15|24:15", "6-6"),
            "24/18(4)\t24:15|24:11,18:4\n"
            "24/18(3) 18/12\t24:15|24:12,18:2,12:1\n"
            "24/18(2) 18/12(2)\t24:15|24:13,12:2\n"
            "24/18(2) 18/12 12/6\t24:15|24:13,18:1,6:1\n");
  EXPECT_EQ(moves("gioul", "13:1,off:14|24:15", "4-4"), "13/9 9/5\t24:15|5:1,off:14|forfeit=10\n");
  EXPECT_EQ(moves("gioul", "24:1,off:14|19:1,off:14|forfeit=10"),
            "24/20 20/16\t16:1,off:14|19:1,off:14|forfeit=8\n");
  EXPECT_EQ(moves("gioul", "16:1,off:14|19:1,off:14|forfeit=8"),
            "16/11\t11:1,off:14|19:1,off:14\n");
  EXPECT_EQ(moves("gioul", "6:1,3:1,off:13|24:1,off:14", "5-5"),
            "-\t24:1,off:14|6:1,3:1,off:13|forfeit=8\n");
  EXPECT_EQ(moves("gioul", "2:1,off:14|24:1,5:14", "4-1"), "2/off\twin=2\n");
  EXPECT_EQ(moves("gul-bara", "24:15|24:15|turns=0/0", "6-6"),
            "24/18(4)\t24:15|24:11,18:4|turns=0/1\n");
}

// --- Format ---

TEST(Moves, SortsLinesByTheSecondColumn) {
  const Words column =
      second_column(moves("gioul", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3", "5-2"));
  EXPECT_GT(column.size(), 10u);
  EXPECT_TRUE(std::ranges::is_sorted(column));
  EXPECT_EQ(std::ranges::adjacent_find(column), column.end());
}

TEST(Moves, ErrorsNameTheColumn) {
  expect_refused("moves --position 24:15|24:15", "expected two dice");
  expect_refused("moves --position 24:15|24:15|owed=4 --dice 3-1", "owed");
  expect_refused("moves --position 24:15|24:15|forfeit=4 --dice 3-1", "forfeit");
  expect_refused("moves --position 24:15|24:14 --dice 3-1", "--position: column 7");
  expect_refused("moves --position 24:15|1:15 --dice 3-1", "both sides on one point");
  expect_refused("moves --position 24:15|24:15 --dice 7-1", "dice: column 1");
  expect_refused("moves --position 24:15|24:15 --dice 310", "dice: column");
}

TEST(Moves, DiceMayBeWrittenInSeveralWays) {
  const auto plays = [](const char* dice) { return gioul_out({"moves", "--dice", dice}); };
  for (const char* dice : {"1-3", "31", "3,1", "3 1", "3, 1"}) {
    EXPECT_EQ(plays(dice), plays("3-1")) << dice;
  }
}

// --- Standard input ---

Finished stdin_run(std::string_view input, const std::string& variant = "gioul") {
  return gioul_run({"moves", "--variant", variant, "--stdin"}, input);
}

TEST(MovesFromStdin, PrintsABlockAndAnEmptyLineForEachLine) {
  const Finished run = stdin_run("24:15|24:15\t1-3\n24:1,off:14|20:1,off:14|owed=1\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out,
            "24/21 24/23\t24:15|24:13,23:1,21:1\n24/21 21/20\t24:15|24:14,20:1\n\n"
            "24/18\t20:1,off:14|18:1,off:14\n\n");
}

TEST(MovesFromStdin, DiceMustBeThoseOfTheId) {
  const std::string id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
  EXPECT_EQ(stdin_run(id + "\t3-1\n", "portes").out, stdin_run(id + "\n", "portes").out);
  EXPECT_TRUE(stdin_run(id + "\t6-5\n", "portes").out.starts_with("error: "));
}

TEST(MovesFromStdin, PrintsAnErrorInPlaceOfTheBlockOfABadLine) {
  const Finished run = stdin_run("foo\n\n24:15|24:15\n24:15|24:15\t6-5\t\n24:15|24:15\t1-2\n");
  EXPECT_EQ(run.code, 0);
  std::istringstream stream(run.out);
  std::string line;
  for (int errors = 0; errors < 4; ++errors) {
    std::getline(stream, line);
    EXPECT_TRUE(line.starts_with("error: ")) << line;
    std::getline(stream, line);
    EXPECT_EQ(line, "");
  }
  std::getline(stream, line);
  EXPECT_TRUE(line.starts_with("24/")) << line;
}

TEST(MovesFromStdin, AcceptsAllLineEndings) {
  EXPECT_EQ(stdin_run("24:15|24:15\t3-1\r\n").out, stdin_run("24:15|24:15\t3-1\n").out);
  EXPECT_TRUE(stdin_run("24:15|24:15\t3-1\r\r\n").out.starts_with("error: "));
  EXPECT_EQ(stdin_run("24:15|24:15\t3-1").out, stdin_run("24:15|24:15\t3-1\n").out);
  EXPECT_EQ(stdin_run("").out, "");
}

TEST(MovesFromStdin, EscapesStrangeBytes) {
  const Finished run = stdin_run(std::string("\0\x01\xff\x1b[2J\t3-1\n", 11));
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 2);
  EXPECT_TRUE(run.out.starts_with("error: column 1"));
  EXPECT_TRUE(
      std::ranges::all_of(run.out, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
}

TEST(MovesFromStdin, TruncatesEndlessLines) {
  const Finished run = stdin_run(std::string(1'000'000, '2') + "\n24:15|24:15\t3-1\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_TRUE(run.out.starts_with("error: line too long: more than 65536 characters"));
  EXPECT_TRUE(run.out.ends_with("24/21 21/20\t24:15|24:14,20:1\n\n"));
}

TEST(MovesFromStdin, AnswersThousandsOfLinesInOrder) {
  constexpr std::string_view kTwo = "24:15|24:15\t3-1\n24:15|24:15\t6-6\n";
  const std::string both = stdin_run(kTwo).out;
  std::string input;
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    input += kTwo;
    expected += both;
  }
  EXPECT_TRUE(stdin_run(input).out == expected);
}

TEST(MovesFromStdin, AnswersALineBeforeTheNextIsSent) {
  Dialogue dialogue({"moves", "--stdin"});
  for (const char* dice : {"3-1", "6-5"}) {
    dialogue.send(std::string("24:15|24:15\t") + dice);
    EXPECT_TRUE(dialogue.listen({"\n\n"}).starts_with("24/"));
  }
  EXPECT_EQ(dialogue.finish(), "");
  EXPECT_EQ(dialogue.code(), 0);
}

TEST(MovesFromStdin, RejectsOtherOptions) {
  EXPECT_EQ(gioul_run("moves --stdin --dice 3-1").code, 2);
  EXPECT_EQ(gioul_run("moves --stdin --position 24:15|24:15").code, 2);
}

// --- Perft ---

std::string perft(std::string_view variant, int depth, const std::string& position = {}) {
  Words arguments = {"perft", "--variant", std::string(variant), "--depth", std::to_string(depth)};
  if (!position.empty()) arguments.insert(arguments.end(), {"--position", position});
  return gioul_out(arguments);
}

TEST(PerftCommand, PrintsOneNumber) {
  EXPECT_EQ(perft("gioul", 2), "2431\n");
  EXPECT_EQ(perft("portes", 1), "447\n");
  const std::string board = "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3";
  EXPECT_EQ(perft("gioul", 2, board + "|owed=14"), "439\n");
  for (const std::string_view game : game_names()) EXPECT_EQ(perft(game, 0), "1\n") << game;
}

}  // namespace
}  // namespace gioul
