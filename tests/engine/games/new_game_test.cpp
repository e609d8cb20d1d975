// A game that the library does not have, added as CONTRIBUTING describes: Long Narde with its head
// rule. Only one checker may leave the 24-point (the head) per roll; in a player's first roll 3-3,
// 4-4 and 6-6 allow two.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "engine/movegen.h"
#include "engine/plays.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

struct LongNarde : DefaultRules {
  static constexpr bool kDiceOrderMatters = true;

  static PlaceSet filter_origins(const MoveContext& context, const Side& now, PlaceSet origins,
                                 int die) {
    const bool first_roll = context.initial_own.count(kStartPoint) == context.initial_own.total();
    const bool two_allowed =
        first_roll && context.is_single_number && (die == 3 || die == 4 || die == 6);
    const int left = context.initial_own.count(kStartPoint) - now.count(kStartPoint);
    return left >= (two_allowed ? 2 : 1) ? origins & ~place_bit(kStartPoint) : origins;
  }

  static constexpr Variant kVariant = {.name = "long-narde", .movement = Movement::kParallel};
};

std::set<std::string> afterstates(const char* position, Dice dice) {
  const auto list = std::make_unique<AfterstateList>();
  const Position before = parse_position(LongNarde::kVariant, position);
  generate_afterstates<LongNarde>(before, dice, *list);
  EXPECT_EQ(generate_plays<LongNarde>(before, dice, *list).empty(), false);
  std::set<std::string> texts;
  for (const Position& next : list->positions()) {
    texts.insert(format_position(LongNarde::kVariant, next.flipped()));
  }
  return texts;
}

TEST(NewGame, OneCheckerLeavesTheHeadInAnOrdinaryRoll) {
  EXPECT_EQ(afterstates("24:15|24:15", make_dice(2, 1)), std::set<std::string>{"24:14,21:1|24:15"});
}

TEST(NewGame, TwoCheckersLeaveTheHeadInTheFirstRollOfFours) {
  // 24/12 is blocked by the opponent's head. Two checkers reach the 16-point and no further.
  EXPECT_EQ(afterstates("24:15|24:15", make_dice(4, 4)), std::set<std::string>{"24:13,16:2|24:15"});
}

TEST(NewGame, OneCheckerLeavesTheHeadInTheFirstRollOfOnes) {
  EXPECT_EQ(afterstates("24:15|24:15", make_dice(1, 1)), std::set<std::string>{"24:14,20:1|24:15"});
}

TEST(NewGame, LaterRollsOfFoursMoveAtMostOneCheckerFromTheHead) {
  std::set<std::string> heads;
  for (const std::string& text : afterstates("24:14,23:1|24:15", make_dice(4, 4))) {
    heads.insert(text.substr(0, 5));
  }
  EXPECT_EQ(heads, (std::set<std::string>{"24:13", "24:14"}));
}

}  // namespace
}  // namespace gioul
