// Numbers for all boards of a small game, without gaps on either side: the places of k checkers are
// a multiset of 0 (off) .. 24, and its rank is a sum of binomials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/position.h"

namespace gioul {

/// All ways to put `checkers` checkers on the points and off; no bar.
class SideIndex {
 public:
  explicit SideIndex(int checkers);

  std::size_t count() const { return sides_.size(); }
  const Side& side(std::size_t rank) const { return sides_[rank]; }
  int pips(std::size_t rank) const { return pips_[rank]; }

  /// With places p1 <= p2 <= ... <= pk: the sum of C(p_i + i - 1, i), a bijection onto 0..count-1
  /// (the combinatorial number system).
  std::size_t rank(const Side& side) const {
    std::size_t result = 0;
    std::size_t i = 0;
    for (PlaceSet rest = side.occupied(); rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      for (int n = side.count(place); n > 0; --n) {
        result += term_[i][static_cast<std::size_t>(place)];
        ++i;
      }
    }
    return result;
  }

  /// C(24 + checkers, checkers), also for numbers of checkers too large to list.
  static double count_for(int checkers);

 private:
  std::array<std::array<std::uint32_t, kStart + 1>, kMaxCheckers> term_{};
  std::vector<Side> sides_;
  std::vector<int> pips_;
};

}  // namespace gioul
