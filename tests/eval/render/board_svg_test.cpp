// Tests of boards as SVG.
#include "eval/render/board_svg.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

std::string drawn(std::string_view variant, std::string_view position,
                  const BoardSvgOptions& picture = {}) {
  const Game game = find_game(variant);
  return board_svg(game, parse_position(game, position), picture);
}

// Checkers on points and on the bar; one more of each color is beside the players' names.
constexpr std::string_view kLightChecker = "r=\"20\" fill=\"#fdf9ef\"";
constexpr std::string_view kDarkChecker = "r=\"20\" fill=\"#2b2f36\"";

TEST(BoardSvg, IsWellFormedInEveryGameAndKindOfPosition) {
  for (const std::string_view name : game_names()) {
    const Game game = find_game(name);
    for (const Position& position : sample_positions(game, 15, 3, 40)) {
      const Dice dice = make_dice(4, 2);
      BoardSvgOptions picture;
      if (!position.is_pending()) picture.dice = dice;
      const auto list = std::make_unique<AfterstateList>();
      game.generate_afterstates(position, dice, *list);
      const Play play = game.legal_plays(position, dice, *list).front().play;
      picture.arrows = std::span(play.moves).first(play.size);
      const std::string svg = board_svg(game, position, picture);
      ASSERT_EQ(markup_problem(svg), "") << format_position(game, position);
      ASSERT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
      ASSERT_TRUE(svg.ends_with("</svg>\n"));
    }
  }
}

TEST(BoardSvg, DrawsAtMostFiveCheckersPerPointAndLabelsMore) {
  const std::string start = drawn("gioul", "24:15|24:15");
  EXPECT_EQ(count_of(start, kLightChecker), 5u);
  EXPECT_EQ(count_of(start, kDarkChecker), 5u);
  EXPECT_EQ(count_of(start, "font-size=\"17\""), 2u);
  const std::string five = drawn("gioul", "24:5,20:5,13:4,1:1|23:15");
  EXPECT_EQ(count_of(five, kLightChecker), 15u);
  EXPECT_EQ(count_of(five, "font-size=\"17\""), 1u);
}

TEST(BoardSvg, DrawsBorneOffCheckersInTheTrays) {
  const std::string svg = drawn("gioul", "6:2,off:13|24:1,3:4,off:10");
  EXPECT_EQ(count_of(svg, "stroke-width=\"0.8\""), 23u);
  EXPECT_TRUE(holds(svg, {">pips 12, off 13<", ">pips 36, off 10<"}));
}

// The opponent's 24-point is my 1-point with contrary movement, and my 12-point with parallel
// movement.
TEST(BoardSvg, PlacesTheOpponentsCheckersByVariant) {
  const std::string x_of_1 = "<circle cx=\"587\"";
  const std::string x_of_12_beside_a_tray = "<circle cx=\"101\"";
  EXPECT_EQ(count_of(drawn("gioul", "24:15|24:15"), x_of_1), 10u);  // 24 is above 1
  const std::string fevga = drawn("fevga", "24:15|24:15");
  EXPECT_EQ(count_of(fevga, x_of_12_beside_a_tray), 5u);
}

TEST(BoardSvg, DrawsARingAroundPinnedCheckers) {
  const std::string none = drawn("plakoto", "24:15|24:15");
  const std::string two =
      drawn("plakoto", "24:3,20:1,12:5,6:4,3:2|24:4,15:2,13:1,8:5,5:3|pinned=20/13");
  EXPECT_EQ(count_of(none, "#d42a1e"), 0u);
  EXPECT_EQ(count_of(two, "#d42a1e"), 2u);
}

TEST(BoardSvg, DrawsCheckersOnTheBar) {
  const std::string svg = drawn("portes", "bar:6,24:1,6:5,off:3|24:2,13:5,8:3,6:5");
  EXPECT_EQ(count_of(svg, kLightChecker), 4u + 1u + 5u);
  EXPECT_EQ(count_of(svg, ">6</text>"), 2u);  // the point's number and the opponent's
}

TEST(BoardSvg, DiceShowTheirPips) {
  BoardSvgOptions picture;
  picture.dice = make_dice(6, 5);
  EXPECT_EQ(count_of(drawn("gioul", "24:15|24:15", picture), "r=\"3.6\""), 11u);
  picture.dice = make_dice(1, 4);
  EXPECT_EQ(count_of(drawn("gioul", "24:15|24:15", picture), "r=\"3.6\""), 5u);
}

TEST(BoardSvg, DescribesPendingMoves) {
  const std::string owed = drawn("gioul", "24:11,21:4|24:15|owed=12");
  EXPECT_TRUE(holds(owed, {"you: chain continues, 12 checker moves",
                           "four 4&#39;s, four 5&#39;s, four 6&#39;s"}));
  BoardSvgOptions names;
  names.bottom_name = "Ann";
  names.top_name = "Bob";
  EXPECT_TRUE(holds(drawn("gioul", "24:11,21:4|24:15|forfeit=1", names),
                    "Ann: forfeited by Bob, 1 checker move<"));
  names.opponent_to_move = true;
  EXPECT_TRUE(holds(drawn("gioul", "24:11,21:4|24:15|forfeit=1", names), "Bob: forfeited by Ann"));
}

TEST(BoardSvg, DrawsEqualMovesAsOneNumberedArrow) {
  BoardSvgOptions picture;
  const Play play = parse_play("24/21(3) 21/18");
  picture.arrows = std::span(play.moves).first(play.size);
  const std::string svg = drawn("gioul", "24:15|24:15", picture);
  EXPECT_EQ(count_of(svg, "stroke-linejoin"), 2u);
  EXPECT_EQ(count_of(svg, "font-size=\"14\" fill=\"#0b63c5\">3</text>"), 1u);
  EXPECT_EQ(count_of(drawn("gioul", "24:15|24:15"), "stroke-linejoin"), 0u);
}

// The same move begins at opposite ends of the board for the two players.
TEST(BoardSvg, OpponentsArrowsStartAtItsCheckers) {
  BoardSvgOptions picture;
  const Play play = parse_play("24/21");
  picture.arrows = std::span(play.moves).first(play.size);
  const std::string own = drawn("gioul", "24:15|24:15", picture);
  picture.opponent_to_move = true;
  EXPECT_NE(drawn("gioul", "24:15|24:15", picture), own);
}

TEST(BoardSvg, EscapesText) {
  BoardSvgOptions picture;
  picture.title = "a < b & \" onload=\"y";
  picture.bottom_name = "<script>";
  const std::string svg = drawn("gioul", "24:15|24:15", picture);
  EXPECT_EQ(markup_problem(svg), "");
  EXPECT_FALSE(holds(svg, "<script>"));
  EXPECT_FALSE(holds(svg, "onload=\""));
}

}  // namespace
}  // namespace gioul
