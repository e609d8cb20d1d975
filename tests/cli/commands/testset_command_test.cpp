// gioul testset: building and resuming sets, and the output about them.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/files.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

using nlohmann::json;
Finished benchmark(const Words& arguments) { return gioul_run(Words("testset") + arguments); }

std::string contents(const std::string& file) { return read_file(file, 1'000'000); }

void expect_benchmark_refused(const Words& arguments, std::string_view part) {
  expect_refusal(benchmark(arguments), part);
}

class TestsetCommand : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Decisions with three checkers, which are fast.
  Finished make(const Words& more) {
    return benchmark(
        Words{"make", "--net", net_, "--checkers", "3", "--trials", "4", "--threads", "2"} + more);
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
  EXPECT_EQ(contents(path("later")), contents(path("whole")));
  const Finished other = make(kept + Words{"--out", path("x"), "--seed", "2"});
  EXPECT_EQ(other.code, 2);
  EXPECT_TRUE(holds(other.err, "its seed is 1, not 2"));
  expect_refusal(make(kept + Words{"--out", path("x"), "--part", "1/2"}),
                 "--out cannot be used with --part");
  expect_refusal(make("--part 1/2"), "--part needs --db");
}

TEST_F(TestsetCommand, ScoresEachPlayerByKind) {
  // A set with a choice of each search that no other search makes.
  ASSERT_EQ(benchmark(Words{"make", "--net", net_, "--out", path("set")} +
                      "--checkers 6 --trials 4 --seed 4 --decisions 20")
                .code,
            0);
  Words words = {"score", "--set", path("set"), "random"};
  for (const char* search : {"", ",beam=1", ",plies=1,tables=off", ",plies=2,tables=off"}) {
    words.push_back("net:" + net_ + search);
  }
  Words as_json = words;
  as_json.emplace_back("--json");
  const Finished run = benchmark(as_json);
  ASSERT_EQ(run.code, 0) << run.err;
  const json result = json::parse(run.out);
  EXPECT_EQ(result.at("set").at("decisions"), 20);
  ASSERT_EQ(result.at("players").size(), 5u);
  const json& random = result.at("players").at(0);
  const json& net = result.at("players").at(1);
  EXPECT_EQ(random.at("player"), "random");
  EXPECT_EQ(random.at("ordinary").at("decisions"), 9);
  EXPECT_EQ(random.at("bearing-off").at("decisions"), 3);
  EXPECT_NEAR(net.at("more_than_first").at("loss").get<double>(),
              net.at("all").at("loss").get<double>() - random.at("all").at("loss").get<double>(),
              1e-9);
  for (std::size_t i = 1; i < 5; ++i) {  // the choices of these searches are always rolled out
    EXPECT_EQ(result.at("players").at(i).at("all").at("estimated"), 0.0) << i;
  }
  const Finished table = benchmark(words);
  EXPECT_EQ(table.code, 0);
  EXPECT_TRUE(holds(table.out, {"20 decisions", "forfeit (2)"}));
}

TEST_F(TestsetCommand, BundledSetsCanBeScored) {
  for (const std::string name : {"gioul", "fevga", "moultezim", "plakoto", "portes"}) {
    const Finished run = benchmark({"score", "random", "net", "--variant", name, "--json"});
    ASSERT_EQ(run.code, 0) << run.err;
    const json result = json::parse(run.out);
    EXPECT_EQ(result.at("set").at("game"), name);
    EXPECT_EQ(result.at("set").at("checkers"), 15);
    const auto loss = [&](std::size_t player) {
      return result.at("players").at(player).at("all").at("loss").get<double>();
    };
    EXPECT_GT(loss(0), 5.0 * loss(1)) << name;
  }
  const Finished unnamed = benchmark("score random --json");
  EXPECT_EQ(json::parse(unnamed.out).at("set").at("game"), "gioul");
  ASSERT_EQ(make({"--decisions", "2", "--out", path("set")}).code, 0);
  expect_benchmark_refused({"score", "random", "--set", path("set"), "--variant", "fevga"},
                           "is a test set for gioul, not for fevga");
}

TEST_F(TestsetCommand, ReportsBadUsageOnOneLine) {
  expect_benchmark_refused({}, "missing subcommand");
  expect_benchmark_refused("stir", "unknown subcommand 'stir'");
  expect_benchmark_refused("score", "missing argument: PLAYER");
  expect_benchmark_refused({"score", "--set", net_, "random"}, "expected a test set of");
  expect_benchmark_refused({"make", "--out", path("x")}, "--net is required");
  expect_benchmark_refused({"make", "--net", net_, "--out", net_}, "already exists");
  expect_benchmark_refused({"make", "--net", net_, "--out", path("x"), "--trials", "7"},
                           "even number");
  const Words judged = {"make", "--net", net_, "--out", path("x"), "--judge"};
  expect_benchmark_refused(judged + "net", "--judge net: expected gnubg:plies=N");
  expect_benchmark_refused(judged + "gnubg --trials 8", "--trials cannot be used with --judge");
  expect_benchmark_refused(judged + "gnubg", "player 'gnubg' plays portes, not gioul");
}

}  // namespace
}  // namespace gioul
