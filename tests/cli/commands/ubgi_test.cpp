// UBGI dialogues (notation.md, section 6).
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "api/ubgi_server.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"
#include "tests/paths.h"

namespace gioul {
namespace {

/// Returns the rest of each line that begins with `word`.
std::vector<std::string> lines_of(const std::string& text, const std::string& word) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(word + " ")) found.push_back(line.substr(word.size() + 1));
  }
  return found;
}

class Ubgi : public ::testing::Test {
 protected:
  explicit Ubgi(const UbgiSettings& settings = {}) : engine_(settings) {}

  /// Returns the answers to all lines, concatenated.
  std::string say(const std::vector<std::string>& lines) {
    std::string answers;
    for (const std::string& line : lines) answers += engine_.answer(line);
    return answers;
  }

  void expect_error(const std::string& line, std::string_view code, std::string_view part = {}) {
    const std::string answer = engine_.answer(line);
    EXPECT_TRUE(answer.starts_with("error " + std::string(code) + " ")) << line << ": " << answer;
    EXPECT_TRUE(holds(answer, part)) << line << ": ";
    EXPECT_EQ(std::ranges::count(answer, '\n'), 1) << line << ": " << answer;
  }

  UbgiEngine engine_;
};

TEST_F(Ubgi, IntroducesItselfAndIsReady) {
  const std::string answer = say({"ubgi"});
  EXPECT_TRUE(answer.starts_with("id name gioul " GIOUL_VERSION "\nid author "));
  EXPECT_TRUE(holds(answer, {"\nproto 0.2\n", "\nkey game.variant enum gioul|gul-bara|"}));
  EXPECT_TRUE(answer.ends_with("\nubgiok\n"));
  EXPECT_EQ(say({"isready"}), "readyok\n");
  EXPECT_EQ(
      say({"newgame", "position text 24:15|24:15", "dice 3 1", "set seed 4", "stop", "", "  \t "}),
      "");
}

TEST_F(Ubgi, NewGameResetsThePlayer) {
  const std::vector<std::string> question = {"position text 24:15|24:15", "dice 6 6",
                                             "go role chequer"};
  EXPECT_EQ(say({"set player ubgi:'" + mock_engine() + "' hang 2,game=2"}), "");
  EXPECT_EQ(lines_of(say(question), "bestmove").size(), 1u);
  EXPECT_EQ(lines_of(say(question), "error").size(), 1u);  // its time limit is over
  EXPECT_EQ(say({"newgame"}), "");
  EXPECT_EQ(lines_of(say(question), "bestmove").size(), 1u);
}

TEST_F(Ubgi, QuitEndsTheEngine) {
  EXPECT_FALSE(engine_.quit_requested());
  EXPECT_EQ(say({"quit"}), "");
  EXPECT_TRUE(engine_.quit_requested());
}

TEST_F(Ubgi, ReportsUnknownCommands) {
  for (const char* line : {"foo", "uci", "Ubgi", "isready now", "quit now", "position2", "?"}) {
    expect_error(line, "unknown_command");
  }
  expect_error("stop now", "unknown_command", "'stop now'");
  expect_error(std::string("\x01\xff\n") + std::string(500, 'x'), "unknown_command");
  EXPECT_FALSE(engine_.quit_requested());
}

TEST_F(Ubgi, GoPrintsAPlayAndItsAfterstate) {
  const std::string answer = say({"position text 24:15|24:15", "dice 6 6", "go role chequer"});
  const auto plays = lines_of(answer, "bestmove");
  const auto afterstates = lines_of(answer, "bestmoveid");
  ASSERT_EQ(plays.size(), 1u);
  ASSERT_EQ(afterstates.size(), 1u);
  EXPECT_TRUE(plays[0].starts_with("24/18("));
  EXPECT_TRUE(afterstates[0].starts_with("24:15|24:1"));
  EXPECT_LT(answer.find("bestmove "), answer.find("bestmoveid "));
}

TEST_F(Ubgi, PrintsAPassAsADash) {
  EXPECT_TRUE(
      holds(say({"position text 6:1,3:1,off:13|24:1,off:14", "dice 5 5", "go role chequer"}),
            "bestmove -\nbestmoveid 24:1,off:14|6:1,3:1,off:13|forfeit=8\n"));
}

TEST_F(Ubgi, PrintsTheResultAtTheEndOfAGame) {
  EXPECT_TRUE(holds(say({"position text 2:1,off:14|24:1,5:14", "dice 1 4", "go role chequer"}),
                    "bestmove 2/off\nbestmoveid win=2\n"));
  EXPECT_TRUE(holds(
      say({"set game.variant plakoto", "position text 24:1,3:1,2:13|24:1,10:13,1:1|pinned=24/-",
           "dice 2 2", "go role chequer"}),
      "\nbestmoveid tie\n"));
  EXPECT_EQ(say({"isready"}), "readyok\n");
}

TEST_F(Ubgi, PendingPositionsNeedNoDice) {
  EXPECT_TRUE(holds(say({"position text 24:1,off:14|20:1,off:14|owed=10", "go role chequer"}),
                    "bestmoveid 16:1,off:14|20:1,off:14|owed=8\n"));
  EXPECT_TRUE(holds(say({"position text 16:1,off:14|19:1,off:14|forfeit=8", "go role chequer"}),
                    "bestmoveid 11:1,off:14|19:1,off:14\n"));
  expect_error("dice 3 1", "bad_argument", "forfeit");
}

TEST_F(Ubgi, NewPositionsNeedNewDice) {
  expect_error("go role chequer", "bad_argument", "dice");
  say({"dice 3 1", "position text 24:15|24:15"});
  expect_error("go role chequer", "bad_argument", "dice");
  say({"dice 3 1", "newgame"});
  expect_error("go role chequer", "bad_argument", "dice");
}

TEST_F(Ubgi, ReportsBadArguments) {
  expect_error("dice", "bad_argument", "dice 3 1");
  expect_error("dice 3", "bad_argument");
  expect_error("dice 3-1", "bad_argument");
  expect_error("dice 0 7", "bad_argument");
  expect_error("dice 3 1 1", "bad_argument");
  expect_error("position", "bad_argument", "expected text P, gnubgid ID or xgid ID");
  expect_error("position startpos", "bad_argument");
  expect_error("position text", "bad_argument", "column 1");
  expect_error("position text 24:15|24:14", "bad_argument", "column 7");
  expect_error("position text 24:15|24:15 x", "bad_argument");
  expect_error("position text off:15|24:15", "bad_argument", "over");
  expect_error("go", "bad_argument", "role chequer");
  expect_error("go role cube", "bad_argument");
  expect_error("go chequer", "bad_argument");
  expect_error("set", "bad_argument");
  expect_error("set colour blue", "bad_argument", "game.variant, player, plies or seed");
  expect_error("set seed -1", "bad_argument");
  expect_error("set game.variant chess", "bad_argument", "known are");
  expect_error("set player net:/no/file", "bad_argument", "/no/file");
  expect_error("setoption seed 3", "bad_argument");
  expect_error("setoption name seed", "bad_argument");
}

TEST_F(Ubgi, ErrorsKeepTheState) {
  say({"position text 24:1,off:14|20:1,off:14", "dice 2 1"});
  const auto choice = [&] {
    const std::string answer = say({"go role chequer"});
    return answer.substr(answer.find("bestmove"));  // without times
  };
  const std::string before = choice();
  say({"set game.variant chess", "set player stranger", "foo"});
  EXPECT_EQ(choice(), before);
}

TEST_F(Ubgi, GoFailsAfterARejectedPosition) {
  say({"position text 24:1,off:14|20:1,off:14", "dice 2 1", "position text foo"});
  EXPECT_TRUE(holds(say({"dice 2 1"}), "error bad_argument"));
  EXPECT_TRUE(holds(say({"go role chequer"}), "error bad_argument"));
  say({"position text 24:1,off:14|20:1,off:14", "dice 2 1"});
  EXPECT_TRUE(holds(say({"go role chequer"}), "bestmove"));
}

TEST_F(Ubgi, GoFailsAfterRejectedDice) {
  say({"position text 24:1,off:14|20:1,off:14", "dice 2 1", "dice 7 7"});
  EXPECT_TRUE(holds(say({"go role chequer"}), "error bad_argument"));
  say({"dice 2 1"});
  EXPECT_TRUE(holds(say({"go role chequer"}), "bestmove"));
}

TEST_F(Ubgi, SettingsKeepThePositionUnlessTheVariantChanges) {
  say({"position text 24:1,off:14|20:1,off:14", "dice 2 1", "set seed 5", "set player blocker"});
  EXPECT_TRUE(holds(say({"go role chequer"}), "bestmoveid 20:1,off:14|21:1,off:14"));
  say({"setoption name game.variant value portes", "dice 3 1"});
  EXPECT_TRUE(holds(say({"go role chequer"}), "bestmoveid 24:2,13:5,8:3,6:5|"));
}

TEST_F(Ubgi, RandomPlayerDependsOnSeedAndGame) {
  const std::vector<std::string> decision = {
      "position text 20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3", "dice 6 5", "go role chequer"};
  const auto ten = [&] {
    std::string answers;
    for (int i = 0; i < 10; ++i) answers += say(decision);
    return answers;
  };
  say({"set player random", "set seed 3"});
  const std::string three = ten();
  say({"set seed 4"});
  EXPECT_NE(ten(), three);
  say({"set seed 3"});
  EXPECT_EQ(ten(), three);
  say({"newgame"});
  EXPECT_NE(ten(), three);
}

TEST_F(Ubgi, ParsesGnubgIds) {
  EXPECT_TRUE(holds(say({"position gnubgid qwIAAO4AAAAAAA", "dice 6 6", "go role chequer"}),
                    "bestmoveid 5:1,4:1,3:1,2:1,1:2,off:9|"));
  expect_error("position gnubgid 4HPwATDgc/ABM", "bad_argument", "14");
  expect_error("position gnubgid", "bad_argument");
}

TEST_F(Ubgi, ParsesXgidsAndTheirDice) {
  say({"set game.variant portes"});
  EXPECT_TRUE(holds(
      say({"position xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "go role chequer"}),
      "\nbestmoveid 24:2,13:5,8:3,6:5|"));
}

TEST_F(Ubgi, EveryGameCanBePlayedToItsEnd) {
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    say({"set game.variant " + std::string(name), "newgame"});
    Position position = start_position(game);
    CounterRng dice_rng(1, 0, RngStream::kDice);
    for (int decision = 0;; ++decision) {
      ASSERT_LT(decision, 5000) << name;
      std::vector<std::string> lines = {"position text " + format_position(game, position)};
      if (!position.is_pending()) {
        const Dice dice = dice_rng.roll_dice();
        lines.push_back("dice " + std::to_string(dice.low) + " " + std::to_string(dice.high));
      }
      lines.emplace_back("go role chequer");
      const auto afterstates = lines_of(say(lines), "bestmoveid");
      ASSERT_EQ(afterstates.size(), 1u) << lines.front();
      if (afterstates[0].starts_with("win=") || afterstates[0] == "tie") break;
      position = parse_position(game, afterstates[0]);
    }
  }
}

TEST(UbgiWithANet, PrintsInfoLines) {
  const TemporaryFolder folder;
  UbgiEngine engine({.player_name = "net:" + put_net(folder, "gioul")});
  engine.answer("dice 5 4");
  const std::string answer = engine.answer("go role chequer");
  EXPECT_TRUE(answer.starts_with("info depth 0 nodes 2 time_ms "));
  EXPECT_TRUE(holds(answer, {" eq ", " pwin ", " pgammon "}));
  EXPECT_EQ(engine.answer("go role chequer").substr(answer.find("bestmove")),
            answer.substr(answer.find("bestmove")));
  EXPECT_TRUE(engine.answer("set game.variant portes").starts_with("error bad_argument"));
  engine.answer("position text 2:1,off:14|24:1,5:14");
  engine.answer("dice 4 1");
  EXPECT_TRUE(holds(engine.answer("go role chequer"), "eq 2.0000 pwin 1.0000 pgammon 1.0000"));
}

TEST(UbgiWithANet, SearchesAtTheGivenPlies) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "gioul");
  const std::vector<std::string> question = {
      "position text 20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3", "dice 3 1", "go role chequer"};
  const auto ask = [&](UbgiEngine& engine) {
    std::string answer;
    for (const std::string& line : question) answer += engine.answer(line);
    return answer;
  };
  const auto nodes = [](const std::string& answer) {
    return std::stol(answer.substr(answer.find(" nodes ") + 7));
  };
  UbgiSettings by_name;
  by_name.player_name = "net:" + file + ",plies=1,tables=off";
  UbgiEngine named(by_name);
  UbgiEngine told({.player_name = "net:" + file + ",tables=off"});
  const std::string at_once = ask(told);
  EXPECT_TRUE(at_once.starts_with("info depth 0 ")) << at_once;
  EXPECT_EQ(told.answer("set plies 1"), "");
  const std::string ahead = ask(told);
  EXPECT_TRUE(ahead.starts_with("info depth 1 ")) << ahead;
  EXPECT_GT(nodes(ahead), 20 * nodes(at_once));
  const std::string same = ask(named);
  EXPECT_EQ(ahead.substr(ahead.find(" eq ")), same.substr(same.find(" eq ")));
  EXPECT_TRUE(holds(told.answer("ubgi"), "\nkey plies int 0..4 1\n"));
  EXPECT_TRUE(holds(named.answer("ubgi"), "\nkey plies int 0..4 1\n"));
}

// Programs may set keys in any order.
TEST(UbgiWithANet, KeepsThePliesIfThePlayerChanges) {
  const TemporaryFolder folder;
  UbgiEngine engine({});
  EXPECT_EQ(engine.answer("set plies 1"), "");
  EXPECT_EQ(engine.answer("set player net:" + put_net(folder, "gioul") + ",tables=off"), "");
  engine.answer("dice 3 1");
  EXPECT_TRUE(engine.answer("go role chequer").starts_with("info depth 1 "));
  EXPECT_TRUE(engine.answer("set plies 5").starts_with("error bad_argument "));
  EXPECT_TRUE(engine.answer("set plies x").starts_with("error bad_argument "));
  engine.answer("dice 3 1");
  EXPECT_TRUE(engine.answer("go role chequer").starts_with("info depth 1 "));
}

TEST(UbgiWithANet, RejectsInvalidSettings) {
  EXPECT_THROW(UbgiEngine({.player_name = "net:/no/file"}), InputError);
  EXPECT_THROW(UbgiEngine({.game = find_game("chess")}), InputError);
}

// --- The command ---

TEST(UbgiCommand, AnswersEachLineBeforeTheNext) {
  Dialogue dialogue({"ubgi", "--variant", "portes", "--seed", "3"});
  dialogue.send("isready\r");
  EXPECT_EQ(dialogue.listen({"\n"}), "readyok\n");
  dialogue.send("ubgi");
  EXPECT_TRUE(holds(dialogue.listen({"ubgiok\n"}),
                    "portes\nkey player string * net,beam=16\nkey plies int 0..4 0\nkey seed"));
  EXPECT_EQ(dialogue.finish(), "");
  EXPECT_EQ(dialogue.code(), 0);
}

TEST(UbgiCommand, AcceptsCarriageReturnsAndTruncatesEndlessLines) {
  const std::string input = "position text 24:15|24:15\r\ndice 3 1\r\n" + std::string(200000, 'x') +
                            "\r\nset player " + std::string(200000, 'y') +
                            "\ngo role chequer\r\nquit\r\nisready\r\n";
  const Finished run = gioul_run("ubgi", input);
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(lines_of(run.out, "error").size(), 2u);
  EXPECT_EQ(lines_of(run.out, "bestmoveid").size(), 1u);
  EXPECT_FALSE(holds(run.out, "\r"));
  EXPECT_FALSE(holds(run.out, "readyok"));
}

// Uninterrupted it would run for hours.
TEST(UbgiCommand, StopAndQuitInterruptASearch) {
  Dialogue dialogue({"ubgi", "--player", "rollout,trials=1000000"});
  for (int go = 0; go < 2; ++go) {
    for (const char* line :
         {"position text 24:15|24:15", "dice 6 5", "go role chequer", "stop", "isready"}) {
      dialogue.send(line);
    }
    EXPECT_EQ(lines_of(dialogue.listen({"readyok\n"}), "bestmove").size(), 1u);
  }
  dialogue.send("go role chequer");
  dialogue.send("quit");
  EXPECT_EQ(lines_of(dialogue.finish(), "bestmove").size(), 1u);
  EXPECT_EQ(dialogue.code(), 0);
}

TEST(UbgiCommand, RejectsInvalidOptions) {
  expect_refused("ubgi --net /no/file", "/no/file: cannot be opened");
  expect_refused("ubgi --net x --player random", "--net and --player cannot be combined");
  expect_refused("ubgi --player stranger", "unknown player 'stranger'");
  expect_refused("ubgi --seed x", "--seed 'x'");
  EXPECT_EQ(gioul_run("ubgi --plies 0").code, 0);
}

}  // namespace
}  // namespace gioul
