// The rules, sentence by sentence, on small boards: rules.md, sections 2 to 7 and 10, for the
// engine and the reference. Positions before a play start with the mover's side, afterstates with
// the next player's side.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/reference/reference.h"

namespace gioul {
namespace {

using Lines = std::vector<std::string>;

/// Returns the second column of `gioul moves`, on which both generators must agree.
Lines lines(std::string_view variant, std::string_view text, std::string_view dice = "1-1") {
  const Game game = find_game(variant);
  const Position position = parse_position(game, text);
  const auto list = std::make_unique<AfterstateList>();
  game.generate_afterstates(position, parse_dice(dice), *list);
  reference::Result found;
  found.mover_acts_next = list->mover_acts_next();
  Lines lines;
  for (const Position& next : list->positions()) {
    found.positions.push_back(next);
    lines.push_back(format_position(game, next));
  }
  for (std::size_t line = found.positions.size(); line < list->size(); ++line) {
    found.endings.insert(list->ending(line));
    lines.emplace_back(format_ending(list->ending(line)));
  }
  std::ranges::sort(found.positions, reference::comes_before);
  reference::Result expected = reference::afterstates(variant, position, parse_dice(dice));
  if (expected.positions.empty()) expected.mover_acts_next = found.mover_acts_next;  // moot
  EXPECT_EQ(found, expected) << variant << " " << text << " " << dice;
  std::ranges::sort(lines);
  return lines;
}

bool mover_acts_next(std::string_view variant, std::string_view text,
                     std::string_view dice = "1-1") {
  return reference::afterstates(variant, parse_position(find_game(variant), text), parse_dice(dice))
      .mover_acts_next;
}

bool is_read(std::string_view variant, std::string_view text) {
  try {
    parse_position(find_game(variant), text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool all_contain(const Lines& lines, std::string_view part) {
  return std::ranges::all_of(
      lines, [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

struct Ruling {
  const char* rule;
  std::string_view variant;
  std::string_view position;
  std::string_view dice;
  std::string_view lines;  // separated by spaces
};

const Ruling kRulings[] = {
    // Section 2: rules of all games.
    // 24/21 is blocked by the opponent's 4; after the 1 the checker can continue.
    {"both dice must be played if any order allows it", "gioul", "24:1,off:14|4:1,off:14", "3-1",
     "4:1,off:14|20:1,off:14"},
    // 24/19 or 24/22; 17 is blocked either way.
    {"if only one die can be played it is the higher", "gioul", "24:1,off:14|8:1,off:14", "5-2",
     "8:1,off:14|19:1,off:14"},
    {"or the lower if the higher is blocked", "gioul", "24:1,off:14|9:1,6:1,off:13", "5-3",
     "9:1,6:1,off:13|21:1,off:14"},
    {"or the lower if the higher is blocked", "gioul", "24:1,off:14|8:1,6:1,off:13", "5-2",
     "8:1,6:1,off:13|22:1,off:14"},
    // 20/16/12; 8 is blocked.
    {"a plain doublet is played as often as possible", "portes", "20:1,off:14|17:2,off:13", "4-4",
     "17:2,off:13|12:1,off:14"},
    // 1/off is possible only after 8/6.
    {"bearing off needs all checkers home", "portes", "8:1,1:1,off:13|5:2,off:13", "2-1",
     "5:2,off:13|5:1,1:1,off:13 5:2,off:13|6:1,off:14"},
    {"a checker below the die is borne off only from the highest point", "portes",
     "5:1,2:1,off:13|5:2,off:13", "4-3", "5:2,off:13|1:1,off:14 5:2,off:13|2:1,off:14"},
    {"a higher checker forbids that even if blocked", "gioul", "6:1,3:1,off:13|24:1,off:14", "5-5",
     "24:1,off:14|6:1,3:1,off:13|forfeit=8"},
    {"bearing off is not compulsory", "portes", "6:1,2:1,off:13|5:2,off:13", "2-1",
     "5:2,off:13|3:1,2:1,off:13 5:2,off:13|4:1,1:1,off:13 5:2,off:13|5:1,off:14"},
    {"a win is legal whatever dice it leaves", "gioul", "2:1,off:14|24:1,5:14", "4-1", "win=2"},
    {"wins with the same result are one line", "gioul", "3:1,off:14|24:1,5:13,off:1", "3-1",
     "win=1"},
    {"a gammon is won from who has borne off none", "portes", "1:1,off:14|1:15", "6-6", "win=2"},
    {"a gammon is won from who has borne off none", "portes", "1:1,off:14|bar:1,23:14", "6-6",
     "win=2"},
    {"a gammon is won from who has borne off none", "portes", "1:1,off:14|1:14,off:1", "6-6",
     "win=1"},
    // Section 3: Gioul.
    {"single enemy checker blocks", "gioul", "24:1,off:14|3:1,2:1,off:13", "2-1",
     "3:1,2:1,off:13|24:1,off:14"},
    {"after the sixes the opponent rolls", "gioul", "24:1,off:14|20:1,off:14|owed=1", "1-1",
     "20:1,off:14|18:1,off:14"},
    // Two of the four 4's are left.
    {"rest of a number is played alone", "gioul", "24:1,off:14|20:1,off:14|owed=10", "1-1",
     "16:1,off:14|20:1,off:14|owed=8"},
    // 23 is blocked; 2's, 3's and 4's could be played.
    {"a player cannot skip to a higher number", "gioul", "24:1,off:14|2:1,off:14", "1-1",
     "2:1,off:14|24:1,off:14|forfeit=24"},
    // After 12/7 no 6 can be played, because 1 is blocked.
    {"there is no duty to keep the next number playable", "gioul", "12:1,7:1,off:13|24:15|owed=5",
     "1-1", "12:1,2:1,off:13|24:15|owed=4 7:2,off:13|24:15|owed=4"},
    {"the game can end inside a chain", "gioul", "4:2,off:13|23:15|owed=10", "1-1", "win=2"},
    {"the game can end inside a chain", "gioul", "4:1,off:14|24:1,off:14", "4-4", "win=1"},
    {"the game can end inside a forfeit", "gioul", "5:2,off:13|24:14,off:1|forfeit=7", "1-1",
     "win=1"},
    // Section 4: Gul Bara.
    // 23 is the opponent's 11.
    {"movement is parallel", "gul-bara", "24:1,off:14|11:1,off:14", "1-1",
     "11:1,off:14|24:1,off:14|forfeit=24"},
    // 18/12 is blocked by the opponent's start.
    {"doublet of the first three rolls is plain", "gul-bara", "24:15|24:15|turns=0/0", "6-6",
     "24:15|24:11,18:4|turns=0/1"},
    {"doublet of the first three rolls is plain", "gul-bara", "24:1,off:14|24:1,off:14|turns=2/2",
     "6-6", "24:1,off:14|18:1,off:14|turns=2/3"},
    {"doublet of the fourth roll is a chain", "gul-bara", "24:1,off:14|24:1,off:14", "6-6",
     "24:1,off:14|18:1,off:14|forfeit=3"},
    {"each player's rolls are counted up to three", "gul-bara", "24:1,off:14|20:1,off:14|turns=1/2",
     "2-1", "20:1,off:14|21:1,off:14|turns=2/2"},
    {"each player's rolls are counted up to three", "gul-bara", "24:1,off:14|20:1,off:14|turns=0/1",
     "2-1", "20:1,off:14|21:1,off:14|turns=1/1"},
    {"each player's rolls are counted up to three", "gul-bara", "24:1,off:14|20:1,off:14|turns=2/3",
     "2-1", "20:1,off:14|21:1,off:14"},
    // Section 5: Plakoto.
    {"landing on a single enemy checker pins it", "plakoto", "10:1,off:14|20:1,off:14", "3-2",
     "20:1,off:14|5:1,off:14|pinned=20/-"},
    {"a pinned checker cannot move", "plakoto", "20:1,off:14|5:1,off:14|pinned=20/-", "2-1",
     "5:1,off:14|20:1,off:14|pinned=-/20"},
    {"two enemy checkers close a point", "plakoto", "10:1,off:14|20:2,off:13", "3-2",
     "20:2,off:13|7:1,off:14"},
    {"one enemy checker that pins closes its point", "plakoto",
     "10:1,5:1,off:13|20:1,1:1,off:13|pinned=5/-", "5-5",
     "20:1,1:1,off:13|10:1,5:1,off:13|pinned=-/5"},
    {"the last pinning checker frees whom it leaves", "plakoto",
     "20:1,off:14|5:1,off:14|pinned=-/5", "6-5", "5:1,off:14|9:1,off:14"},
    {"no bearing off while a checker is pinned", "plakoto",
     "5:1,3:1,off:13|20:1,10:1,off:13|pinned=5/-", "6-4",
     "20:1,10:1,off:13|5:1,3:1,off:13|pinned=-/5"},
    // Two checkers on 24 block the point; nothing can be pinned.
    {"a checker on the start that is not the last is no mother", "plakoto",
     "2:1,off:14|24:2,off:13", "1-1", "24:2,off:13|2:1,off:14"},
    {"two pinned mothers are a tie", "plakoto", "24:1,3:1,2:13|24:1,10:13,1:1|pinned=24/-", "2-2",
     "tie"},
    // Section 6: Fevga and Moultezim.
    {"opening double six is one checker move", "fevga", "24:15|24:15", "6-6", "24:15|24:14,18:1"},
    // 13/12 is blocked by the opponent's start, and no other checker may play the 1.
    {"only the runner moves until it has passed", "fevga", "24:15|24:15", "2-1",
     "24:15|24:14,21:1"},
    {"only the runner moves until it has passed", "fevga", "24:14,13:1|24:15", "1-1",
     "24:15|24:14,13:1"},
    // 13/10 passes; then any checker may play the 1.
    {"others use what is left of the roll once it has passed", "fevga", "24:2,13:1|24:3", "3-1",
     "24:3|24:1,23:1,10:1 24:3|24:2,9:1"},
    // rules.md, section 10, counts nine plays; 24/22 22/21 and 24/23 23/21 have the same
    // afterstate.
    {"a prime that traps all the other's checkers must be broken", "fevga",
     "24:1,5:3,4:3,3:3,2:3,1:2|18:15", "2-1",
     "18:15|21:1,5:3,4:3,3:3,2:3,1:2"
     " 18:15|22:1,5:2,4:4,3:3,2:3,1:2"
     " 18:15|22:1,5:3,4:2,3:4,2:3,1:2"
     " 18:15|22:1,5:3,4:3,3:2,2:4,1:2"
     " 18:15|22:1,5:3,4:3,3:3,2:2,1:3"
     " 18:15|23:1,5:2,4:3,3:4,2:3,1:2"
     " 18:15|23:1,5:3,4:2,3:3,2:4,1:2"
     " 18:15|23:1,5:3,4:3,3:2,2:3,1:3"},
    {"a trap is legal if every play leaves one", "fevga", "24:5,5:2,4:2,3:2,2:2,1:2|18:15", "6-5",
     "18:15|24:3,19:1,18:1,5:2,4:2,3:2,2:2,1:2 18:15|24:4,13:1,5:2,4:2,3:2,2:2,1:2"},
    // Section 7: Portes.
    {"a single checker is hit and goes to the bar", "portes", "6:1,off:14|20:1,2:1,off:13", "1-1",
     "bar:1,2:1,off:13|2:1,off:14"},
    {"two checkers hold a point", "portes", "6:1,off:14|20:2,off:13", "1-1",
     "20:2,off:13|6:1,off:14"},
    {"all checkers on the bar enter first", "portes", "bar:1,6:1|20:1,2:1", "2-1",
     "20:1,2:1|22:1,6:1 20:1,2:1|24:1,4:1 bar:1,20:1|22:1,6:1 bar:2|23:1,5:1"},
    {"all checkers on the bar enter first", "portes", "bar:2,6:2|6:2,1:2", "6-5",
     "6:2,1:2|bar:1,20:1,6:2"},
    {"nothing moves while a checker cannot enter", "portes", "bar:1,6:3|6:2,5:2", "6-5",
     "6:2,5:2|bar:1,6:3"},
    {"a checker on the bar forbids bearing off", "portes", "bar:1,1:1,off:13|6:2,off:13", "6-6",
     "6:2,off:13|bar:1,1:1,off:13"},
    {"no triple is won", "portes", "1:1,off:14|bar:15", "2-1", "win=2"},
};

TEST(Rules, PlaysMatchTheRulesPage) {
  for (const auto& [rule, variant, position, dice, expected] : kRulings) {
    std::string found;
    for (const std::string& line : lines(variant, position, dice)) found += " " + line;
    EXPECT_EQ(found.substr(1), expected) << rule;
  }
}

// --- Section 3: Gioul ---

TEST(GioulRules, OpeningDoubleSixIsOneDecision) {
  EXPECT_EQ(lines("gioul", "24:15|24:15", "6-6"),
            (Lines{"24:15|24:11,18:4", "24:15|24:12,18:2,12:1", "24:15|24:13,12:2",
                   "24:15|24:13,18:1,6:1"}));
  EXPECT_FALSE(mover_acts_next("gioul", "24:15|24:15", "6-6"));
}

TEST(GioulRules, DoubletIsAChainOfDecisions) {
  const Lines threes = lines("gioul", "24:15|24:15", "3-3");
  EXPECT_EQ(threes.size(), 5u);
  EXPECT_TRUE(all_contain(threes, "|24:15|owed=12"));
}

TEST(GioulRules, DoubleOneOwesTwentyFourMoves) {
  const Lines ones = lines("gioul", "24:15|24:15", "1-1");
  EXPECT_EQ(ones.size(), 5u);
  EXPECT_TRUE(all_contain(ones, "|24:15|owed=20"));
  EXPECT_TRUE(mover_acts_next("gioul", "24:15|24:15", "1-1"));
}

TEST(GioulRules, AWholeChainOfDoubleOneIsTwentyFourCheckerMoves) {
  const Game game = find_game("gioul");
  std::string text = "24:15|24:15";
  for (int owed = 20; owed >= 0; owed -= 4) {
    text = lines("gioul", text).front();
    EXPECT_EQ(parse_position(game, text).owed_moves, owed) << text;
    EXPECT_EQ(parse_position(game, text).is_forfeited, 0) << text;
  }
  EXPECT_EQ(15 * 24 - parse_position(game, text).opp.pip_count(), 4 * (1 + 2 + 3 + 4 + 5 + 6));
}

TEST(GioulRules, UnplayedMovesOfAChainAreForfeited) {
  // 13/9/5; 5/1 is blocked: two 4's, four 5's and four 6's are left.
  EXPECT_EQ(lines("gioul", "13:1,off:14|24:15", "4-4"), (Lines{"24:15|5:1,off:14|forfeit=10"}));
  EXPECT_FALSE(mover_acts_next("gioul", "13:1,off:14|24:15", "4-4"));
}

TEST(GioulRules, ReceiverContinuesWhileCompletingTheNumbers) {
  EXPECT_EQ(lines("gioul", "24:1,off:14|19:1,off:14|forfeit=10"),
            (Lines{"16:1,off:14|19:1,off:14|forfeit=8"}));
  EXPECT_TRUE(mover_acts_next("gioul", "24:1,off:14|19:1,off:14|forfeit=10"));
}

TEST(GioulRules, RestIsLostAtTheFirstNumberTheReceiverCannotComplete) {
  // 16/11; 6 is blocked: three 5's and four 6's are dead, and the receiver rolls.
  EXPECT_EQ(lines("gioul", "16:1,off:14|19:1,off:14|forfeit=8"),
            (Lines{"11:1,off:14|19:1,off:14"}));
  EXPECT_TRUE(mover_acts_next("gioul", "16:1,off:14|19:1,off:14|forfeit=8"));
  EXPECT_EQ(lines("gioul", "24:1,off:14|5:1,off:14|forfeit=10"), (Lines{"24:1,off:14|5:1,off:14"}));
}

TEST(GioulRules, AfterTheLastForfeitedMoveTheReceiverRolls) {
  EXPECT_EQ(lines("gioul", "24:1,off:14|20:1,off:14|forfeit=1"),
            (Lines{"18:1,off:14|20:1,off:14"}));
  EXPECT_EQ(lines("gioul", "24:2,off:13|24:1,off:14|forfeit=2"),
            (Lines{"18:2,off:13|24:1,off:14", "24:1,12:1,off:13|24:1,off:14"}));
  EXPECT_TRUE(mover_acts_next("gioul", "24:2,off:13|24:1,off:14|forfeit=2"));
}

// --- Section 4: Gul Bara ---

TEST(GulBaraRules, PresetLosesTheUnfinishedChain) {
  EXPECT_EQ(lines("gul-bara-lost", "24:1,off:14|24:1,off:14", "6-6"),
            (Lines{"24:1,off:14|18:1,off:14"}));
  EXPECT_FALSE(mover_acts_next("gul-bara-lost", "24:1,off:14|24:1,off:14", "6-6"));
  EXPECT_FALSE(is_read("gul-bara-lost", "24:15|24:15|forfeit=3"));
}

// --- Section 5: Plakoto ---

TEST(PlakotoRules, PinningTheMotherWinsTwoAtOnceIfNoCheckerIsOnTheStart) {
  const Lines found = lines("plakoto", "12:1,5:1,3:13|24:1,23:2,14:2,10:10", "4-1");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].ends_with("|7:1,5:1,3:13"));
  EXPECT_TRUE(found[1].ends_with("|8:1,4:1,3:13"));
  EXPECT_EQ(found[2], "win=2");
}

TEST(PlakotoRules, OtherwisePlayContinuesUntilTheLastCheckerLeavesTheStart) {
  // The opponent's mother is pinned by 1:1. If one of two leaves, play continues; if both leave, it
  // is a win.
  const Lines found = lines("plakoto", "24:2,4:12,1:1|24:1,5:14|pinned=-/24", "2-1");
  ASSERT_GT(found.size(), 1u);
  EXPECT_EQ(found.back(), "win=2");
  for (std::size_t i = 0; i + 1 < found.size(); ++i) {
    EXPECT_TRUE(holds(found[i], "|24:"));
  }
}

TEST(PlakotoRules, OnlyTwoPinnedMothersEndTheGameWithoutTheMotherRule) {
  // 2/1 pins the mother; 2/off wins 1 in any case.
  constexpr std::string_view kBoard = "2:1,off:14|24:1,10:1,off:13";
  EXPECT_EQ(lines("plakoto", kBoard, "6-1"), (Lines{"win=1", "win=2"}));
  EXPECT_EQ(lines("plakoto-no-mother", kBoard, "6-1"), (Lines{"win=1"}));
  EXPECT_EQ(lines("plakoto-no-mother", "24:1,3:1,2:13|24:1,10:13,1:1|pinned=24/-", "2-2"),
            (Lines{"tie"}));
  EXPECT_EQ(lines("plakoto-no-mother", "8:1,3:1,off:13|24:1,10:1,off:13", "2-2"),
            (Lines{"24:1,10:1,off:13|2:1,1:1,off:13|pinned=24/-", "24:1,10:1,off:13|3:1,off:14"}));
}

// --- Section 6: Fevga and Moultezim ---

TEST(FevgaRules, SixPointsOfTheOwnStartTableMayNotBeHeld) {
  // 24/19 would hold all six points; every other 5 is blocked.
  EXPECT_EQ(lines("fevga", "24:2,23:1,22:1,21:1,20:1,5:1|6:2,5:2,4:2,3:1", "5-5"),
            (Lines{"6:2,5:2,4:2,3:1|24:2,23:1,22:1,21:1,20:1,5:1"}));
  EXPECT_GT(lines("moultezim", "24:2,23:1,22:1,21:1,20:1,5:1|6:2,5:2,4:2,3:1", "5-5").size(), 1u);
}

TEST(FevgaRules, PrimeAheadOfSomeCheckersIsAllowed) {
  const Lines found = lines("fevga", "24:1,5:3,4:3,3:3,2:3,1:2|18:14,6:1", "2-1");
  EXPECT_TRUE(std::ranges::any_of(
      found, [](const std::string& line) { return line.starts_with("18:14,6:1|24:1,"); }));
}

TEST(FevgaRules, RejectsBoardsOnWhichNeitherPlayerCanMove) {
  EXPECT_FALSE(is_read("fevga", "24:13,20:2|24:15"));
  EXPECT_FALSE(is_read("fevga", "24:15|24:13,20:2"));
  EXPECT_TRUE(is_read("fevga", "24:14,20:1|24:15"));
  EXPECT_TRUE(is_read("fevga", "24:12,20:2,11:1|24:15"));
  EXPECT_FALSE(is_read("fevga", "24:1,23:1,22:1,21:1,20:1,19:1,5:9|6:15"));
}

TEST(MoultezimRules, AtMostFourPointsOfTheOpponentsStartTableMayBeHeld) {
  // 13/7 would be the fifth point; every other 6 is blocked. Fevga has no such limit.
  constexpr std::string_view kBoard = "13:1,11:2,10:2,9:2,8:2|17:2,16:2,15:2,14:2,off:1";
  EXPECT_EQ(lines("moultezim", kBoard, "6-6"),
            (Lines{"17:2,16:2,15:2,14:2,off:1|13:1,11:2,10:2,9:2,8:2"}));
  EXPECT_EQ(lines("fevga", kBoard, "6-6"),
            (Lines{"17:2,16:2,15:2,14:2,off:1|11:2,10:2,9:2,8:2,1:1"}));
}

TEST(MoultezimRules, SixPointsOfTheOwnStartTableMayBeHeld) {
  EXPECT_TRUE(is_read("moultezim", "24:1,23:1,22:1,21:1,20:1,19:1,5:9|6:15"));
  EXPECT_FALSE(is_read("moultezim", "12:1,11:1,10:1,9:1,8:1,5:10|6:15"));
}

}  // namespace
}  // namespace gioul
