// The dice of a rollout: trials in mirrored pairs, whose first two rolls go through all 36 x 36
// combinations before one comes back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/dice.h"
#include "engine/rng.h"

namespace gioul {

/// Trials in which each combination of the two players' first throws comes up once.
inline constexpr std::int64_t kRolloutCycle = 36 * 36;

/// The dice of one trial. Each player has a stream of his own, so that he rolls the same in two
/// trials whoever acts when: the candidates of a decision meet equal luck.
class TrialDice {
 public:
  TrialDice(std::array<int, 2> first_throws, std::array<CounterRng, 2> later)
      : first_throws_(first_throws), later_(later) {}

  Dice roll(std::size_t player) {
    if (begun_[player]) return later_[player].roll();
    begun_[player] = true;
    return make_dice(1 + first_throws_[player] / 6, 1 + first_throws_[player] % 6);
  }

 private:
  std::array<int, 2> first_throws_;
  std::array<CounterRng, 2> later_;
  std::array<bool, 2> begun_{};
};

/// The dice of some trials of any number. Trials 2i and 2i + 1 are a pair: the second has the two
/// players' throws of the first exchanged, so that what one wins by luck he loses again. Every
/// trial alone has the distribution of fair dice, in a cycle that is broken off too.
class RolloutDice {
 public:
  /// Of trials [begin, end). It takes memory for those alone, and a trial's dice don't depend on
  /// which others are asked for.
  RolloutDice(std::uint64_t seed, std::int64_t begin, std::int64_t end);

  TrialDice trial(std::int64_t number) const;

 private:
  using FirstThrows = std::array<std::uint8_t, 2>;  // 0..35 for each player

  void add_cycle(std::int64_t cycle);

  std::uint64_t seed_;
  std::int64_t begin_;  // the trial of the first of them
  std::vector<FirstThrows> first_throws_;
};

/// Whose luck is taken out of the results (eval/play/rollout_trial.h): of all rolls, of doublets
/// (in games with chains) or none. kBest is what leaves the smallest error in the same time if a
/// net plays: kDoublets where there are chains, else kLeftIn. For slow players it is kAllRolls.
enum class Luck : std::uint8_t { kBest, kAllRolls, kDoublets, kLeftIn };

}  // namespace gioul
