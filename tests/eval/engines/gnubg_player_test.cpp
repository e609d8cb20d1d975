// Tests a gnubg that fails in several ways: the reason is reported, a new process plays the next
// game, and no process or folder is left behind.
#include "eval/engines/gnubg_player.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"
#include "eval/players/players.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/engines/processes.h"
#include "tests/paths.h"

namespace gioul {
namespace {

class GnubgPlayerTest : public ::testing::Test {
 protected:
  GnubgPlayerTest() {
    ::setenv("TMPDIR", scratch_.path().c_str(), 1);
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    mark_ = std::string(test->name()) + "-" + std::to_string(::getpid());
  }
  ~GnubgPlayerTest() override {
    player_.reset();
    EXPECT_EQ(count_children(), 0);
    EXPECT_EQ(count_marked_at_last(mark_), 0);
    EXPECT_EQ(scratch_.entries(), 0u);
    ::unsetenv("TMPDIR");
  }

  GnubgSpec mock(const std::string& mode, int when, double seconds = kPatience) const {
    GnubgSpec spec;
    spec.argv = {mock_gnubg(), mode, std::to_string(when), mark_};
    spec.decision_seconds = seconds;
    spec.start_seconds = kPatience;
    return spec;
  }

  /// Uses a mock that fails at its `when`-th decision.
  void play_against(const std::string& mode, int when, double seconds = kPatience) {
    player_ = std::make_unique<GnubgPlayer>(mock(mode, when, seconds), game_,
                                            std::make_shared<CpuPool>());
  }

  /// Returns the chosen afterstate at `position`, or the failure.
  std::string choose(const std::string& position = kLast, Dice dice = {6, 5}) {
    const Position before = parse_position(game_, position);
    game_.generate_afterstates(before, dice, *list_);
    try {
      return format_afterstate(game_, *list_, player_->choose(before, *list_, rng_));
    } catch (const PlayerFailure& failure) {
      return "failure: " + std::string(failure.what());
    }
  }

  /// Expects a right play, then a failure with `reason` that leaves nothing behind, then a right
  /// play in the next game.
  void expect_failure(const std::string& mode, const std::string& reason,
                      double seconds = kPatience) {
    play_against(mode, 2, seconds);
    EXPECT_EQ(choose(), "win=1") << mode;
    EXPECT_TRUE(holds(choose(), "failure: " + reason)) << mode;
    EXPECT_EQ(count_children(), 0) << mode;
    EXPECT_EQ(count_marked_at_last(mark_), 0) << mode;
    EXPECT_EQ(scratch_.entries(), 0u) << mode;
    EXPECT_EQ(choose(), "win=1") << mode;
  }

  std::string refusal(const GnubgSpec& spec) const {
    return message_of<InputError>([&] { gnubg_player_factory(spec, game_); });
  }

  static constexpr double kPatience = 600.0;  // on a busy machine
  static constexpr const char* kLast = "6:1,5:1,off:13|6:2,off:13";

  TemporaryFolder scratch_;
  Game game_ = find_game("portes");
  std::string mark_;
  std::unique_ptr<GnubgPlayer> player_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  CounterRng rng_{1, 1, RngStream::kFirstPlayer};
};

TEST_F(GnubgPlayerTest, PlaysWholeGames) {
  const PlayerFactory factory = gnubg_player_factory(mock("good", 0), game_);
  const auto mock_player = factory();
  const auto random = make_player_factory("random", game_)();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const GameResult result = play_game(
        game_, start_position(game_), {mock_player.get(), random.get()}, GameRng(seed, 1), *list_);
    EXPECT_EQ(result.failure_reason, "");
    EXPECT_GT(result.total_decisions(), 20);
  }
}

TEST_F(GnubgPlayerTest, PlaysThroughAPortIfSocketsAreRejected) {
  play_against("tcp-only", 0);
  EXPECT_EQ(choose(), "win=1");
}

// It must stop the games instead of losing them.
TEST_F(GnubgPlayerTest, MisreadBoardIsAnErrorOfTheRun) {
  constexpr const char* kOnTheBar = "bar:1,5:1,off:13|6:2,off:13";
  play_against("other-board", 0);
  EXPECT_EQ(choose(), "win=1");
  EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { choose(kOnTheBar); }),
                    {"gnubg does not play the board that it is sent: Position ID '", ", expected ",
                     std::string(" (") + kOnTheBar + ")"}));
  GnubgSpec unchecked = mock("other-board", 0);
  unchecked.checks_boards = false;
  player_ = std::make_unique<GnubgPlayer>(unchecked, game_, nullptr);
  EXPECT_TRUE(holds(choose(kOnTheBar), "off:13|"));
}

TEST_F(GnubgPlayerTest, EvaluatesPositions) {
  const auto judge = gnubg_evaluator_factory(mock("good", 0), game_)();
  EXPECT_NEAR(judge(start_position(game_)), 0.07, 1e-9);
  const auto dies = gnubg_evaluator_factory(mock("dies-asked-twice", 0), game_)();
  EXPECT_EQ(message_of<PlayerFailure>([&] { (void)dies(start_position(game_)); }),
            "GNU Backgammon: exited with code 3");
}

TEST_F(GnubgPlayerTest, AcceptsSlowAndChattyEnginesWithinTheLimit) {
  for (const char* mode : {"slow", "flood-stdout"}) {
    play_against(mode, 1);
    EXPECT_EQ(choose(), "win=1") << mode;
    EXPECT_EQ(choose(), "win=1") << mode;
  }
}

TEST_F(GnubgPlayerTest, WrongAnswerForfeitsTheGame) {
  for (const char* mode : {"illegal", "empty-point", "upwards", "pass", "garbage"}) {
    expect_failure(mode, "illegal play '");
  }
  expect_failure("error", "answers with 'Error: syntax error'");
}

TEST_F(GnubgPlayerTest, SecondAnswerForfeitsTheGame) {
  expect_failure("twice", "answers twice: '6/0 5/0");
  play_against("chatty", 1);
  EXPECT_EQ(choose(), "win=1");
  while (count_children('T') == 0) ::sched_yield();  // it stops itself once it has said more
  EXPECT_TRUE(
      holds(choose(), "failure: answers without being asked: 'by the way\\x0a' at 6:1,5:1"));
}

TEST_F(GnubgPlayerTest, EndlessLineForfeitsTheGame) {
  expect_failure("huge-line", "a line of more than 4096 characters");
}

TEST_F(GnubgPlayerTest, CrashForfeitsTheGameWithAReason) {
  expect_failure("exit", "exited with code 3");
  expect_failure("crash", "killed by signal 11");
  expect_failure("last-words", "exited with code 1 (last on stderr: no such file: gnubg.wd)");
  expect_failure("close", "closed the connection");
}

// The limit must be long enough for the answered decisions, even on a busy machine.
TEST_F(GnubgPlayerTest, HangingForfeitsTheGameAtTheTimeLimit) {
  expect_failure("hang", "no answer within 1.5 s", 1.5);
}

TEST_F(GnubgPlayerTest, UnstartableEngineIsAnInputError) {
  GnubgSpec missing = mock("good", 0);
  missing.argv = {"/no/such/gnubg"};
  EXPECT_TRUE(holds(refusal(missing), "engine '/no/such/gnubg' failed to start: exited"));
  EXPECT_TRUE(holds(refusal(mock("die-at-start", 0)),
                    "exited with code 4, last output 'portes.xml: no such table'"));
  EXPECT_TRUE(holds(refusal(mock("lies", 0)), "failed to start: no connection: "));
  EXPECT_TRUE(holds(refusal(mock("no-numbers", 0)),
                    "failed to start: expected six numbers, got '0.52 nan 0.01'"));
  EXPECT_TRUE(
      holds(refusal(mock("money", 0)), "evaluates the start at -1.7200 points, expected 0.0700"));
  EXPECT_TRUE(
      holds(refusal(mock("no-debug", 0)), "failed to start: answers with 'Error: set option'"));
  GnubgSpec deaf = mock("deaf", 0);
  deaf.start_seconds = 0.2;
  EXPECT_TRUE(holds(refusal(deaf), "failed to start: does not listen within 0.2 s"));
  EXPECT_EQ(refusal(mock("good", 0)), "");
}

TEST_F(GnubgPlayerTest, RepeatedStartFailuresEndTheMatch) {
  GnubgSpec spec = mock("die-at-start", 0);
  player_ = std::make_unique<GnubgPlayer>(spec, game_, nullptr);
  for (int i = 1; i < StartFailureLimiter::kMaxFailures; ++i) {
    EXPECT_TRUE(holds(choose(), "failure: at the start: exited with code 4"));
  }
  EXPECT_THROW(choose(), std::runtime_error);
}

TEST_F(GnubgPlayerTest, AcceptsOddFolderNamesAndReportsTooLongOnes) {
  const std::filesystem::path odd = scratch_ / "it's; a \"$HOME\" `x`";
  std::filesystem::create_directory(odd);
  ::setenv("TMPDIR", odd.c_str(), 1);
  EXPECT_EQ(refusal(mock("good", 0)), "");
  EXPECT_TRUE(std::filesystem::is_empty(odd));
  std::filesystem::remove(odd);
  const std::filesystem::path far = scratch_ / std::string(120, 'x');
  std::filesystem::create_directory(far);
  ::setenv("TMPDIR", far.c_str(), 1);
  EXPECT_TRUE(holds(refusal(mock("good", 0)), "too long a name for a socket"));
  EXPECT_TRUE(std::filesystem::is_empty(far));
  std::filesystem::remove(far);
}

TEST_F(GnubgPlayerTest, RejectsOtherGames) {
  EXPECT_EQ(message_of<InputError>([] { gnubg_player_factory({}, find_game("gioul")); }),
            "player 'gnubg' plays portes, not gioul");
}

TEST_F(GnubgPlayerTest, ReportsAMissingProgramOnOneLine) {
  GnubgSpec none;
  none.argv = {""};  // the result of find_installed_gnubg() if there is none
  EXPECT_EQ(
      refusal(none),
      "player 'gnubg': GNU Backgammon is not installed: no program gnubg in PATH or /usr/games "
      "(Debian package: gnubg)");
}

TEST_F(GnubgPlayerTest, FindsTheProgramInThePath) {
  const std::string path = std::getenv("PATH");
  const std::filesystem::path file = scratch_ / "gnubg";
  put_bytes(file, "#!/bin/sh\n");
  ::setenv("PATH", (":/no/such/folder:" + scratch_.path().string() + ":" + path).c_str(), 1);
  EXPECT_NE(find_installed_gnubg(), file.string()) << "it cannot be run";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_EQ(find_installed_gnubg(), file.string());
  ::setenv("PATH", path.c_str(), 1);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gioul
