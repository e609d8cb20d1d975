// A roll of two dice, and the 21 distinct rolls with their weights.
#pragma once

#include <array>
#include <cstddef>

namespace gioul {

/// A roll of two dice, each 1..6, with high >= low.
struct Dice {
  int high;  // higher number, 1..6
  int low;   // lower or equal number, 1..6

  /// Returns true if both dice show the same number.
  constexpr bool is_doublet() const { return high == low; }
  constexpr bool operator==(const Dice&) const = default;
};

/// Makes the roll of two dice, 1..6, given in either order.
constexpr Dice make_dice(int a, int b) { return a >= b ? Dice{a, b} : Dice{b, a}; }

/// All distinct rolls, in the order 1-1, 2-1, 2-2, ..., 6-6.
inline constexpr std::array<Dice, 21> kDistinctRolls = [] {
  std::array<Dice, 21> rolls{};
  std::size_t n = 0;
  for (int high = 1; high <= 6; ++high) {
    for (int low = 1; low <= high; ++low) rolls[n++] = {high, low};
  }
  return rolls;
}();

/// Returns the index of a roll in kDistinctRolls.
constexpr std::size_t roll_index(Dice dice) {
  return static_cast<std::size_t>(dice.high * (dice.high - 1) / 2 + dice.low - 1);
}
static_assert(kDistinctRolls[roll_index({5, 3})] == Dice{5, 3});

/// Returns how many of the 36 dice permutations show this roll: 1 for doublets, else 2.
constexpr int count_permutations(Dice dice) { return dice.is_doublet() ? 1 : 2; }

}  // namespace gioul
