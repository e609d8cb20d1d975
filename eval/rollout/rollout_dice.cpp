#include "eval/rollout/rollout_dice.h"

#include <algorithm>
#include <numeric>

namespace gioul {

namespace {

template <typename T>
void shuffle(std::vector<T>& items, CounterRng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(rng.uniform_below(i))]);
  }
}

}  // namespace

RolloutDice::RolloutDice(std::uint64_t seed, std::int64_t begin, std::int64_t end)
    : seed_(seed), first_trial_(begin / kFirstRollCycleLength * kFirstRollCycleLength) {
  const std::int64_t cycles =
      (end - first_trial_ + kFirstRollCycleLength - 1) / kFirstRollCycleLength;
  first_rolls_.reserve(static_cast<std::size_t>(cycles * kFirstRollCycleLength));
  for (std::int64_t i = 0; i < cycles; ++i) add_cycle(first_trial_ / kFirstRollCycleLength + i);
}

// All pairs of trials have different combinations, in random order, so each of the 1296
// combinations is equally likely in every trial. Two equal rolls are their own mirror image, which
// must not occur twice; so these combinations are paired with each other at random.
void RolloutDice::add_cycle(std::int64_t cycle) {
  using Pair = std::array<FirstRolls, 2>;
  CounterRng rng(seed_, static_cast<std::uint64_t>(cycle), RngStream::kShuffle);
  std::vector<std::uint8_t> doubles(36);
  std::iota(doubles.begin(), doubles.end(), std::uint8_t{0});
  shuffle(doubles, rng);
  std::vector<Pair> pairs;
  pairs.reserve(kFirstRollCycleLength / 2);
  for (std::size_t i = 0; i < doubles.size(); i += 2) {
    const std::uint8_t a = doubles[i];
    const std::uint8_t b = doubles[i + 1];
    pairs.push_back({FirstRolls{a, a}, FirstRolls{b, b}});
  }
  for (std::uint8_t a = 0; a < 36; ++a) {
    for (std::uint8_t b = 0; b < a; ++b) {
      pairs.push_back({FirstRolls{a, b}, FirstRolls{b, a}});
      if (rng.uniform_below(2) == 0) std::swap(pairs.back()[0], pairs.back()[1]);
    }
  }
  shuffle(pairs, rng);
  for (const Pair& pair : pairs) {
    first_rolls_.insert(first_rolls_.end(), pair.begin(), pair.end());
  }
}

TrialDice RolloutDice::make_trial_dice(std::int64_t number) const {
  const auto i = static_cast<std::uint64_t>(number);
  const FirstRolls first = first_rolls_[static_cast<std::size_t>(number - first_trial_)];
  const std::uint64_t pair = i / 2;
  const std::uint64_t swapped = i % 2;
  return {{first[0], first[1]},
          {CounterRng(seed_, 2 * pair + swapped, RngStream::kDice),
           CounterRng(seed_, 2 * pair + 1 - swapped, RngStream::kDice)}};
}

}  // namespace gioul
