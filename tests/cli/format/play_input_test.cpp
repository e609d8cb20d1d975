#include "cli/format/play_input.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

struct Board {
  Game game;
  Position position;
  Dice dice;
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();
  std::vector<LegalPlay> plays;

  Board(std::string_view variant, std::string_view text, std::string_view roll = "1-1")
      : game(find_game(variant)), position(parse_position(game, text)), dice(parse_dice(roll)) {
    game.generate_afterstates(position, dice, *list);
    plays = game.legal_plays(position, dice, *list);
  }

  PlayInput typed(std::string_view text) const {
    return parse_play_input(game, position, *list, plays, text);
  }

  /// Returns the second column of `gioul moves`, or the error.
  std::string after(std::string_view text) const {
    const PlayInput found = typed(text);
    if (!found.play) return found.error_message;
    const Ending ending = list->ending(found.play->afterstate_index);
    if (ending != Ending::kNone) return std::string(format_ending(ending));
    return format_position(game, list->positions()[found.play->afterstate_index]);
  }
};

TEST(PlayInput, AcceptsAnyOrder) {
  const Board board("gioul", "24:15|24:15", "3-1");
  EXPECT_EQ(board.after("24/23 24/21"), "24:15|24:13,23:1,21:1");
  EXPECT_EQ(board.after("24/21 24/23"), "24:15|24:13,23:1,21:1");
  const Board doublet("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", "1-1");
  EXPECT_EQ(doublet.after("5/4 8/7 6/5 8/7"), doublet.after("8/7(2) 6/5 5/4"));
  EXPECT_TRUE(doublet.typed("5/4 8/7 6/5 8/7").play);
}

TEST(PlayInput, AcceptsOneMoveForBothDice) {
  const Board board("gioul", "24:15|24:15", "3-1");
  for (const char* text : {"24/20", "24/21/20", "24/23/20", "24/23 23/20"}) {
    EXPECT_EQ(board.after(text), "24:15|24:14,20:1") << text;
  }
  const Board sixes("gioul", "24:15|24:15", "6-6");
  EXPECT_EQ(sixes.after("24/12(2)"), "24:15|24:13,12:2");
  EXPECT_EQ(sixes.after("24/6 24/18"), "24:15|24:13,18:1,6:1");
}

TEST(PlayInput, AcceptsAnyCaseAndSeparators) {
  const Board board("portes", "bar:1,6:14|1:15", "2-1");
  EXPECT_EQ(board.after("BAR/23,6/5"), board.after("bar/23 6/5"));
  EXPECT_EQ(board.after("  bar/23   6/5 "), board.after("bar/23 6/5"));
  EXPECT_TRUE(board.typed("Bar/22").play);
  EXPECT_EQ(board.after("25-23 6-5"), board.after("bar/23 6/5"));
  EXPECT_EQ(board.after("25 23 6 5"), board.after("bar/23 6/5"));
}

TEST(PlayInput, RequiresTheStopsIfTheyMatter) {
  // A blot stands on my 21 (the opponent's 4): moving by 3 first hits it, moving by 1 first does
  // not.
  const Board board("portes", "24:2,13:13|8:14,4:1", "3-1");
  EXPECT_TRUE(holds(board.after("24/20"), "type every checker move"));
  EXPECT_TRUE(board.typed("24/21*/20").play);
  EXPECT_TRUE(board.typed("24/23/20").play);
}

TEST(PlayInput, WinningPlayNeedsNoFurtherMoves) {
  EXPECT_EQ(Board("gioul", "2:1,off:14|24:1,5:14", "4-1").after("2/off"), "win=2");
  EXPECT_EQ(Board("gioul", "4:1,2:1,off:13|24:1,5:14", "4-3").after("4/off 2/off"), "win=2");
}

TEST(PlayInput, ErrorsExplainWhatIsWrong) {
  const Board start("gioul", "24:15|24:15", "5-1");
  EXPECT_EQ(start.after("23/18 23/22"), "you have no checker on point 23");
  EXPECT_EQ(start.after("24/21"), "24/21 is 3 points, and you have 5-1");
  EXPECT_EQ(start.after("24/19"),
            "both dice must be used; the legal plays are 24/19 24/23, 24/19 19/18");
  EXPECT_TRUE(holds(start.after("24/19 24/19"), "illegal play"));
  EXPECT_TRUE(holds(start.after("-"), "both dice"));
  EXPECT_TRUE(holds(start.after("hello"), "column 1"));
  EXPECT_EQ(Board("gioul", "24:15|19:15", "5-1").after("24/23 11/6"),
            "you have no checker on point 11");
}

TEST(PlayInput, ErrorsExplainBoardConstraints) {
  EXPECT_EQ(Board("gioul", "24:14,20:1|7:14,6:1", "5-4").after("24/19 24/20"),
            "point 19 is blocked");
  EXPECT_EQ(Board("portes", "bar:1,6:14|1:15", "2-1").after("6/4 6/5"),
            "your checker on the bar must enter first");
  EXPECT_EQ(Board("portes", "7:2,1:13|1:15", "2-1").after("1/off 7/5"),
            "no bearing off before all your checkers are home");
  EXPECT_EQ(Board("plakoto", "10:1,5:1,3:13|20:1,10:14|pinned=5/-", "2-1").after("5/4 10/8"),
            "your checker on point 5 is pinned");
  EXPECT_EQ(Board("plakoto", "5:1,4:1,3:13|20:1,10:14|pinned=5/-", "4-1").after("4/off 4/3"),
            "no bearing off while a checker of yours is pinned");
}

TEST(PlayInput, ErrorsCountTheMovesOfANumber) {
  const Board board("gioul", "24:15|24:15|owed=8");
  EXPECT_TRUE(holds(board.after("24/19"), "4 checker moves of 5 must be played"));
  EXPECT_EQ(board.after("24/20"), "24/20 is 4 points, and you have 4 times 5");
  EXPECT_TRUE(holds(Board("gioul", "24:15|24:15", "1-1").after("24/23(3)"), "5 legal plays"));
}

}  // namespace
}  // namespace gioul
