// gioul play in a terminal.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "tests/cli/common/process.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

Finished play(std::string_view input, const Words& more = {}) {
  // With this seed the user starts, with 5-1.
  return gioul_run(Words("play --seed 3") + more, input);
}

TEST(PlayCommand, EndOfInputEndsTheGame) {
  const Finished run = play("");
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_TRUE(run.out.ends_with("Goodbye.\n"));
}

TEST(PlayCommand, ShowsTheOpeningRoll) {
  const Finished run = play("");
  EXPECT_TRUE(holds(run.out, {"For the start you roll 4, the opponent rolls 4: again.\n",
                              "For the start you roll 5, the opponent rolls 1: you start.\n",
                              "You roll 5-1.\n"}));
}

TEST(PlayCommand, SameSeedRepeatsTheGame) { EXPECT_EQ(play("24/18\n").out, play("24/18\n").out); }

TEST(PlayCommand, QuestionMarkListsTheLegalPlays) {
  const Finished run = play("?\n");
  EXPECT_TRUE(holds(run.out, {"24/19 24/23", "24/19 19/18"}));
}

TEST(PlayCommand, ExplainsIllegalInputAndAsksAgain) {
  const Finished run = play("24/21\n\nfoo\n24/19\n24/18\n");
  EXPECT_TRUE(
      holds(run.out, {"your play>   24/21 is 3 points, and you have 5-1\nyour play> ",
                      "column 1: not a place", "both dice must be used", "The opponent rolls "}));
}

TEST(PlayCommand, AnswersHelpBoardAndHint) {
  const Finished run = play("help\nboard\nhint\n");
  EXPECT_TRUE(holds(run.out, "list the legal plays"));
  EXPECT_TRUE(holds(run.out, "your play>   +") ||
              holds(run.out, "your play>   -"));  // the bundled net's play
  EXPECT_EQ(count_of(run.out, "+-13--"), 2u);
}

TEST(PlayCommand, NetOptionPlaysWithABeam) {
  const TemporaryFolder folder;
  const std::string net = put_net(folder, "gioul");
  EXPECT_TRUE(holds(play("", {"--net", net}).out, "gioul against net:" + net + ",beam=16, seed 3"));
}

TEST(PlayCommand, HintsComeFromTheNetAtTwoPlies) {
  const TemporaryFolder folder;
  const std::string net = put_net(folder, "gioul");
  const auto plays =
      gioul_json({"analyze", "--net", net, "--dice", "5-1", "--plies", "2", "--json"}).at("plays");
  std::string hints = "your play> ";
  for (const auto& line : plays) {
    hints += fmt::format("  {:+.3f}  {}\n", line.at("equity").get<double>(),
                         line.at("play").get<std::string>());
  }
  for (const Words& opponent : {Words{"--net", net}, Words{"--opponent", "net:" + net},
                                Words{"--opponent", "blocker", "--net", net}}) {
    EXPECT_TRUE(holds(play("hint\n", opponent).out, hints)) << opponent.front();
  }
}

TEST(PlayCommand, QuitExitsAtOnce) {
  const Finished run = play("quit\n24/18\n");
  EXPECT_TRUE(run.out.ends_with("Goodbye.\n"));
  EXPECT_FALSE(holds(run.out, "The opponent rolls "));
}

TEST(PlayCommand, EscapesStrangeInput) {
  const Finished run = play(std::string("\x1b[2J\0\xff\r\n", 7) + std::string(100000, 'x') + "\n");
  EXPECT_EQ(run.code, 0);
  EXPECT_FALSE(holds(run.out, "\x1b"));
}

TEST(PlayCommand, RejectsInvalidOpponents) {
  expect_refused("play --opponent stranger", "unknown player 'stranger'");
  expect_refused("play --net /no/file", "/no/file: cannot be opened");
  expect_refused("play --checkers 0", "--checkers '0'");
  expect_refused("play --variant portes --checkers 3", "portes needs 15");
}

/// Plays a whole game by always taking the last play that `?` lists, and declines another.
std::string whole_game(const std::string& variant, const std::string& seed) {
  Dialogue dialogue({"play", "--variant", variant, "--seed", seed, "--opponent", "blocker"});
  std::string all;
  for (int decision = 0; decision < 2000; ++decision) {
    const std::string said = dialogue.listen({"your play> ", "again? y/n> "});
    all += said;
    if (!said.ends_with("your play> ")) break;
    dialogue.send("?");
    const std::string listed = dialogue.listen({"your play> "});
    std::string text = listed.substr(0, listed.rfind('\n'));
    text = text.substr(text.rfind("  ") + 2);
    dialogue.send(text);
  }
  dialogue.send("n");
  all += dialogue.finish();
  EXPECT_EQ(dialogue.code(), 0) << variant;
  return all;
}

TEST(PlayCommand, EveryGameCanBePlayedToItsEnd) {
  for (const std::string_view variant : game_names()) {
    for (const char* seed : {"1", "2"}) {
      const std::string said = whole_game(std::string(variant), seed);
      EXPECT_TRUE(holds(said, "Score: you ")) << variant << seed;
      EXPECT_TRUE(said.ends_with("Goodbye.\n")) << variant << seed;
      EXPECT_FALSE(holds(said, "illegal play")) << variant << seed;
    }
  }
}

TEST(PlayCommand, DescribesChainsAndForfeits) {
  std::string said;
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) said += whole_game("gioul", seed);
  EXPECT_TRUE(holds(said, {": a chain of ", "forfeited to ", "(your only play)"}));
}

}  // namespace
}  // namespace gioul
