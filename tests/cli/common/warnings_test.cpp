// All commands warn about a net that was trained with another number of checkers.
#include <gtest/gtest.h>

#include <string>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

class CheckerCountWarning : public testing::Test {
 protected:
  CheckerCountWarning() {
    Net net = test_net("gioul");
    net.checkers_per_side = 5;
    save_net(net, net_);
  }

  void expect_note(const Words& words, int checkers) const {
    const Finished run = gioul_run(words);
    EXPECT_EQ(run.code, 0) << words[0] << ": " << run.err;
    const std::string note = "note: " + net_ +
                             " was trained with 5 checkers per side, but these games have " +
                             std::to_string(checkers) + "\n";
    EXPECT_TRUE(holds(run.err, note)) << words[0] << ": ";
    EXPECT_EQ(run.err.find(note), run.err.rfind(note)) << run.err;
  }

  TemporaryFolder folder_;
  std::string net_ = (folder_ / "net.safetensors").string();
};

TEST_F(CheckerCountWarning, IsPrintedByEveryCommandThatPlays) {
  const std::string player = "net:" + net_;
  expect_note({"match-equity", "--net", net_, "--games", "10", "--target", "2"}, 15);
  expect_note(
      {"match-equity", "--player", player, "--games", "10", "--target", "2", "--checkers", "4"}, 4);
  expect_note({"ubgi", "--net", net_}, 15);
  expect_note({"ubgi", "--player", player + ",plies=1"}, 15);
  expect_note({"bench", "--net", net_, "--seconds", "1", "--checkers", "3"}, 3);
  expect_note({"export", "--net", net_, "--out", folder_ / "net.h"}, 15);
  expect_note({"testset", "make", "--net", net_, "--out", folder_ / "set", "--decisions", "1",
               "--trials", "4", "--truncate", "1", "--checkers", "3"},
              3);
  expect_note(
      {"testset", "make", player, "--net", put_net(folder_, "gioul"), "--out", folder_ / "other",
       "--decisions", "1", "--trials", "4", "--truncate", "1", "--checkers", "3"},
      3);
  expect_note({"testset", "score", player, "--set", folder_ / "set"}, 3);
}

TEST_F(CheckerCountWarning, IsPrintedOnceForTheGamesOfAFile) {
  const std::string games = folder_ / "games.txt";
  gioul_out({"tournament", "random", "blocker", "--pairs", "2", "--checkers", "3", "--db",
             games + ".db", "--records", games});
  expect_note({"review", games, "--net", net_, "--plies", "0"}, 3);
  expect_note({"show", games, "--net", net_, "--list"}, 3);
}

TEST_F(CheckerCountWarning, IsPrintedOncePerNetInRequests) {
  const std::string named = R"(,"dice":[3,1],"player":"net:)" + net_ + "\"";
  const std::string net = R"(,"dice":[3,1],"plies":0,"net":")" + net_ + "\"";
  const Finished run =
      gioul_run({"api"}, R"({"request":"choose")" + named + "}\n" + R"({"request":"evaluate")" +
                             named + "}\n" + R"({"request":"analyze","checkers":4)" + net + "}\n" +
                             R"({"request":"choose","checkers":5)" + named + "}\n");
  const std::string begin =
      "note: " + net_ + " was trained with 5 checkers per side, but these games have ";
  EXPECT_EQ(run.err, begin + "15\n" + begin + "4\n");
}

TEST_F(CheckerCountWarning, IsNotPrintedIfTheCountsMatch) {
  EXPECT_FALSE(holds(
      gioul_run({"match-equity", "--net", net_, "--games", "10", "--checkers", "5"}).err, "note:"));
}

}  // namespace
}  // namespace gioul
