#include "eval/engines/gnubg_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/error.h"
#include "engine/games/legal_play_list.h"
#include "engine/games/loose_play.h"
#include "engine/games/sample_positions.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

const Game kPortes = find_game("portes");

std::size_t gnubg_play(const Position& before, const AfterstateList& list,
                       const std::string& moves) {
  return parse_play_to_afterstate_index(kPortes, before, list, moves,
                                        JoinedMoveReading::kHitsStated);
}

// Returns the afterstate of a play such as "8/5 6/5 ", or "illegal".
std::string after(const std::string& position, Dice dice, const std::string& moves) {
  const auto list = std::make_unique<AfterstateList>();
  const Position before = parse_position(kPortes, position);
  kPortes.generate_afterstates(before, dice, *list);
  try {
    return format_afterstate(kPortes, *list, gnubg_play(before, *list, moves));
  } catch (const InputError&) {
    return "illegal";
  }
}

constexpr const char* kStartText = "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5";

TEST(FibsBoard, FormatsTheStartAsFibsDoes) {
  EXPECT_EQ(format_fibs_board(start_position(kPortes), Dice{3, 1}),
            "board:own:opp:2:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:"
            "1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
}

TEST(FibsBoard, HasTheBarsAtTheEnds) {
  const Position position =
      parse_position(kPortes, "bar:2,6:5,1:1,off:7|bar:1,23:1,6:10,5:1,off:2");
  EXPECT_EQ(
      format_fibs_board(position, std::nullopt),
      "board:own:opp:2:0:0:-1:1:-1:0:0:0:5:0:0:0:0:0:0:0:0:0:0:0:0:-10:-1:0:0:0:0:2:1:0:0:0:0:"
      "1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
}

TEST(FibsBoard, LinesAreShort) {
  for (const Position& position : sample_positions(kPortes, kMaxCheckers, 3, 2000)) {
    EXPECT_LT(
        format_fibs_board(position, Dice{6, 6}).size() + std::string(" jacobyrule off\n").size(),
        256u);
  }
}

TEST(GnubgPlay, IgnoresTheOrderOfMoves) {
  const std::string made = "24:2,13:5,8:3,6:5|24:2,13:5,8:2,6:4,5:2";
  EXPECT_EQ(after(kStartText, {3, 1}, "8/5 6/5 "), made);
  EXPECT_EQ(after(kStartText, {3, 1}, "6/5 8/5"), made);
}

TEST(GnubgPlay, AcceptsHitsWithAndWithoutStar) {
  const std::string position = "24:2,13:5,8:3,6:5|24:1,21:1,13:5,8:3,6:5";
  const std::string made = "bar:1,24:1,13:5,8:3,6:5|24:2,13:5,8:2,6:4,4:2";
  EXPECT_EQ(after(position, {4, 2}, "8/4* 6/4 "), made);
  EXPECT_EQ(after(position, {4, 2}, "6/4* 8/4 "), made);
  EXPECT_EQ(after(position, {4, 2}, "8/4 6/4 "), made);
}

TEST(GnubgPlay, BarIs25AndOffIs0) {
  EXPECT_EQ(after("bar:1,13:5,8:3,6:6|24:2,13:5,8:3,6:5", {5, 2}, "25/20 13/11 "),
            "24:2,13:5,8:3,6:5|20:1,13:4,11:1,8:3,6:6");
  EXPECT_EQ(after("6:1,5:1,off:13|6:2,off:13", {6, 5}, "6/0 5/0 "), "win=1");
  EXPECT_EQ(after("6:1,5:1,off:13|6:15", {6, 5}, "6/0 5/0 "), "win=2");
}

TEST(GnubgPlay, EmptyTextIsAPassOnlyIfNoMoveIsLegal) {
  EXPECT_EQ(after("bar:2,13:5,8:3,6:5|10:3,6:2,5:2,4:2,3:2,2:2,1:2", {5, 2}, ""),
            "10:3,6:2,5:2,4:2,3:2,2:2,1:2|bar:2,13:5,8:3,6:5");
  EXPECT_EQ(after(kStartText, {3, 1}, ""), "illegal");
}

TEST(GnubgPlay, RejectsIllegalMoves) {
  for (const char* moves :
       {"8/5", "24/1 6/5", "23/20 6/5", "6/9 6/5", "26/25 6/5", "6/-1 6/5", "8/5 6/5 x", "8/ 6/5",
        "roll", "99999999999/5 6/5", "8/5 6/5 6/5 6/5", "\xff"}) {
    EXPECT_EQ(after(kStartText, {3, 1}, moves), "illegal") << moves;
  }
}

// Each legal play, in gnubg's notation, must be found again.
TEST(GnubgPlay, FindsEveryLegalPlay) {
  const auto list = std::make_unique<AfterstateList>();
  std::size_t plays = 0;
  for (const Position& position : sample_positions(kPortes, kMaxCheckers, 5, 60)) {
    for (const Dice dice : kDistinctRolls) {
      kPortes.generate_afterstates(position, dice, *list);
      for (const LegalPlay& legal : kPortes.legal_plays(position, dice, *list)) {
        ++plays;
        std::string forwards;
        for (std::size_t i = 0; i < legal.play.size; ++i) {
          const CheckerMove& move = legal.play.moves[i];
          forwards += std::to_string(move.from) + "/" + std::to_string(move.to) + " ";
        }
        EXPECT_EQ(gnubg_play(position, *list, forwards), legal.afterstate_index) << forwards;
      }
    }
  }
  EXPECT_GT(plays, 10'000u);
}

}  // namespace
}  // namespace gioul
