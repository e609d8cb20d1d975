// Output files of commands: checks, locks and errors.
#include "cli/common/output_files.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/games/game.h"
#include "nn/net/net_file.h"
#include "tests/base/temporary_folder.h"
#include "tests/cli/common/process.h"

namespace gioul {
namespace {

TEST(OutputFiles, WriteTheOthersIfOneFails) {
  const TemporaryFolder folder;
  OutputFiles outputs;
  outputs.add("--out", folder / "a");
  outputs.add("--csv", folder / "b");
  outputs.add("--html", "");
  put_bytes(folder / "a", "came in the meantime");
  outputs.write(folder / "a", "ours");
  outputs.write(folder / "b", "ours");
  outputs.write("", "nowhere");
  EXPECT_EQ(bytes_of(folder / "a"), "came in the meantime");
  EXPECT_EQ(bytes_of(folder / "b"), "ours");
  EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { outputs.throw_if_write_failed(); }),
                    "a: cannot be written: the file already exists"));
}

TEST(OutputFiles, RejectInputFiles) {
  const TemporaryFolder folder;
  put_bytes(folder / "net", "x");
  std::filesystem::create_symlink(folder / "net", folder / "link");
  OutputFiles outputs;
  outputs.add_input(folder / "net");
  outputs.add_input(folder / "absent");
  for (const char* name : {"net", "link", "absent"}) {
    EXPECT_TRUE(holds(message_of<InputError>([&] { outputs.add("--out", folder / name); }),
                      "would overwrite an input file"));
  }
}

TEST(OutputFiles, RejectTheSameFileTwice) {
  const TemporaryFolder folder;
  OutputFiles outputs;
  outputs.add("--out", folder / "file");
  EXPECT_TRUE(
      holds(message_of<InputError>([&] { outputs.add("--csv", folder.path() / "." / "file"); }),
            "is given for another output as well"));
  OutputFiles relative;
  relative.add("--out", "gioul-absent");
  EXPECT_TRUE(holds(message_of<InputError>([&] { relative.add("--csv", "./gioul-absent"); }),
                    "is given for another output as well"));
  OutputFiles others;
  std::filesystem::create_symlink("file", folder / "link");  // the file does not exist yet
  for (const char* name : {"file", "link"}) {
    EXPECT_TRUE(holds(message_of<InputError>([&] { outputs.add("--csv", folder / name); }),
                      "is given for another output as well"));
    EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { others.add("--out", folder / name); }),
                      "another process is writing there"));
  }
}

TEST(CommandOutputs, AreWrittenWhereLinksPoint) {
  const TemporaryFolder folder;
  Words command = "tournament random blocker --checkers 2 --pairs 5";
  for (const std::string option : {"--out", "--csv", "--html", "--records", "--db"}) {
    std::filesystem::create_symlink(option + ".file", folder / option);
    command = command + Words{option, folder / option};
  }
  for (int run = 0; run < 2; ++run) {
    EXPECT_EQ(gioul_run(command).code, 0);
    for (const std::string option : {"--out", "--csv", "--html", "--records", "--db"}) {
      EXPECT_TRUE(std::filesystem::is_symlink(folder / option));
      EXPECT_FALSE(bytes_of(folder / (option + ".file")).empty());
      if (option != "--db") std::filesystem::resize_file(folder / (option + ".file"), 0);
    }
  }
}

// Otherwise millions of games would follow. Nothing may be printed to stdout.
TEST(CommandOutputs, UnwritableFilesAreReportedBeforeTheWork) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/null", folder / "null");
  for (const std::string& out :
       {std::string("/dev/null"), folder.path().string(), std::string("/proc/x"),
        (folder / "absent/x").string(), (folder / "null").string(), std::string("/dev/stdout")}) {
    for (const std::string option : {"--out", "--csv", "--html", "--db"}) {
      expect_refused({"tournament", "random", "blocker", "--pairs", "100000000", option, out},
                     option + " " + out);
    }
    expect_refused({"solve", "--checkers", "3", "--out", out}, "--out " + out);
    expect_refused({"analyze", "--plies", "4", "--svg", out}, "--svg " + out);
  }
  expect_refused({"tournament", "random", "blocker", "--html", ""}, "--html is empty");
  expect_refused("openings --out /proc", "--out /proc");  // or its openings.md
  expect_refused("openings --out /dev/null/x", "cannot be created");
  std::filesystem::create_symlink("/dev/null", folder / "opening-4-3.svg");
  expect_refused({"openings", "--out", folder.path()}, "opening-4-3.svg");
}

TEST(CommandOutputs, DiagramsOfOpeningsAreOutputs) {
  const TemporaryFolder folder;
  expect_refused({"openings", "--out", folder.path(), "--db", folder / "opening-1-1.svg"},
                 "is given for another output as well");
}

TEST(CommandOutputs, InputFilesAreNotOverwritten) {
  const TemporaryFolder folder;
  const std::string config = folder / "t.toml";
  put_bytes(config, "players = [\"random\", \"blocker\"]\npairs = 10\n");
  expect_refused({"tournament", "--config", config, "--out", config},
                 "would overwrite an input file");
  const std::string net = require_bundled_net(Game()).string();
  for (const std::string command : {"tournament", "match"}) {
    expect_refused({command, "random", "blocker", "--luck-adjusted", "--db", net},
                   "would overwrite an input file");
  }
}

TEST(CommandOutputs, LockedFilesAreReported) {
  const TemporaryFolder folder;
  const PathLock lock(folder / "page.html");
  const Finished run = gioul_run(
      {"tournament", "random", "blocker", "--pairs", "10", "--html", folder / "page.html"});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(holds(run.err, "another process is writing there"));
}

}  // namespace
}  // namespace gioul
