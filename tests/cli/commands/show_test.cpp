// gioul show and gioul verify, on games of a tournament and of self-play.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <string_view>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class ShowCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    for (const char* name : {"games.txt", "games.jsonl"}) {
      gioul_out({"tournament", "blocker", "random", "--pairs", "3", "--db", in("t.db"), "--records",
                 in(name)});
    }
  }
  static void TearDownTestSuite() { delete folder_; }

  static std::string in(std::string_view name) { return (*folder_ / name).string(); }

  static TemporaryFolder* folder_;
};

TemporaryFolder* ShowCommand::folder_ = nullptr;

TEST_F(ShowCommand, VerifiesTheGamesOfATournament) {
  for (const char* name : {"games.txt", "games.jsonl"}) {
    const std::string run = gioul_out({"verify", in(name)});
    EXPECT_TRUE(run.starts_with("verified: 6 games with ")) << run;
  }
}

// The results are still printed; one line reports the damaged moves.
TEST_F(ShowCommand, RejectsADamagedMoveInTheDatabase) {
  std::string bytes = bytes_of(in("t.db"));
  const std::size_t move = bytes.find(" 24/");
  ASSERT_NE(move, std::string::npos);
  bytes[move + 3] = ':';
  put_bytes(in("damaged.db"), bytes);
  expect_refused({"tournament", "blocker", "random", "--pairs", "3", "--db", in("damaged.db"),
                  "--records", in("damaged.txt")},
                 ": checksum mismatch");
  EXPECT_FALSE(std::filesystem::exists(in("damaged.txt")));
}

TEST_F(ShowCommand, OverwritesNoFileOfItsFolder) {
  const TemporaryFolder games;
  std::filesystem::copy_file(in("games.txt"), games / "a.txt");
  const std::string folder = games.path().string();
  for (int i = 0; i < 2; ++i) gioul_out({"show", folder, "--html", folder + "/page.html"});
  expect_refused({"show", folder, "--html", folder + "/a.txt"}, "would overwrite an input file");
}

TEST_F(ShowCommand, ReadsPipesLikeFiles) {
  for (const char* name : {"games.txt", "games.jsonl"}) {
    const std::string games = bytes_of(in(name));
    EXPECT_EQ(gioul_run("verify /dev/stdin", games).out, gioul_run({"verify", in(name)}).out);
    EXPECT_EQ(gioul_run("show /dev/stdin", games).out, gioul_run({"show", in(name)}).out);
  }
  EXPECT_TRUE(holds(gioul_run("verify /proc/self/mem").err, "cannot be read: "));
}

TEST_F(ShowCommand, VerifyNamesTheLineOfEachInvalidGameAndExitsWithOne) {
  std::string text = bytes_of(in("games.txt"));
  // The results of the first and the last game.
  for (const std::size_t at : {text.find(" wins "), text.rfind(" wins ")}) {
    text[at + 6] = text[at + 6] == '1' ? '2' : '1';
  }
  put_bytes(in("wrong.txt"), text);
  const Finished run = gioul_run({"verify", in("wrong.txt")});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(std::ranges::count(run.out, '\n'), 3) << run.out;
  EXPECT_TRUE(run.out.starts_with(in("wrong.txt") + ":")) << run.out;
  EXPECT_TRUE(holds(run.out, {": game 0, decision ", ": game 5, decision ",
                              " points for the first player, not with "}));
  EXPECT_TRUE(run.out.ends_with("wrong: 2 of 6 games\n")) << run.out;
  expect_refused({"show", in("wrong.txt"), "--game", "0"}, "game 0, decision ");
  const Finished shown = gioul_run({"show", in("wrong.txt"), "--list"});
  EXPECT_EQ(shown.code, 1);
  EXPECT_TRUE(shown.out.starts_with("game 1\n"));
  EXPECT_TRUE(holds(shown.err, {"gioul show: " + in("wrong.txt") + ":", ": game 0, decision "}));
}

// One bad game of three, as a match and converted.
TEST_F(ShowCommand, RecordsPassesOverBadGames) {
  const auto match = [](const std::string& second) {
    std::string text = " 0 point match\n\n";
    for (const std::string& play : {std::string("6/5"), second, std::string("6/5")}) {
      const std::string number = std::to_string(std::ranges::count(text, ')') + 1);
      text += " Game " + number + "\n one : 0   two : 0\n  1) 31: 8/5 " + play +
              "                  64: 24/14\n\n";
    }
    return text;
  };
  put_bytes(in("three.mat"), match("6/6"));
  for (const char* const form : {"--text", "--jsonl", "--mat", "--sgf"}) {
    const Finished run = gioul_run({"records", in("three.mat"), form});
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.err,
              "gioul records: " + in("three.mat") +
                  ":9: game 2: the move '6/6': column 4: a checker moves to a lower point\n");
    put_bytes(in("rest"), run.out);
    EXPECT_EQ(gioul_out({"verify", in("rest")}), "verified: 2 games with 4 decisions\n") << form;
  }
  EXPECT_EQ(gioul_run({"records", in("three.mat"), "--game", "3"}).code, 0);
  const Finished bad = gioul_run({"records", in("three.mat"), "--game", "2"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(holds(bad.err, {"note: ", "to a lower point", "game 2 not found\n"})) << bad.err;
  EXPECT_TRUE(holds(gioul_run({"verify", in("three.mat")}).out, "wrong: 1 of 3 games\n"));
  put_bytes(in("two.txt"), "game 7\nrunning\n\ngame 7\ntie\n");
  expect_refused({"show", in("two.txt"), "--game", "7"},
                 "two.txt:5: is a second game 7; the first is on line 2");
}

TEST_F(ShowCommand, RecordsWritesPortesGamesOfAMixedFileAsAMatch) {
  const std::string game = "1 first 3-1 8/5 6/5\nfirst wins 2, as second resigned\n\n";
  const std::string portes = "variant portes\n" + game;
  put_bytes(in("mixed.txt"), "game 1\n" + portes + "game 2\n1 first 3-1 24/21 24/23\nrunning\n\n" +
                                 "game 3\n" + portes);
  for (const char* const form : {"--mat", "--sgf"}) {
    const Finished run = gioul_run({"records", in("mixed.txt"), form});
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.err, "gioul records: " + in("mixed.txt") +
                           ": game 2: match files support Portes only, not gioul\n");
    put_bytes(in("rest"), run.out);
    EXPECT_EQ(gioul_out({"verify", in("rest")}), "verified: 2 games with 2 decisions\n") << form;
  }
  expect_refused({"records", in("mixed.txt"), "--mat", "--game", "2"}, "match files support");
}

TEST_F(ShowCommand, VerifyFindsDuplicateGames) {
  const std::string text = bytes_of(in("games.txt"));
  put_bytes(in("twice.txt"), text + text);
  const Finished run = gioul_run({"verify", in("twice.txt")});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(run.out.ends_with("wrong: 6 of 12 games\n")) << run.out;
}

TEST_F(ShowCommand, VerifyAllowsTheSameNumberInOtherFiles) {
  std::filesystem::create_directory(in("several"));
  for (const char* name : {"several/a.txt", "several/b.txt"}) {
    put_bytes(in(name), "game 7\nrunning\n");
  }
  const Finished run = gioul_run({"verify", in("several")});
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

TEST_F(ShowCommand, ListsTheMovesOfTheFile) {
  const Finished list = gioul_run({"show", in("games.txt"), "--list"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_TRUE(bytes_of(in("games.txt")).starts_with(list.out));
  EXPECT_EQ(gioul_run({"show", in("games.jsonl"), "--list", "--game", "4"}).out,
            gioul_run({"show", in("games.txt"), "--list", "--game", "4"}).out);
}

TEST_F(ShowCommand, DrawsTheBoardAfterEachDecision) {
  const std::string boards = gioul_out({"show", in("games.txt")});
  const std::string list = gioul_run({"show", in("games.txt"), "--list"}).out;
  const std::size_t decisions = count_of(list, "  first   ") + count_of(list, "  second  ");
  EXPECT_GT(decisions, 20u);
  EXPECT_EQ(count_of(boards, "+-13-"), decisions + 1);
  EXPECT_TRUE(holds(boards, {"first player blocker\nsecond player random\n", "off 15"}));
}

TEST_F(ShowCommand, WritesAPageWithEvaluations) {
  const std::string net = put_net(*folder_, "gioul");
  gioul_out({"show", in("games.txt"), "--net", net, "--html", in("game.html")});
  const std::string page = bytes_of(in("game.html"));
  EXPECT_TRUE(holds(page, "id=\"curve\""));
  EXPECT_EQ(count_of(page, "http"), count_of(page, "http://www.w3.org")) << "names, not addresses";
  EXPECT_TRUE(
      holds(gioul_run({"show", in("games.txt"), "--net", net}).out, "points for the first player"));
}

// The engines' messages are arbitrary text. Their games can be shown as text, JSON and a page, and
// are valid as far as they went.
TEST_F(ShowCommand, ShowsWhyAnEngineForfeited) {
  struct Failure {
    const char* mode;
    const char* reason;
  };
  for (const auto& [mode, reason] :
       {Failure{"garbage", "garbage: '\\x1b\\x02\\xff\\xfe garbage'"},
        Failure{"latin-1", "illegal play: bestmoveid 'caf\\xe9' at "},
        Failure{"illegal-play", "illegal play '24/1' at "},
        Failure{"last-words", "exited with code 1 (last on stderr: no such file: weights.bin)"},
        Failure{"twice", "answers twice: 'bestmove "}}) {
    SCOPED_TRACE(mode);
    const std::string engine = "ubgi:'" + mock_engine() + "' " + std::string(mode) + " 3";
    const std::string said = " as first failed: " + std::string(reason);
    for (const char* form : {".txt", ".jsonl"}) {
      const std::string games = in(mode + std::string(form));
      gioul_out({"tournament", engine, "blocker", "--pairs", "2", "--threads", "1", "--db",
                 in(mode + std::string(".db")), "--records", games});
      const Finished verified = gioul_run({"verify", games});
      EXPECT_EQ(verified.code, 0) << verified.out;
      EXPECT_TRUE(verified.out.starts_with("verified: 4 games with ")) << verified.out;
      EXPECT_TRUE(holds(gioul_run({"show", games}).out, said));
      EXPECT_TRUE(holds(gioul_run({"show", games, "--list"}).out, said));
      EXPECT_TRUE(
          holds(gioul_run({"show", games, "--list", "--game", "1"}).out, "as second failed"));
      EXPECT_EQ(gioul_run({"show", games, "--html", in("failed.html")}).code, 0);
      EXPECT_TRUE(holds(bytes_of(in("failed.html")), " as first failed: "));
    }
    for (std::string line; const char c : bytes_of(in(mode + std::string(".jsonl")))) {
      line += c;
      if (c != '\n') continue;
      const auto game = nlohmann::json::parse(line);
      EXPECT_TRUE(game["reason"].get<std::string>().starts_with(reason)) << line;
      EXPECT_EQ(game["failed"], game["players"][0] == "blocker" ? 2 : 1);
      line.clear();
    }
    // The player has borne off none, and so loses 2.
    std::string text = bytes_of(in(mode + std::string(".txt")));
    text.replace(text.find("wins 2, as"), 6, "wins 1");
    put_bytes(in("wrong.txt"), text);
    EXPECT_TRUE(holds(gioul_run({"verify", in("wrong.txt")}).out, "wrong: 1 of 4 games"));
  }
}

// JSON has five digits of a probability, so the third digit of an equity may differ.
std::string without_values(const std::string& list) {
  return std::regex_replace(list, std::regex(" +[+-][0-9]\\.[0-9]{3}\n"), "\n");
}

TEST_F(ShowCommand, ReadsSelfPlayGamesInAllFormats) {
  const std::string games = in("games");
  gioul_out({"selfplay", "--variant", "fevga", "--net", put_net(*folder_, "fevga"), "--games", "3",
             "--out", games});
  put_bytes(in("kept.txt"), gioul_run({"records", games, "--text"}).out);
  put_bytes(in("kept.jsonl"), gioul_run({"records", games, "--jsonl"}).out);
  const std::string list = gioul_run({"show", games, "--list", "--game", "1"}).out;
  EXPECT_TRUE(list.starts_with("game 1\nvariant fevga\n")) << list;
  EXPECT_NE(without_values(list), list);
  EXPECT_EQ(gioul_run({"show", in("kept.txt"), "--list", "--game", "1"}).out, list);
  for (const char* name : {"kept.txt", "kept.jsonl"}) {
    EXPECT_EQ(without_values(gioul_run({"show", in(name), "--list", "--game", "1"}).out),
              without_values(list));
    EXPECT_EQ(gioul_run({"verify", in(name)}).out, gioul_run({"verify", games}).out);
  }
  gioul_run({"show", games, "--html", in("kept.html")});
  EXPECT_TRUE(holds(bytes_of(in("kept.html")), "id=\"curve\""));
}

TEST_F(ShowCommand, ReportsInvalidRequests) {
  expect_refused("show", "expected one argument: FILE");
  expect_refused("verify", "missing argument: FILE");
  expect_refused({"show", in("none.txt")}, "none.txt: cannot be opened");
  expect_refused({"show", in("games.txt"), "--game", "6"}, "game 6 not found");
  expect_refused({"show", in("games.txt"), "--list", "--html", "x"},
                 "--list and --html cannot be combined");
  // The message is short for any input.
  const std::string rubbish(70'000, 'x');
  for (const char* line :
       {"game ", "game 0\nvariant ", "game 0\nseed ", "game 0\n", "{\"game\": \"",
        "game 0\n   1  first   3-", "game 0\n   1  first   3-1  24/2"}) {
    put_bytes(in("long.txt"), line + rubbish + "\n");
    const Finished run = gioul_run({"show", in("long.txt")});
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_LT(run.err.size(), 1000u) << line;
  }
  put_bytes(in("empty.txt"), "");
  expect_refused({"verify", in("empty.txt")}, "no games found");
  expect_refused({"tournament", "random", "random", "--records", in("r.txt")}, "needs --db");
  expect_refused({"tournament", "random", "random", "--db", in("a"), "--records", in("a")},
                 "is given for another output");
}

}  // namespace
}  // namespace gioul
