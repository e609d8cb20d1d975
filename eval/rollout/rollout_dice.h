// The dice of a rollout: trials come in mirrored pairs, and the first two rolls go through all 36 x
// 36 combinations before one repeats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dice.h"
#include "engine/rng.h"

namespace gioul {

/// The number of trials after which each combination of the first roll of both players has occurred
/// once.
inline constexpr std::int64_t kRolloutCycle = 36 * 36;

/// The dice of one trial. Each player has a separate stream of rolls. In a trial, all starts
/// (RolloutStart: the candidate plays) use the same two streams, no matter when each player moves,
/// so all have the same luck.
class TrialDice {
 public:
  TrialDice(std::array<int, 2> first_rolls, std::array<CounterRng, 2> later)
      : first_rolls_(first_rolls), later_(later) {}

  /// Returns the next roll of a player.
  Dice roll(std::size_t player) {
    if (begun_[player]) return later_[player].roll();
    begun_[player] = true;
    return make_dice(1 + first_rolls_[player] / 6, 1 + first_rolls_[player] % 6);
  }

 private:
  std::array<int, 2> first_rolls_;
  std::array<CounterRng, 2> later_;
  std::array<bool, 2> begun_{};
};

/// The dice of a range of trials. Trials 2i and 2i + 1 are a mirrored pair: the second swaps the
/// two players' rolls, so that luck cancels. Each single trial has the distribution of fair dice,
/// even in a cycle that is cut short.
class RolloutDice {
 public:
  /// Prepares the dice of trials [begin, end). The dice of a trial do not depend on the range;
  /// memory is needed only for trials in it.
  RolloutDice(std::uint64_t seed, std::int64_t begin, std::int64_t end);

  /// Returns the dice of trial `number`, which must be in the range.
  TrialDice trial(std::int64_t number) const;

 private:
  using FirstRolls = std::array<std::uint8_t, 2>;  // 0..35 for each player

  void add_cycle(std::int64_t cycle);

  std::uint64_t seed_;
  std::int64_t begin_;  // the trial of first_rolls_[0]
  std::vector<FirstRolls> first_rolls_;
};

}  // namespace gioul
