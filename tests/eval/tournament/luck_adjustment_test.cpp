#include "eval/tournament/luck_adjustment.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

TEST(LuckAdjustment, PlayersThatSearchAndOtherProgramsAreSlow) {
  for (const char* fast : {"random", "blocker", "net", "net,plies=0"}) {
    EXPECT_FALSE(is_slow_player(fast)) << fast;
  }
  for (const char* slow : {"net,plies=1", "net,beam=16", "rollout", "ubgi:x"}) {
    EXPECT_TRUE(is_slow_player(slow)) << slow;
  }
}

TEST(LuckAdjustment, MethodDependsOnPlayersAndChains) {
  using enum VarianceReduction;
  constexpr auto kAlways = LuckAdjustment::kAlways;
  for (const bool chains : {true, false}) {
    const Game game = find_game(chains ? "gioul" : "fevga");
    EXPECT_EQ(choose_luck_method(game, LuckAdjustment::kAuto, false), kNone);
    EXPECT_EQ(choose_luck_method(game, LuckAdjustment::kAuto, true), kAllRolls);
    EXPECT_EQ(choose_luck_method(game, kAlways, false), chains ? kDoublets : kAllRolls);
    EXPECT_EQ(choose_luck_method(game, kAlways, true), kAllRolls);
    EXPECT_EQ(choose_luck_method(game, LuckAdjustment::kNever, true), kNone);
  }
}

}  // namespace
}  // namespace gioul
