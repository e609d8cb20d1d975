// Common behavior of all commands: help, exit codes, one-line errors.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/common/command.h"
#include "tests/base/temporary_folder.h"
#include "tests/base/test_name.h"
#include "tests/cli/common/process.h"
#include "tests/paths.h"

namespace gioul {
namespace {

bool is_one_line(const std::string& text) {
  return std::ranges::count(text, '\n') == 1 && text.back() == '\n';
}

// --- Help ---

TEST(Gioul, OverviewListsAllCommands) {
  for (const Words& arguments : {Words{}, Words{"--help"}, Words{"-h"}, Words{"help"}}) {
    const Finished run = gioul_run(arguments);
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.err, "");
    for (const Command& command : kCommands) {
      EXPECT_TRUE(holds(run.out, "  " + std::string(command.name) + " "));
    }
  }
}

TEST(Gioul, PrintsTheVersionOnOneLine) {
  const std::string run = gioul_out("--version");
  EXPECT_EQ(run, "gioul " GIOUL_VERSION "\n");
}

class CommandHelp : public ::testing::TestWithParam<std::string_view> {};

TEST_P(CommandHelp, HasSummaryUsageAndExamples) {
  const std::string name(GetParam());
  const Finished run = gioul_run({name, "--help"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(holds(run.out, {"gioul " + name, "Usage:", "Examples:"}));
}

TEST_P(CommandHelp, HelpCommandPrintsTheSame) {
  const std::string name(GetParam());
  EXPECT_EQ(gioul_run({"help", name}).out, gioul_run({name, "--help"}).out);
}

TEST_P(CommandHelp, FitsAScreen) {
  expect_fits_screen(gioul_run({std::string(GetParam()), "--help"}).out);
}

TEST_P(CommandHelp, CommandRejectsUnknownOptions) {
  expect_refused({std::string(GetParam()), "--no-such-option"}, "no-such-option");
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  const bool trains =
      std::filesystem::exists(std::filesystem::path(gioul_binary()).parent_path() / "gioul-train");
  for (const Command& command : kCommands) {
    if (command.name != "train" || trains) names.push_back(command.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, CommandHelp, ::testing::ValuesIn(command_names()), kTestName);

// --- Wrong usage ---

TEST(Gioul, ReportsWrongUsage) {
  expect_refused("tournment", "unknown command 'tournment'; did you mean tournament?");
  expect_refused("help perf", "unknown command 'perf'; did you mean perft?");
  expect_refused("xyzzy", "unknown command 'xyzzy' (gioul --help lists all commands)");
  expect_refused("moves --json=false",
                 "'--json=false': the option takes no value (gioul moves --help");
  expect_refused("moves --help=false", "'--help=false': the option takes no value");
  expect_refused("selfplay --sed 3", "unknown option '--sed'; did you mean --seed?");
  expect_refused("tournament random random -games 2", "'-games'; did you mean --games?");
  expect_refused("perft --xyzzy",
                 "unknown option '--xyzzy' (gioul perft --help lists all options)");
  expect_refused("net prun x", "unknown subcommand 'prun'; did you mean prune?");
  expect_refused("tables", "missing subcommand: build, list or value");
  expect_refused("perft", "--depth is required (a whole number)");
  expect_refused("perft --depth", "'depth' is missing an argument");
  expect_refused("export --net x", "--out is required");
  expect_refused("perft --depth 1 --depth 2", "--depth is given more than once");
  expect_refused("perft --depth 1 2", "unexpected argument '2'");
  expect_refused("moves 24:15|24:15", "unexpected argument '24:15|24:15'");
  expect_refused("perft --depth 1 -- 2", "unexpected argument '2'");
  expect_refused("moves --stdin=maybe", "maybe");
  expect_refused({"a\nb"}, "a\\x0ab");
  expect_refused({"perft", "--a\nb"}, "\\x0a");
  expect_refused({"perft", "--depth", "1\n2\x1b[31m"}, "1\\x0a2\\x1b[31m");
  expect_refused({"eval", "--net", "no\nfile"}, "no\\x0afile");
  expect_refused("perft --variant chess --depth 1", "known are gioul, gul-bara");
  expect_refused("ubgi --variant chess", "unknown variant 'chess'");
  expect_refused({"play", "--variant", ""}, "unknown variant ''");
}

TEST(Gioul, ReportsImpossiblePathsAsBadInput) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  const std::string too_long = (folder / std::string(300, 'x')).string();
  for (const std::string& path : {(folder / "loop").string(), too_long}) {
    for (const char* command : {"openings --out", "export --out", "report", "verify"}) {
      expect_refused(Words(command) + Words{path},
                     path == too_long ? "too long" : "Too many levels");
    }
  }
}

TEST(Gioul, ParsesNumbersStrictly) {
  for (const char* depth :
       {"-1", "+1", "1x", "x", "1.0", "0x1", " 1", "17", "", "99999999999999999999999"}) {
    expect_refused({"perft", "--depth", depth}, "--depth '" + std::string(depth) + "': expected");
  }
  expect_refused("perft --depth=2x", "--depth '2x'");
  for (const char* seed : {"-1", "18446744073709551616", "1e3"}) {
    expect_refused({"tournament", "random", "random", "--seed", seed}, "--seed");
  }
  expect_refused("tournament random random --threads 0", "--threads '0'");
  expect_refused("bench --hidden 0", "bench: --hidden '0': expected a whole number");
  expect_refused("bench --hidden 8-8-8-8-8-8", "--hidden '8-8-8-8-8-8': at most 5 layers");
}

TEST(Gioul, AcceptsAliasesOfGames) {
  EXPECT_EQ(gioul_run("perft --variant tapa --depth 2").out, "3474\n");
}

TEST(Gioul, ReportsAFullDisk) {
  const Finished run =
      run_program("/bin/sh", {"-c", "'" + gioul_binary() + "' perft --depth 1 >/dev/full"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_TRUE(holds(run.err, "standard output"));
}

TEST(Gioul, ClosedOutputPipeIsNoError) {
  const Finished run =
      run_program("/bin/sh", {"-c", "yes '24:15|24:15\t3-1' | head -20000 | '" + gioul_binary() +
                                        "' moves --stdin | head -1"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, "24/21 24/23\t24:15|24:13,23:1,21:1\n");
}

// --- The sibling program ---

class TrainCommand : public ::testing::Test {
 protected:
  TrainCommand() { std::filesystem::copy_file(gioul_binary(), folder_ / "gioul"); }

  void put_sibling(std::string_view script) {
    put_bytes(folder_ / "gioul-train", script);
    ::chmod((folder_ / "gioul-train").c_str(), 0755);
  }

  TemporaryFolder folder_;
};

TEST_F(TrainCommand, ReportsAMissingTrainerWithExitCodeOne) {
  const Finished run = run_program(folder_ / "gioul", {"train", "--out", "x"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
  EXPECT_TRUE(holds(run.err, "gioul-train is missing"));
}

TEST_F(TrainCommand, PassesArgumentsAndExitCodeOfTheTrainer) {
  put_sibling("#!/bin/sh\nfor word in \"$@\"; do echo \"[$word]\"; done\nexit 7\n");
  const Finished run =
      run_program(folder_ / "gioul", {"train", "--out", "a b", "--set", "x=[1,2]"});
  EXPECT_EQ(run.code, 7);
  EXPECT_EQ(run.out, "[--out]\n[a b]\n[--set]\n[x=[1,2]]\n");
}

TEST_F(TrainCommand, FindsTheTrainerThroughALink) {
  put_sibling("#!/bin/sh\necho here\n");
  const TemporaryFolder elsewhere;
  std::filesystem::create_symlink(folder_ / "gioul", elsewhere / "play-gioul");
  EXPECT_EQ(run_program(elsewhere / "play-gioul", {"train"}).out, "here\n");
}

TEST_F(TrainCommand, ReportsATrainerThatCannotRun) {
  put_bytes(folder_ / "gioul-train", "no program");
  const Finished run = run_program(folder_ / "gioul", {"train"});
  EXPECT_EQ(run.code, 1);
  EXPECT_TRUE(is_one_line(run.err)) << run.err;
}

// --- Numbers ---

TEST(ParseNumber, AcceptsTheBoundsOfTheRange) {
  EXPECT_EQ(parse_integer_or_throw("n", "-3", -3, 5), -3);
  EXPECT_EQ(parse_integer_or_throw("n", "5", -3, 5), 5);
  EXPECT_THROW(parse_integer_or_throw("n", "6", -3, 5), InputError);
}

TEST(ParseSeed, AcceptsAll64Bits) {
  EXPECT_EQ(parse_seed_or_throw("s", "18446744073709551615"), ~std::uint64_t{0});
  EXPECT_EQ(parse_seed_or_throw("s", "0"), 0u);
  EXPECT_THROW(parse_seed_or_throw("s", "-0"), InputError);
}

}  // namespace
}  // namespace gioul
