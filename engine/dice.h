// Two dice and the 21 distinct rolls with their weights.
#pragma once

#include <array>
#include <cstddef>

namespace gioul {

struct Dice {
  int high;
  int low;

  constexpr bool is_doublet() const { return high == low; }
  constexpr bool operator==(const Dice&) const = default;
};

/// The roll of two dice in either order, each 1..6.
constexpr Dice make_dice(int a, int b) { return a >= b ? Dice{a, b} : Dice{b, a}; }

/// What a pending decision is played with: it has its number already, and nobody looks at the dice.
inline constexpr Dice kNoDice{1, 1};

/// All distinct rolls, 1-1 first, 6-6 last.
inline constexpr std::array<Dice, 21> kRolls = [] {
  std::array<Dice, 21> rolls{};
  std::size_t n = 0;
  for (int high = 1; high <= 6; ++high) {
    for (int low = 1; low <= high; ++low) rolls[n++] = {high, low};
  }
  return rolls;
}();

/// The place of a roll in kRolls.
constexpr std::size_t roll_index(Dice dice) {
  return static_cast<std::size_t>(dice.high * (dice.high - 1) / 2 + dice.low - 1);
}
static_assert(kRolls[roll_index({5, 3})] == Dice{5, 3});

/// Of 36 throws of two dice, those that show this roll.
constexpr int weight(Dice dice) { return dice.is_doublet() ? 1 : 2; }

}  // namespace gioul
