// The dice of a rollout. Trials come in mirrored pairs, and the first rolls of the two players go
// through all 36 x 36 combinations before one repeats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dice.h"
#include "engine/rng.h"

namespace gioul {

/// The number of trials in which each combination of both players' first rolls occurs once.
inline constexpr std::int64_t kFirstRollCycleLength = 36 * 36;

/// The dice of one trial. Each player has a separate stream of rolls, so a player's n-th roll does
/// not depend on the order in which the players move. All candidate plays use the same streams in a
/// trial, and so have the same luck.
class TrialDice {
 public:
  /// `first_rolls` has the first roll of each player, as an index 0..35 of the permutations of two
  /// dice. `later` generates the later rolls of each player.
  TrialDice(std::array<int, 2> first_rolls, std::array<CounterRng, 2> later)
      : first_rolls_(first_rolls), later_roll_rngs_(later) {}

  /// Returns the next roll of a player.
  Dice next_roll(std::size_t player) {
    if (has_rolled_[player]) return later_roll_rngs_[player].roll_dice();
    has_rolled_[player] = true;
    return make_dice(1 + first_rolls_[player] / 6, 1 + first_rolls_[player] % 6);
  }

 private:
  std::array<int, 2> first_rolls_;             // by player: 0..35
  std::array<CounterRng, 2> later_roll_rngs_;  // by player
  std::array<bool, 2> has_rolled_{};           // by player: true after the first roll
};

/// Generates the dice of trials. Trials 2i and 2i + 1 are a mirrored pair: the second swaps the
/// rolls of the two players, so that luck cancels. The dice of each single trial are fair, even if
/// the rollout stops within a cycle of first rolls.
class RolloutDice {
 public:
  /// Prepares the dice of trials [begin, end). The range affects only the memory needed, not the
  /// dice of a trial.
  RolloutDice(std::uint64_t seed, std::int64_t begin, std::int64_t end);

  /// Makes the dice of trial `number`, which must be in the range: the source of all its rolls.
  TrialDice make_trial_dice(std::int64_t number) const;

 private:
  // The first roll of each player, as an index 0..35 of the permutations of two dice.
  using FirstRolls = std::array<std::uint8_t, 2>;

  // Appends the first rolls of the kFirstRollCycleLength trials of a cycle to first_rolls_.
  void add_cycle(std::int64_t cycle);

  std::uint64_t seed_;
  std::int64_t first_trial_;             // number of the trial that uses first_rolls_[0]
  std::vector<FirstRolls> first_rolls_;  // one entry per trial
};

}  // namespace gioul
