// Tests engines that fail in several ways: the reason is reported, a new process plays the next
// game, and no process is left behind.
#include "eval/engines/ubgi_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"
#include "eval/players/players.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/engines/processes.h"
#include "tests/paths.h"

namespace gioul {
namespace {

using ::testing::StartsWith;

class UbgiPlayerTest : public ::testing::Test {
 protected:
  UbgiPlayerTest() {
    const auto* const test = ::testing::UnitTest::GetInstance()->current_test_info();
    mark_ = std::string(test->name()) + "-" + std::to_string(::getpid());
  }
  ~UbgiPlayerTest() override {
    player_.reset();
    EXPECT_EQ(count_children(), 0);
    EXPECT_EQ(count_marked_at_last(mark_), 0);
  }

  /// Returns a mock that fails at its `when`-th decision.
  EngineSpec mock(const std::string& mode, int when, double seconds = kPatience) const {
    return {.argv = {mock_engine(), mode, std::to_string(when), mark_},
            .decision_seconds = seconds,
            .start_seconds = kPatience,
            .settings = {}};
  }

  void play_against(const std::string& mode, int when, double seconds = kPatience) {
    player_ = std::make_unique<UbgiPlayer>(mock(mode, when, seconds), game_);
    player_->begin_game();
  }

  /// Returns the chosen afterstate at `position`, or the failure.
  std::string choose(const std::string& position = "24:15|24:15", Dice dice = {6, 6}) {
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
    EXPECT_EQ(choose(), kFirst) << mode;
    EXPECT_TRUE(holds(choose(), "failure: " + reason)) << mode;
    EXPECT_EQ(count_children(), 0) << mode;
    EXPECT_EQ(count_marked_at_last(mark_), 0) << mode;
    player_->begin_game();
    EXPECT_EQ(choose(), kFirst) << mode;
  }

  static constexpr double kPatience = 600.0;                 // on a busy machine
  static constexpr const char* kFirst = "24:15|24:11,18:4";  // the only play of 6-6

  Game game_ = find_game("gioul");
  std::string mark_;
  std::unique_ptr<UbgiPlayer> player_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  CounterRng rng_{1, 1, RngStream::kFirstPlayer};
};

TEST_F(UbgiPlayerTest, EnforcesTheTimePerGame) {
  EngineSpec spec = mock("hang", 2);
  spec.game_seconds = 3.0;
  player_ = std::make_unique<UbgiPlayer>(spec, game_);
  for (int game = 0; game < 2; ++game) {  // each game has the full time
    player_->begin_game();
    EXPECT_THAT(choose(), ::testing::Not(StartsWith("failure")));
    EXPECT_EQ(choose(), "failure: exceeded its 3 s per game at 24:15|24:15, dice 6-6");
  }
}

TEST_F(UbgiPlayerTest, AddsUpTheTimeOfAllDecisionsOfAGame) {
  EngineSpec spec = mock("slow", 1);  // 50 ms each
  spec.game_seconds = 0.6;
  player_ = std::make_unique<UbgiPlayer>(spec, game_);
  player_->begin_game();
  std::string answer = kFirst;
  for (int decision = 0; decision < 20 && answer == kFirst; ++decision) answer = choose();
  EXPECT_EQ(answer, "failure: exceeded its 0.6 s per game at 24:15|24:15, dice 6-6");
}

TEST_F(UbgiPlayerTest, EngineThatDoesNotReadFails) {
  UbgiSession session({.argv = {mock_engine(), "deaf", "1", mark_}, .settings = {}});
  const std::string more_than_a_pipe_holds(1'000'000, 'x');
  EXPECT_EQ(
      message_of<PlayerFailure>([&] { session.send_commands({more_than_a_pipe_holds}, 0.05); }),
      "does not read its input within 0.05 s");
  session.kill();
}

TEST_F(UbgiPlayerTest, AsksForDiceAndPendingDecisions) {
  play_against("good", 0);
  EXPECT_EQ(choose(), kFirst);
  EXPECT_EQ(choose("24:1,off:14|20:1,off:14|owed=10"), "16:1,off:14|20:1,off:14|owed=8");
  EXPECT_EQ(choose("16:1,off:14|19:1,off:14|forfeit=8"), "11:1,off:14|19:1,off:14");
  EXPECT_EQ(choose("2:1,off:14|24:1,5:14", {4, 1}), "win=2");
  EXPECT_EQ(choose("6:1,3:1,off:13|24:1,off:14", {5, 5}), "24:1,off:14|6:1,3:1,off:13|forfeit=8");
}

TEST_F(UbgiPlayerTest, PlaysWholeGamesOfEveryVariant) {
  for (const std::string_view name : game_names()) {
    dispatch_game(find_game(name), [&]<GameRules R>(std::type_identity<R>) {
      const auto engine = ubgi_player_factory(mock("good", 0), find_game(name))();
      const auto random = make_player_factory("random", game_with_rules<R>())();
      const GameResult result =
          play_game(game_with_rules<R>(), start_position(game_with_rules<R>()),
                    {engine.get(), random.get()}, GameRng(1, 1), *list_);
      EXPECT_GT(result.total_decisions(), 40) << name;
    });
  }
}

TEST_F(UbgiPlayerTest, AcceptsProtocolVariations) {
  for (const char* mode : {"play-only", "carriage-returns", "slow", "flood-stderr"}) {
    play_against(mode, 1);
    EXPECT_EQ(choose(), kFirst) << mode;
  }
}

TEST_F(UbgiPlayerTest, AcceptsAnySpellingOfAPlay) {
  const std::string id = format_position_id(game_, parse_position(game_, kFirst));
  for (const std::string& answer :
       {std::string("bestmove 24-18 24-18 24-18 24-18"),
        std::string("bestmove 24 18 24 18 24 18 24 18"), std::string("bestmove 24/18*(4)"),
        "bestmove " + id + "\nbestmoveid " + id,
        std::string("bestmove nonsense\nbestmoveid ") + kFirst,
        std::string("bestmove 24/18 24/18(3)\nbestmoveid foo")}) {
    play_against("says:" + answer, 1);
    EXPECT_EQ(choose(), kFirst) << answer;
  }
}

// Nothing can be played with 5-5, and 5-5 leaves one play to a checker on its own.
TEST_F(UbgiPlayerTest, ForcedDecisionsAreNotLostByWords) {
  for (const char* answer :
       {"bestmove", "bestmove pass", "bestmove (none)", "bestmove cannot move", "bestmove 0000",
        "bestmoveid foo", "", "pass", "error missing_context legal_moves"}) {
    play_against(std::string("says:") + answer, 1);
    EXPECT_EQ(choose("6:1,3:1,off:13|24:1,off:14", {5, 5}), "24:1,off:14|6:1,3:1,off:13|forfeit=8")
        << answer;
    play_against(std::string("says:") + answer, 1);
    EXPECT_EQ(choose("24:1,off:14|23:1,off:14|owed=8"), "4:1,off:14|23:1,off:14|owed=4") << answer;
  }
}

TEST_F(UbgiPlayerTest, AmbiguousPlayForfeitsTheGame) {
  game_ = find_game("portes");
  play_against("says:bestmove 24/20", 1);
  EXPECT_EQ(choose("24:2,13:13|8:14,4:1", {3, 1}),
            "failure: ambiguous play '24/20': 24/21* 21/20 or 24/23 23/20 at "
            "24:2,13:13|8:14,4:1, dice 3-1");
}

TEST_F(UbgiPlayerTest, WrongAnswerForfeitsTheGame) {
  expect_failure("illegal", "illegal play '24/1' at 24:15|24:15, dice 6-6");
  expect_failure("illegal-play", "illegal play '24/1' at 24:15|24:15, dice 6-6");
  expect_failure("no-play", "illegal play ''");
  expect_failure("wrong-id", "illegal play: bestmoveid '24:15|24:15'");
  expect_failure("twice", "answers twice: 'best");
  expect_failure("after-ready", "answers without being asked: 'bestmove ");
  expect_failure("error", "answers with 'error internal out of coffee'");
  expect_failure("garbage", "garbage: '");
  expect_failure("nul", "garbage: 'best");
  expect_failure("flood-line", "a line of more than 65536 characters");
  expect_failure("huge-line", "a line of more than 65536 characters");
  expect_failure("flood-lines", "an answer of more than 4194304 characters");
}

TEST_F(UbgiPlayerTest, CrashForfeitsTheGameWithAReason) {
  expect_failure("exit", "exited with code 3");
  expect_failure("crash", "killed by signal 11");
  expect_failure("last-words", "exited with code 1 (last on stderr: no such file: weights.bin)");
  expect_failure("close", "closed its output");
}

// The limit must be long enough for the answered decisions, even on a busy machine.
TEST_F(UbgiPlayerTest, HangingForfeitsTheGameAtTheTimeLimit) {
  expect_failure("hang", "no answer within 1.5 s", 1.5);
  expect_failure("grandchildren", "no answer within 1.5 s", 1.5);
}

TEST_F(UbgiPlayerTest, KillsEnginesThatIgnoreQuit) {
  play_against("stubborn", 2);
  EXPECT_EQ(choose(), kFirst);
}

TEST_F(UbgiPlayerTest, TimeoutsNameTheDecision) {
  play_against("hang", 1, 0.2);
  EXPECT_EQ(choose(), "failure: no answer within 0.2 s at 24:15|24:15, dice 6-6");
  EXPECT_EQ(choose("24:1,off:14|20:1,off:14|owed=10"),
            "failure: no answer within 0.2 s at 24:1,off:14|20:1,off:14|owed=10");
}

TEST_F(UbgiPlayerTest, UnstartableEngineIsAnInputError) {
  const auto refusal = [&](const std::vector<std::string>& words) {
    EngineSpec spec = mock("", 1);
    spec.argv = words;
    return message_of<InputError>([&] { ubgi_player_factory(spec, game_); });
  };
  EXPECT_TRUE(holds(refusal({"/no/such/program"}),
                    "engine '/no/such/program' failed to start: cannot be run: No such file"));
  EXPECT_TRUE(holds(refusal({"/"}), "'/' failed to start: cannot be run: Permission denied"));
  EXPECT_TRUE(holds(refusal({mock_engine(), "die-at-start", "1", mark_}), "exited with code 4"));
  EXPECT_TRUE(holds(refusal({mock_engine(), "another-game", "1", mark_}),
                    "answers 'set game.variant gioul' with 'error bad_argument I play chess'"));
  EXPECT_TRUE(holds(refusal({mock_engine(), "chatter", "1", mark_}),
                    "answers ubgi with 'error unknown_command"));
  EXPECT_EQ(refusal({mock_engine(), "good", "1", mark_}), "");
}

TEST_F(UbgiPlayerTest, EngineWithoutIntroductionIsAnInputError) {
  for (const char* mode : {"mute", "deaf"}) {
    EngineSpec spec = mock(mode, 1, 0.2);
    spec.start_seconds = 0.2;
    EXPECT_THROW(ubgi_player_factory(spec, game_), InputError) << mode;
  }
}

// The engine loses its games until the limit of failed starts is reached.
TEST_F(UbgiPlayerTest, RepeatedStartFailuresStopTheGames) {
  player_ = std::make_unique<UbgiPlayer>(mock("die-at-start", 1), game_);
  for (int game = 1; game < 10; ++game) {
    EXPECT_THAT(choose(), StartsWith("failure: at the start: exited with code 4"));
  }
  EXPECT_THROW(choose(), std::runtime_error);
}

}  // namespace
}  // namespace gioul
