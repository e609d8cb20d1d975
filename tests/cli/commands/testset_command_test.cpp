// gioul testset: building and resuming sets, and the output about them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;

class TestsetCommand : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Decisions with three checkers, which are fast.
  Finished make(const Words& more) {
    return gioul_run(Words{"testset", "make", "--net", net_, "--checkers", "3", "--trials", "4",
                           "--threads", "2"} +
                     more);
  }

  TemporaryFolder folder_;
  std::string net_ = put_net(folder_, "gioul");
};

TEST_F(TestsetCommand, ResumesFromItsDatabase) {
  ASSERT_EQ(make({"--decisions", "9", "--out", path("whole")}).code, 0);
  const Words kept = {"--decisions", "9", "--db", path("kept.db")};
  const Finished part = make(kept + "--part 1/2");
  EXPECT_EQ(part.out, "part 1/2  4 decisions in " + path("kept.db") + "\n") << part.err;
  const Finished run = make(kept + Words{"--out", path("later")});
  EXPECT_EQ(run.out, path("later") + ": 9 decisions\n") << run.err;
  EXPECT_EQ(bytes_of(path("later")), bytes_of(path("whole")));
  const Finished other = make(kept + Words{"--out", path("x"), "--seed", "2"});  // also a note
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(holds(other.err, "its seed is 1, not 2"));
  expect_refusal(make(kept + Words{"--out", path("x"), "--part", "1/2"}),
                 "--out cannot be used with --part");
  expect_refusal(make("--part 1/2"), "--part needs --db");
}

TEST_F(TestsetCommand, ScoresEachPlayerByKind) {
  // A set with a choice of each search that no other search makes.
  gioul_out(Words{"testset", "make", "--net", net_, "--out", path("set")} +
            "--checkers 6 --trials 4 --seed 4 --decisions 20");
  Words words = {"testset", "score", "--set", path("set"), "random"};
  for (const char* search : {"", ",beam=1", ",plies=1,tables=off", ",plies=2,tables=off"}) {
    words.push_back("net:" + net_ + search);
  }
  const json result = gioul_json(words + "--json");
  EXPECT_EQ(result.at("set").at("decisions"), 20);
  ASSERT_EQ(result.at("players").size(), 5u);
  const json& random = result.at("players").at(0);
  const json& net = result.at("players").at(1);
  EXPECT_EQ(random.at("player"), "random");
  EXPECT_EQ(random.at("more_than_first").at("loss"), 0.0);
  EXPECT_EQ(random.at("ordinary").at("decisions"), 9);
  EXPECT_EQ(random.at("bearing-off").at("decisions"), 3);
  EXPECT_NEAR(net.at("more_than_first").at("loss").get<double>(),
              net.at("all").at("loss").get<double>() - random.at("all").at("loss").get<double>(),
              1e-9);
  for (std::size_t i = 1; i < 5; ++i) {  // the choices of these searches are always rolled out
    EXPECT_EQ(result.at("players").at(i).at("all").at("estimated"), 0.0) << i;
  }
  EXPECT_TRUE(holds(gioul_out(words), {"20 decisions", "forfeit (2)"}));
}

TEST_F(TestsetCommand, BundledSetsCanBeScored) {
  for (const std::string name : {"gioul", "fevga", "moultezim", "plakoto", "portes"}) {
    const json result =
        gioul_json({"testset", "score", "random", "net", "--variant", name, "--json"});
    EXPECT_EQ(result.at("set").at("game"), name);
    EXPECT_EQ(result.at("set").at("checkers"), 15);
    const auto loss = [&](std::size_t player) {
      return result.at("players").at(player).at("all").at("loss").get<double>();
    };
    EXPECT_GT(loss(0), 5.0 * loss(1)) << name;
  }
  EXPECT_EQ(gioul_json("testset score random --json").at("set").at("game"), "gioul");
  ASSERT_EQ(make({"--decisions", "2", "--out", path("set")}).code, 0);
  expect_refused({"testset", "score", "random", "--set", path("set"), "--variant", "fevga"},
                 "is a test set for gioul, not for fevga");
}

TEST_F(TestsetCommand, ReportsBadUsageOnOneLine) {
  expect_refused("testset", "missing subcommand");
  expect_refused("testset stir", "unknown subcommand 'stir'");
  expect_refused("testset score", "missing argument: PLAYER");
  expect_refused({"testset", "score", "--set", net_, "random"}, "expected a test set of");
  expect_refused({"testset", "make", "--out", path("x")}, "--net is required");
  expect_refused({"testset", "make", "--net", net_, "--out", net_}, "already exists");
  expect_refused({"testset", "make", "--net", net_, "--out", path("x"), "--trials", "7"},
                 "even number");
  const Words judged = {"testset", "make", "--net", net_, "--out", path("x"), "--judge"};
  expect_refused(judged + "net", "--judge net: expected gnubg:plies=N");
  expect_refused(judged + "gnubg --trials 8", "--trials cannot be used with --judge");
  expect_refused(judged + "gnubg", "player 'gnubg' plays portes, not gioul");
}

}  // namespace
}  // namespace gioul
