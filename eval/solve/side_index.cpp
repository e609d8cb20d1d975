#include "eval/solve/side_index.h"

namespace gioul {

namespace {

// C(n, k) as far as sides of solvable games need it; larger values overflow and are not used.
std::uint32_t choose(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) {
    result = result * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  }
  return n < k ? 0 : static_cast<std::uint32_t>(result);
}

}  // namespace

double SideIndex::count_arrangements(int checkers, int highest) {
  double result = 1;
  for (int i = 1; i <= checkers; ++i) result = result * (highest + i) / i;
  return result;
}

SideIndex::SideIndex(int checkers, int already_off, int highest)
    : checkers_(checkers), max_place_(highest) {
  for (int i = 0; i < checkers; ++i) {
    for (int place = 0; place <= highest; ++place) {
      binomials_[static_cast<std::size_t>(i)][static_cast<std::size_t>(place)] =
          choose(place + i, i + 1);
    }
  }
  sides_.resize(static_cast<std::size_t>(count_arrangements(checkers, highest)));
  pip_counts_.resize(sides_.size());
  // Enumerates all multisets of places, like an odometer whose digits never fall below the previous
  // one.
  std::vector<int> places(static_cast<std::size_t>(checkers), 0);
  for (;;) {
    Side side{};
    for (const int place : places) side.add(place_bit(place));
    side.set_count(kOff, side.count(kOff) + already_off);
    const std::size_t at = rank(side);
    sides_[at] = side;
    pip_counts_[at] = side.pip_count();
    std::size_t digit = places.size();
    while (digit > 0 && places[digit - 1] == highest) --digit;
    if (digit == 0) return;
    const int next = places[digit - 1] + 1;
    for (std::size_t i = digit - 1; i < places.size(); ++i) places[i] = next;
  }
}

}  // namespace gioul
