#include "eval/engines/engine_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "eval/engines/engine_log.h"
#include "eval/play/player.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using std::chrono::milliseconds;
using ::testing::StartsWith;

constexpr std::chrono::minutes kPatience{10};  // on a busy machine

EngineProcess::Clock::time_point soon() { return EngineProcess::Clock::now() + kPatience; }

EngineProcess::Clock::time_point in(milliseconds time) {
  return EngineProcess::Clock::now() + time;
}

std::vector<std::string> shell(const std::string& script) { return {"sh", "-c", script}; }

template <typename F>
std::string failure(F f) {
  return message_of<PlayerFailure>([&] { f(); });
}

int open_files() {
  int count = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

TEST(EngineProcess, ExchangesLines) {
  EngineProcess cat({"cat"});
  EXPECT_TRUE(cat.send("one\ntwo\r\n\nrest", soon()));
  EXPECT_EQ(cat.next_line(soon()), "one");
  EXPECT_EQ(cat.next_line(soon()), "two");
  EXPECT_EQ(cat.next_line(soon()), "");
  EXPECT_EQ(cat.next_line(in(milliseconds(20))), std::nullopt);
  EXPECT_TRUE(cat.send(" of it\n", soon()));
  EXPECT_EQ(cat.next_line(soon()), "rest of it");
}

TEST(EngineProcess, TransfersMuchMoreThanAPipeHolds) {
  EngineProcess cat({"cat"});
  std::string text;
  for (int i = 0; i < 50; ++i) text += std::string(9999, 'a') + "\n";
  EXPECT_TRUE(cat.send(text, soon()));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(cat.next_line(soon())->size(), 9999u);
}

TEST(EngineProcess, SendTimesOutIfTheProgramDoesNotRead) {
  EngineProcess sleeper({"sleep", "100"});
  EXPECT_FALSE(sleeper.send(std::string(1'000'000, 'x'), in(milliseconds(50))));
}

TEST(EngineProcess, ClosedInputIsAFailureWithoutASignal) {
  std::signal(SIGPIPE, SIG_DFL);  // as in gioul; it would end the test
  EngineProcess process(shell("exec 0<&-; echo closed; sleep 100"));
  EXPECT_EQ(process.next_line(soon()), "closed");
  EXPECT_EQ(failure([&] { process.send("hello\n", soon()); }), "closed its input");
}

TEST(EngineProcess, AppliesLimitsPerQuestion) {
  EngineProcess cat({"cat"});
  const std::string line = std::string(60'000, 'x') + "\n";
  for (int i = 0; i < 100; ++i) {
    cat.reset_output_limit();
    EXPECT_TRUE(cat.send(line, soon()));
    EXPECT_TRUE(cat.next_line(soon()).has_value());
  }
  const std::string reason = failure([&] {
    cat.reset_output_limit();
    for (int i = 0; i < 100; ++i) {
      cat.send(line, soon());
      cat.next_line(soon());
    }
  });
  EXPECT_EQ(reason, "an answer of more than 4194304 characters");
}

TEST(EngineProcess, ReportsHowAProgramExited) {
  EXPECT_EQ(failure([] { EngineProcess(shell("exit 7")).next_line(soon()); }),
            "exited with code 7");
  EXPECT_EQ(failure([] { EngineProcess(shell("kill -9 $$")).next_line(soon()); }),
            "killed by signal 9");
  EXPECT_EQ(failure([] { EngineProcess(shell("echo a >&2; echo b >&2")).next_line(soon()); }),
            "exited with code 0 (last on stderr: b)");
}

TEST(EngineProcess, FinishEndsAProgramByEndOfInput) {
  EngineProcess cat({"cat"});
  const EngineProcess::ExitStatus end = cat.shut_down(kPatience);
  EXPECT_TRUE(end.ended_by_itself && end.exited_normally);
  EXPECT_EQ(end.code_or_signal, 0);
}

TEST(EngineProcess, KillsEnginesThatIgnoreQuit) {
  EngineProcess sleeper({"sleep", "100"});
  const EngineProcess::ExitStatus end = sleeper.shut_down(milliseconds(20));
  EXPECT_FALSE(end.ended_by_itself || end.exited_normally);
  EXPECT_EQ(end.code_or_signal, SIGKILL);
}

TEST(EngineProcess, ProgramInheritsOnlyStandardFiles) {
  EngineProcess other({"cat"});
  EngineProcess process(shell("for f in /proc/self/fd/*; do echo ${f##*/}; done"));
  // The shell itself opens the folder, as file 3.
  for (const char* file : {"0", "1", "2", "3"}) EXPECT_EQ(process.next_line(soon()), file);
  EXPECT_THAT(failure([&] { process.next_line(soon()); }), StartsWith("exited with code 0"));
}

TEST(EngineProcess, ProgramInheritsNoLibraryPath) {
  ::setenv("LD_LIBRARY_PATH", "/no/such/folder", 1);
  ::setenv("GIOUL_TEST_VARIABLE", "kept", 1);
  EngineProcess process(shell("echo $LD_LIBRARY_PATH$LD_PRELOAD$GIOUL_TEST_VARIABLE"));
  ::unsetenv("LD_LIBRARY_PATH");
  ::unsetenv("GIOUL_TEST_VARIABLE");
  EXPECT_EQ(process.next_line(soon()), "kept");
}

TEST(EngineProcess, LinesAreLogged) {
  const TemporaryFolder folder;
  put_bytes(folder / "log", "of an older command");
  start_engine_log(folder / "log");
  EXPECT_EQ(bytes_of(folder / "log"), "of an older command");  // until something is logged
  EngineProcess cat({"cat"}, "ubgi:cat");
  cat.send("one\ntwo\n", soon());
  cat.next_line(soon());
  const std::string name = "Z ubgi:cat[" + std::to_string(cat.process_id()) + "] ";
  EXPECT_TRUE(
      holds(bytes_of(folder / "log"), {name + "> one\n", name + "> two\n", name + "< one\n"}));
  EXPECT_FALSE(holds(bytes_of(folder / "log"), "older"));
}

TEST(EngineProcess, LeavesNoFilesOpen) {
  const int before = open_files();
  {
    EngineProcess cat({"cat"});
  }
  EXPECT_EQ(failure([] { EngineProcess({"/no/such/program"}); }),
            "cannot be run: No such file or directory");
  EXPECT_EQ(open_files(), before);
}

}  // namespace
}  // namespace gioul
