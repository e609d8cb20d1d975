#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/locks.h"
#include "engine/games/dispatch.h"
#include "engine/games/variants.h"
#include "eval/endgame/endgame_files.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using nlohmann::json;

class TablesCommand : public ::testing::Test {
 protected:
  Finished tables(const Words& arguments) {
    return gioul_run(Words("tables") + arguments + Words{"--cache", folder_.path().string()});
  }

  void expect_refused(const Words& arguments, std::string_view part) {
    expect_refusal(tables(arguments), part);
  }

  TemporaryFolder folder_;
};

TEST_F(TablesCommand, BuildsMissingTablesAndListsThem) {
  const Finished first = tables("build --two-sided 3 --few-checkers 1");
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(std::count(first.out.begin(), first.out.end(), '\n'), 3);
  EXPECT_TRUE(holds(first.out, "two-sided-3-chain-v1.table"));
  EXPECT_FALSE(holds(first.out, "exists"));
  const Finished second = tables("build --two-sided 3 --few-checkers 1");
  EXPECT_FALSE(holds(second.out, "built"));

  const json listed = json::parse(tables("list --json").out);
  ASSERT_EQ(listed.at("tables").size(), 3u);
  EXPECT_EQ(listed.at("tables")[2].at("kind"), "two-sided");
  EXPECT_EQ(listed.at("tables")[2].at("checkers"), 3);
  EXPECT_TRUE(holds(tables("list").out, "3 endgame tables"));

  const auto value = [&](const char* position) {
    const Finished run = tables({"value", "--position", position, "--json"});
    EXPECT_EQ(run.code, 0) << run.err;
    return json::parse(run.out);
  };
  const json exact = value("6:1,off:14|1:1,off:14");
  EXPECT_TRUE(exact.at("exact").get<bool>());
  EXPECT_EQ(exact.at("table"), "two-sided");
  EXPECT_EQ(exact.at("mean_rolls").size(), 2u);
  EXPECT_GT(exact.at("equity").get<double>(), 0.0);
  EXPECT_EQ(value("24:1,off:14|24:1,off:14|owed=4").at("table"), "few-checkers");
  const json race = value("6:15|6:15");
  EXPECT_FALSE(race.at("exact").get<bool>());
  EXPECT_TRUE(holds(tables("value --position 6:15|6:15").out, "approximate"));
}

TEST_F(TablesCommand, BuildReportsADamagedTable) {
  ASSERT_EQ(tables("build --two-sided 2 --few-checkers 0").code, 0);
  const std::filesystem::path file = folder_ / "two-sided-2-chain-v1.table";
  std::string bytes = bytes_of(file);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  put_bytes(file, bytes);
  const Finished run = tables("build --two-sided 3 --few-checkers 0");
  EXPECT_EQ(run.code, 2);
  EXPECT_TRUE(holds(run.err, "two-sided-2-chain-v1.table: is a corrupted table"));
}

TEST_F(TablesCommand, BuildFailsEarlyIfTheTableIsBeingBuilt) {
  {
    const PathLock other(folder_ / "two-sided-3-chain-v1.table");
    const Finished run = tables("build --two-sided 3 --few-checkers 0");
    EXPECT_EQ(run.code, 1);
    EXPECT_EQ(run.out, "") << "nothing was built";
    EXPECT_TRUE(holds(run.err, "two-sided-3-chain-v1.table: cannot be written: another process"));
    EXPECT_EQ(tables("build --two-sided 2 --few-checkers 0").code, 0) << "another is free";
  }
  EXPECT_EQ(tables("build --two-sided 3 --few-checkers 0").code, 0);
  EXPECT_EQ(folder_.entries(), 3u) << "no lock is left";
}

// /proc accepts no files, not even from root.
TEST_F(TablesCommand, ReportsAnUnwritableCacheBeforeBuilding) {
  expect_refusal(gioul_run("tables build --cache /proc"), "v1.table: cannot be written: ");
}

TEST_F(TablesCommand, RejectsBadOptions) {
  expect_refused({}, "build, list or value");
  expect_refused("destroy", "unknown subcommand 'destroy'");
  expect_refused("build now", "unexpected argument 'now'");
  expect_refused("build --two-sided 11", "--two-sided '11'");
  expect_refused("build --few-checkers 4", "--few-checkers '4'");
  expect_refused("build --position nonsense", "--position is an option of gioul tables value");
  expect_refused("build --json", "--json is an option of gioul tables list or value");
  expect_refused("list --few-checkers 1",
                 "--few-checkers is an option of gioul tables build, not of list");
  expect_refused("value", "--position is required");
  expect_refused("value --position 6:15|6:15", "no endgame tables for gioul");
  ASSERT_EQ(tables("build --two-sided 1 --few-checkers 0").code, 0);
  expect_refused("value --position 24:15|24:15", "no table covers this position");
}

// A file with the name of a table is always complete, even if its builder is killed while it writes
// one.
TEST_F(TablesCommand, KilledBuildsLeaveNoPartialTable) {
  const std::string folder = "'" + folder_.path().string() + "'";
  const std::string command = "'" + gioul_binary() + "' tables build --two-sided 6 --cache " +
                              folder + " & until ls -A " + folder +
                              " | grep -q '[.]tmp$\\|[.]table$'; do kill -0 $! || exit 3; done; " +
                              "kill -KILL $!; wait $!";  // until its lock is gone too
  const Finished run = run_program("/bin/sh", {"-c", command});
  EXPECT_EQ(run.code, 128 + 9) << run.err;  // a larger table follows
  EXPECT_NO_THROW(verify_endgame_tables(game_with_rules<Gioul>(), folder_.path()));
  EXPECT_EQ(tables("build --two-sided 2 --few-checkers 1").code, 0);
}

}  // namespace
}  // namespace gioul
