// gioul benchmark: sets made whole, in parts and after a kill, and what is printed of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/shell/process.h"
#include "tests/cli/shell/test_nets.h"

namespace gioul {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
Finished benchmark(Words arguments) {
  arguments.insert(arguments.begin(), "benchmark");
  return gioul_run(arguments);
}

std::string contents(const std::string& file) { return read_file(file, 1'000'000); }

void expect_benchmark_refused(const Words& arguments, std::string_view part) {
  expect_refusal(benchmark(arguments), part);
}

class BenchmarkCommand : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Decisions with three checkers, which take no time.
  Finished make(const std::string& name, const Words& more) {
    Words arguments = {"make", "--net",    net_, "--out",     path(name), "--checkers",
                       "3",    "--trials", "4",  "--threads", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return benchmark(arguments);
  }

  TemporaryFolder folder_;
  std::string net_ = put_net(folder_, "gioul");
};

TEST_F(BenchmarkCommand, PartsJoinedAreTheWhole) {
  ASSERT_EQ(make("whole", {"--decisions", "12"}).code, 0);
  ASSERT_EQ(make("a", {"--decisions", "5"}).code, 0);
  ASSERT_EQ(make("b", {"--first", "5", "--decisions", "7"}).code, 0);
  const Finished joined = benchmark({"join", path("b"), path("a"), "--out", path("both")});
  EXPECT_EQ(joined.code, 0) << joined.err;
  EXPECT_EQ(contents(path("both")), contents(path("whole")));
  expect_benchmark_refused({"join", path("a"), path("a"), "--out", path("twice")}, "decision 0");
}

TEST_F(BenchmarkCommand, GoesOnWithWhatAKilledRunHasLeft) {
  ASSERT_EQ(make("whole", {"--decisions", "9"}).code, 0);
  ASSERT_EQ(make("start", {"--decisions", "4"}).code, 0);
  // As older programs left it, without a checksum; with a mark that a run which began anew would
  // not have.
  std::string text = contents(path("start"));
  const std::size_t sum = text.find(",\"checksum\"");
  text.erase(sum, text.find('}') - sum);
  const std::size_t mark = text.find('/');
  ASSERT_NE(mark, std::string::npos);
  text.insert(mark + 1, "1");
  write_file_atomically(path("later.part"), text);
  const Finished run = make("later", {"--decisions", "9"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto decisions = [](const std::string& file) { return file.substr(file.find('\n')); };
  std::string later = decisions(contents(path("later")));
  EXPECT_TRUE(later.starts_with(decisions(text)));
  later.erase(later.find('/') + 1, 1);
  EXPECT_EQ(later, decisions(contents(path("whole"))));
  EXPECT_FALSE(fs::exists(path("later.part")));
}

TEST_F(BenchmarkCommand, RefusesAPartOfOtherOptions) {
  ASSERT_EQ(make("start", {"--decisions", "1"}).code, 0);
  fs::rename(path("start"), path("later.part"));
  const Finished run = make("later", {"--decisions", "2", "--seed", "2"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("later.part: was made with other options"), std::string::npos) << run.err;
}

TEST_F(BenchmarkCommand, ScoresEachPlayerByKind) {
  ASSERT_EQ(make("set", {"--decisions", "20"}).code, 0);
  const Words words = {"score", "--set", path("set"), "random", "net:" + net_};
  Words as_json = words;
  as_json.emplace_back("--json");
  const Finished run = benchmark(as_json);
  ASSERT_EQ(run.code, 0) << run.err;
  const json result = json::parse(run.out);
  EXPECT_EQ(result.at("set").at("decisions"), 20);
  ASSERT_EQ(result.at("players").size(), 2u);
  const json& random = result.at("players").at(0);
  const json& net = result.at("players").at(1);
  EXPECT_EQ(random.at("player"), "random");
  EXPECT_EQ(random.at("ordinary").at("decisions"), 9);
  EXPECT_EQ(random.at("bearing-off").at("decisions"), 3);
  EXPECT_NEAR(net.at("more_than_first").at("loss").get<double>(),
              net.at("all").at("loss").get<double>() - random.at("all").at("loss").get<double>(),
              1e-9);
  EXPECT_EQ(net.at("all").at("estimated"), 0.0);  // its choice is always rolled out
  const Finished table = benchmark(words);
  EXPECT_EQ(table.code, 0);
  EXPECT_NE(table.out.find("20 decisions"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("forfeit (2)"), std::string::npos) << table.out;
}

TEST_F(BenchmarkCommand, SetsComeWithTheProgram) {
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
  const Finished unnamed = benchmark({"score", "random", "--json"});
  EXPECT_EQ(json::parse(unnamed.out).at("set").at("game"), "gioul");
  ASSERT_EQ(make("set", {"--decisions", "2"}).code, 0);
  expect_benchmark_refused({"score", "random", "--set", path("set"), "--variant", "fevga"},
                           "is of gioul instead of fevga");
}

TEST_F(BenchmarkCommand, BadUsageIsOneLine) {
  expect_benchmark_refused({}, "nothing is asked");
  expect_benchmark_refused({"stir"}, "unknown word 'stir'");
  expect_benchmark_refused({"score"}, "expected: gioul benchmark score PLAYER");
  expect_benchmark_refused({"score", "--set", net_, "random"}, "a set of decisions begins with");
  expect_benchmark_refused({"make", "--out", path("x")}, "--net is missing");
  expect_benchmark_refused({"make", "--net", net_, "--out", net_}, "is there already");
  expect_benchmark_refused({"make", "--net", net_, "--out", path("x"), "--trials", "7"},
                           "even number");
  const Words judged = {"make", "--net", net_, "--out", path("x"), "--judge"};
  const auto with = [&](const Words& more) {
    Words words = judged;
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_benchmark_refused(with({"net"}), "--judge net: expected gnubg:plies=N");
  expect_benchmark_refused(with({"gnubg", "--trials", "8"}), "--trials: nothing is rolled out");
  expect_benchmark_refused(with({"gnubg"}), "player 'gnubg' plays portes, not gioul");
  expect_benchmark_refused({"join", "--out", path("x")}, "expected: gioul benchmark join");
}

}  // namespace
}  // namespace gioul
