// The reference itself against the rule text: the vectors of rules.md section 10, the perft tables
// of notation.md section 4, and what else the rules say in so many words.
#include "tests/reference/reference.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

using Lines = std::vector<std::string>;

Position read(std::string_view variant, std::string_view text) {
  Position position{};
  visit_game(find_game(variant),
             [&]<Rules R>(std::type_identity<R>) { position = parse_position(R::kAxes, text); });
  return position;
}

std::string write(std::string_view variant, const Position& position) {
  std::string text;
  visit_game(find_game(variant),
             [&]<Rules R>(std::type_identity<R>) { text = format_position(R::kAxes, position); });
  return text;
}

/// The second column of `gioul moves`.
Lines lines(std::string_view variant, std::string_view text, std::string_view dice = "1-1") {
  const auto result = reference::afterstates(variant, read(variant, text), parse_dice(dice));
  Lines lines;
  for (const Position& position : result.positions) lines.push_back(write(variant, position));
  std::sort(lines.begin(), lines.end());
  for (const Ending ending : result.endings) lines.emplace_back(format_ending(ending));
  return lines;
}

bool mover_acts_next(std::string_view variant, std::string_view text,
                     std::string_view dice = "1-1") {
  return reference::afterstates(variant, read(variant, text), parse_dice(dice)).mover_acts_next;
}

// The third depth takes up to half a minute without optimisation.
#ifdef GIOUL_SLOW_BUILD
constexpr std::size_t kDeepest = 2;
#else
constexpr std::size_t kDeepest = 3;
#endif

/// Expects the counts of depth 1, 2, ... as far as the build can afford.
void expect_perft(std::string_view variant, std::string_view text,
                  const std::vector<long long>& counts) {
  for (std::size_t depth = 1; depth <= std::min(counts.size(), kDeepest); ++depth) {
    EXPECT_EQ(reference::perft(variant, read(variant, text), static_cast<int>(depth)),
              counts[depth - 1])
        << variant << " " << text << " depth " << depth;
  }
}

// --- notation.md, section 4 -----------------------------------------------------------------

TEST(ReferencePerft, GioulMatchesTheTable) {
  expect_perft("gioul", "24:15|24:15", {59, 2431, 253512});
}

TEST(ReferencePerft, GioulMiddleGameMatchesTheTable) {
  constexpr std::string_view kBoard = "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3";
  expect_perft("gioul", kBoard, {424, 92622});
  expect_perft("gioul", std::string(kBoard) + "|owed=14", {16, 439});
}

TEST(ReferencePerft, GulBaraMatchesTheTable) {
  expect_perft("gul-bara", "24:15|24:15|turns=0/0", {53, 2768, 480979});
}

TEST(ReferencePerft, PlakotoMatchesTheTable) {
  expect_perft("plakoto", "24:15|24:15", {59, 3474, 708405});
}

TEST(ReferencePerft, FevgaAndMoultezimMatchTheTable) {
  expect_perft("fevga", "24:15|24:15", {22, 479, 21893});
  expect_perft("moultezim", "24:15|24:15", {22, 479, 21893});
}

TEST(ReferencePerft, PortesMatchesTheTable) {
  expect_perft("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5", {447, 202782});
}

// --- rules.md, sections 3 and 10: Gioul -------------------------------------------------------

TEST(ReferenceGioul, OpeningDoubleSixIsOneDecisionWithFourAfterstates) {
  EXPECT_EQ(lines("gioul", "24:15|24:15", "6-6"),
            (Lines{"24:15|24:11,18:4", "24:15|24:12,18:2,12:1", "24:15|24:13,12:2",
                   "24:15|24:13,18:1,6:1"}));
  EXPECT_FALSE(mover_acts_next("gioul", "24:15|24:15", "6-6"));
}

TEST(ReferenceGioul, DoubleOneOwesTwentyMoreAfterItsFirstNumber) {
  const auto result = reference::afterstates("gioul", read("gioul", "24:15|24:15"), Dice{1, 1});
  EXPECT_EQ(result.positions.size(), 5u);
  EXPECT_TRUE(result.mover_acts_next);
  for (const Position& position : result.positions) EXPECT_EQ(position.owed, 20u);
}

TEST(ReferenceGioul, OpenTurnAfterDoubleOneIsTwentyFourCheckerMoves) {
  Position position = read("gioul", "24:15|24:15");
  const int pips = position.own.pip_count();
  for (int owed = 20; owed >= 0; owed -= 4) {
    const auto result = reference::afterstates("gioul", position, Dice{1, 1});
    ASSERT_FALSE(result.positions.empty());
    position = result.positions.front();
    EXPECT_EQ(static_cast<int>(position.owed), owed);
    EXPECT_EQ(position.forfeited, 0u);
  }
  EXPECT_EQ(pips - position.opp.pip_count(), 4 * (1 + 2 + 3 + 4 + 5 + 6));
}

TEST(ReferenceGioul, UnfinishedChainIsForfeitedWithTheRestOfItsNumber) {
  // 13/9/5, and 5/1 is closed by the enemy's start.
  EXPECT_EQ(lines("gioul", "13:1,off:14|24:15", "4-4"), (Lines{"24:15|5:1,off:14|forfeit=10"}));
  EXPECT_FALSE(mover_acts_next("gioul", "13:1,off:14|24:15", "4-4"));
}

TEST(ReferenceGioul, ReceiverPlaysForfeitedNumbersUpToTheFirstHeCannotComplete) {
  EXPECT_EQ(lines("gioul", "24:1,off:14|19:1,off:14|forfeit=10"),
            (Lines{"16:1,off:14|19:1,off:14|forfeit=8"}));
  EXPECT_TRUE(mover_acts_next("gioul", "24:1,off:14|19:1,off:14|forfeit=10"));
  // 16/11, and 11/6 is closed: three 5's and four 6's are dead, and he rolls.
  EXPECT_EQ(lines("gioul", "16:1,off:14|19:1,off:14|forfeit=8"),
            (Lines{"11:1,off:14|19:1,off:14"}));
  EXPECT_TRUE(mover_acts_next("gioul", "16:1,off:14|19:1,off:14|forfeit=8"));
}

TEST(ReferenceGioul, LastForfeitedNumberIsFollowedByARoll) {
  EXPECT_EQ(lines("gioul", "24:2,off:13|24:1,off:14|forfeit=2"),
            (Lines{"18:2,off:13|24:1,off:14", "24:1,12:1,off:13|24:1,off:14"}));
  EXPECT_TRUE(mover_acts_next("gioul", "24:2,off:13|24:1,off:14|forfeit=2"));
}

TEST(ReferenceGioul, HigherCheckerForbidsBearingOffALowerOneEvenIfBlocked) {
  EXPECT_EQ(lines("gioul", "6:1,3:1,off:13|24:1,off:14", "5-5"),
            (Lines{"24:1,off:14|6:1,3:1,off:13|forfeit=8"}));
}

TEST(ReferenceGioul, OnlyDieMustBePlayedEvenIfItEndsTheGame) {
  EXPECT_EQ(lines("gioul", "2:1,off:14|24:1,5:14", "4-1"), (Lines{"win=2"}));
}

TEST(ReferenceGioul, GameCanEndInsideAForfeit) {
  EXPECT_EQ(lines("gioul", "5:2,off:13|24:14,off:1|forfeit=7"), (Lines{"win=1"}));
}

TEST(ReferenceGioul, HigherDieMustBePlayedIfOnlyOneCanBe) {
  // 24/19 or 24/21, and 16 is closed.
  EXPECT_EQ(lines("gioul", "24:1,off:14|9:1,off:14", "5-3"), (Lines{"9:1,off:14|19:1,off:14"}));
  // The same with 19 closed.
  EXPECT_EQ(lines("gioul", "24:1,off:14|9:1,6:1,off:13", "5-3"),
            (Lines{"9:1,6:1,off:13|21:1,off:14"}));
}

// --- rules.md, sections 4 and 10: Gul Bara ----------------------------------------------------

TEST(ReferenceGulBara, DoubletOfTheFirstThreeRollsIsPlain) {
  EXPECT_EQ(lines("gul-bara", "24:15|24:15|turns=0/0", "6-6"),
            (Lines{"24:15|24:11,18:4|turns=0/1"}));
  // One 6 can be played; the other three are lost.
  EXPECT_EQ(lines("gul-bara", "24:1,off:14|24:1,off:14|turns=2/2", "6-6"),
            (Lines{"24:1,off:14|18:1,off:14|turns=2/3"}));
}

TEST(ReferenceGulBara, DoubletOfTheFourthRollIsAChain) {
  EXPECT_EQ(lines("gul-bara", "24:1,off:14|24:1,off:14", "6-6"),
            (Lines{"24:1,off:14|18:1,off:14|forfeit=3"}));
}

TEST(ReferenceGulBara, EachRollCountsOnceUpToThree) {
  EXPECT_EQ(lines("gul-bara", "24:1,off:14|20:1,off:14|turns=0/1", "2-1"),
            (Lines{"20:1,off:14|21:1,off:14|turns=1/1"}));
  EXPECT_EQ(lines("gul-bara", "24:1,off:14|20:1,off:14|turns=2/3", "2-1"),
            (Lines{"20:1,off:14|21:1,off:14"}));
}

TEST(ReferenceGulBara, PresetLosesTheUnfinishedChain) {
  EXPECT_EQ(lines("gul-bara-lost", "24:1,off:14|24:1,off:14", "6-6"),
            (Lines{"24:1,off:14|18:1,off:14"}));
  EXPECT_FALSE(mover_acts_next("gul-bara-lost", "24:1,off:14|24:1,off:14", "6-6"));
}

// --- rules.md, sections 5 and 10: Plakoto -----------------------------------------------------

TEST(ReferencePlakoto, PinningTheMotherEndsThePlayAtOnce) {
  const Lines found = lines("plakoto", "12:1,5:1,3:13|24:1,23:2,14:2,10:10", "4-1");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].find("|7:1,5:1,3:13") != std::string::npos) << found[0];
  EXPECT_TRUE(found[1].find("|8:1,4:1,3:13") != std::string::npos) << found[1];
  EXPECT_EQ(found[2], "win=2");
}

TEST(ReferencePlakoto, PinnedMotherLosesWhenTheLastEnemyLeavesHisStart) {
  constexpr std::string_view kBoard = "24:2,4:12,1:1|24:1,5:14|pinned=-/24";
  const Lines found = lines("plakoto", kBoard, "2-1");
  EXPECT_GT(found.size(), 1u);  // play goes on while one stays
  EXPECT_EQ(found.back(), "win=2");
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    EXPECT_TRUE(found[i].find("|24:") != std::string::npos) << found[i];
  }
}

TEST(ReferencePlakoto, TwoPinnedMothersTie) {
  // The mover's mother is pinned; 3/1 pins the other one.
  constexpr std::string_view kBoard = "24:1,3:1,2:13|24:1,10:13,1:1|pinned=24/-";
  EXPECT_EQ(lines("plakoto", kBoard, "2-2"), (Lines{"tie"}));
  EXPECT_EQ(lines("plakoto-no-mother", kBoard, "2-2"), (Lines{"tie"}));
}

TEST(ReferencePlakoto, PinnedMotherAloneDecidesNothingInThePreset) {
  EXPECT_EQ(lines("plakoto", "8:1,3:1|24:1,10:1", "2-2"), (Lines{"24:1,10:1|3:1,off:1", "win=2"}));
  EXPECT_EQ(lines("plakoto-no-mother", "8:1,3:1|24:1,10:1", "2-2"),
            (Lines{"24:1,10:1|2:1,1:1|pinned=24/-", "24:1,10:1|3:1,off:1"}));
}

TEST(ReferencePlakoto, PinnedCheckerStaysAndForbidsBearingOff) {
  EXPECT_EQ(lines("plakoto", "5:1,3:1|20:1,10:1|pinned=5/-", "6-4"),
            (Lines{"20:1,10:1|5:1,3:1|pinned=-/5"}));
}

TEST(ReferencePlakoto, SinglePinningCheckerClosesItsPoint) {
  EXPECT_EQ(lines("plakoto", "10:1,5:1|20:1,1:1|pinned=5/-", "5-5"),
            (Lines{"20:1,1:1|10:1,5:1|pinned=-/5"}));
}

TEST(ReferencePlakoto, LastPinningCheckerFreesWhomItLeaves) {
  EXPECT_EQ(lines("plakoto", "20:2,off:1|5:1,off:2|pinned=-/5", "6-5"),
            (Lines{"5:1,off:2|15:1,14:1,off:1", "5:1,off:2|20:1,9:1,off:1|pinned=5/-"}));
}

// --- rules.md, sections 6 and 10: Fevga and Moultezim -----------------------------------------

TEST(ReferenceFevga, OpeningDoubleSixIsOneCheckerMove) {
  EXPECT_EQ(lines("fevga", "24:15|24:15", "6-6"), (Lines{"24:15|24:14,18:1"}));
}

// The rule text says "nine lines", which counts 24/22/21 and 24/23/21: two plays, but one
// afterstate and so one line. Only the checker on 24 can leave its point empty; the list below is
// complete.
TEST(ReferenceFevga, TrappingPrimeMustBeBroken) {
  EXPECT_EQ(lines("fevga", "24:1,5:3,4:3,3:3,2:3,1:2|18:15", "2-1"),
            (Lines{
                "18:15|21:1,5:3,4:3,3:3,2:3,1:2",
                "18:15|22:1,5:2,4:4,3:3,2:3,1:2",  // 24/22 5/4
                "18:15|22:1,5:3,4:2,3:4,2:3,1:2",  // 24/22 4/3
                "18:15|22:1,5:3,4:3,3:2,2:4,1:2",  // 24/22 3/2
                "18:15|22:1,5:3,4:3,3:3,2:2,1:3",  // 24/22 2/1
                "18:15|23:1,5:2,4:3,3:4,2:3,1:2",  // 24/23 5/3
                "18:15|23:1,5:3,4:2,3:3,2:4,1:2",  // 24/23 4/2
                "18:15|23:1,5:3,4:3,3:2,2:3,1:3",  // 24/23 3/1
            }));
}

TEST(ReferenceFevga, TrapsAreLegalIfEveryPlayLeavesOne) {
  EXPECT_EQ(lines("fevga", "24:5,5:2,4:2,3:2,2:2,1:2|18:15", "6-5").size(), 2u);
}

TEST(ReferenceFevga, OtherCheckersUseWhatIsLeftOnceTheRunnerHasPassed) {
  // 13/10 passes; then any checker may play the 1. The 1 first leaves 12, the enemy's start,
  // closed.
  EXPECT_EQ(lines("fevga", "24:2,13:1|24:3", "3-1"),
            (Lines{"24:3|24:1,23:1,10:1", "24:3|24:2,9:1"}));
}

TEST(ReferenceFevga, SixPointsOfTheStartTableAreNeverHeld) {
  // 24/19 would hold them; every other 5 is closed.
  EXPECT_EQ(lines("fevga", "24:2,23:1,22:1,21:1,20:1,5:1|6:2,5:2,4:2,3:1", "5-5"),
            (Lines{"6:2,5:2,4:2,3:1|24:2,23:1,22:1,21:1,20:1,5:1"}));
  EXPECT_GT(lines("moultezim", "24:2,23:1,22:1,21:1,20:1,5:1|6:2,5:2,4:2,3:1", "5-5").size(), 1u);
}

TEST(ReferenceFevga, MoultezimHoldsFourPointsOfTheEnemyStartTableAtMost) {
  // 13/7 would be the fifth; every other 6 is closed.
  constexpr std::string_view kBoard = "13:1,11:2,10:2,9:2,8:2|17:2,16:2,15:2,14:2,off:1";
  EXPECT_EQ(lines("moultezim", kBoard, "6-6"),
            (Lines{"17:2,16:2,15:2,14:2,off:1|13:1,11:2,10:2,9:2,8:2"}));
  EXPECT_EQ(lines("fevga", kBoard, "6-6"),
            (Lines{"17:2,16:2,15:2,14:2,off:1|11:2,10:2,9:2,8:2,1:1"}));
}

// --- rules.md, section 7: Portes --------------------------------------------------------------

TEST(ReferencePortes, BarEntersFirstAndSingleCheckersAreHit) {
  EXPECT_EQ(
      lines("portes", "bar:1,6:1|20:1,2:1", "2-1"),
      (Lines{"20:1,2:1|22:1,6:1", "20:1,2:1|24:1,4:1", "bar:1,20:1|22:1,6:1", "bar:2|23:1,5:1"}));
}

TEST(ReferencePortes, NothingMovesWhileACheckerCannotEnter) {
  EXPECT_EQ(lines("portes", "bar:1,6:3|6:2,5:2", "6-5"), (Lines{"6:2,5:2|bar:1,6:3"}));
  EXPECT_EQ(lines("portes", "bar:2,6:2|6:2,1:2", "6-5"), (Lines{"6:2,1:2|bar:1,20:1,6:2"}));
}

}  // namespace
}  // namespace gioul
