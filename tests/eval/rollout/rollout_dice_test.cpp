#include "eval/rollout/rollout_dice.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>

namespace gioul {
namespace {

TEST(RolloutDice, CoverEachCombinationOfFirstRollsOncePerCycle) {
  const RolloutDice dice(3, 0, 2 * kFirstRollCycleLength);
  for (std::int64_t begin = 0; begin < 2 * kFirstRollCycleLength; begin += kFirstRollCycleLength) {
    std::map<std::array<int, 4>, int> seen;
    for (std::int64_t i = begin; i < begin + kFirstRollCycleLength; ++i) {
      TrialDice trial = dice.make_trial_dice(i);
      const Dice a = trial.next_roll(0);
      const Dice b = trial.next_roll(1);
      ++seen[{a.high, a.low, b.high, b.low}];
    }
    EXPECT_EQ(seen.size(), 441u);
    for (const auto& [rolls, times] : seen) {
      EXPECT_EQ(times, count_permutations({rolls[0], rolls[1]}) *
                           count_permutations({rolls[2], rolls[3]}));
    }
  }
}

TEST(RolloutDice, AreSwappedBetweenThePlayersOfAPair) {
  const RolloutDice dice(4, 0, kFirstRollCycleLength);
  int exchanged = 0;
  for (std::int64_t pair = 0; pair < kFirstRollCycleLength / 2; ++pair) {
    TrialDice one = dice.make_trial_dice(2 * pair);
    TrialDice other = dice.make_trial_dice(2 * pair + 1);
    const std::array first = {one.next_roll(0), one.next_roll(1), other.next_roll(0),
                              other.next_roll(1)};
    exchanged += first[0] == first[3] && first[1] == first[2];
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(one.next_roll(0), other.next_roll(1));
      EXPECT_EQ(one.next_roll(1), other.next_roll(0));
    }
  }
  // All except the 18 pairs of combinations of two equal rolls.
  EXPECT_GE(exchanged, kFirstRollCycleLength / 2 - 18);
}

TEST(RolloutDice, DependOnlyOnTheTrialNumber) {
  const RolloutDice all(5, 0, 3 * kFirstRollCycleLength);
  for (const std::int64_t begin :
       {std::int64_t{0}, std::int64_t{7}, 2 * kFirstRollCycleLength - 3}) {
    const RolloutDice some(5, begin, begin + 20);
    for (std::int64_t trial = begin; trial < begin + 20; ++trial) {
      TrialDice one = all.make_trial_dice(trial);
      TrialDice other = some.make_trial_dice(trial);
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(one.next_roll(0), other.next_roll(0)) << trial;
        EXPECT_EQ(one.next_roll(1), other.next_roll(1)) << trial;
      }
    }
  }
}

// If combinations of equal rolls came early more often, short rollouts would be biased.
TEST(RolloutDice, AreUniformInEveryTrial) {
  constexpr int kDraws = 20000;
  for (const std::int64_t trial : {0, 1, 7}) {
    int doublets = 0;
    int equal = 0;
    for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
      TrialDice dice = RolloutDice(seed, 0, 8).make_trial_dice(trial);
      const Dice a = dice.next_roll(0);
      const Dice b = dice.next_roll(1);
      doublets += a.is_doublet();
      equal += a == b && a.is_doublet();
    }
    EXPECT_NEAR(doublets, kDraws / 6.0, 4.5 * std::sqrt(kDraws * 5 / 36.0)) << trial;
    EXPECT_NEAR(equal, kDraws / 216.0, 4.5 * std::sqrt(kDraws / 216.0)) << trial;
  }
}

}  // namespace
}  // namespace gioul
