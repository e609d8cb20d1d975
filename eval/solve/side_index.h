// Numbers all arrangements of a side's checkers without gaps. The places of k checkers are a
// multiset of the numbers 0 (off) to 24, or to 25 (the bar). The number of an arrangement, its
// rank, is a sum of binomials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// All arrangements of `checkers` checkers on the places 1..`highest` and off. Every side has
/// `already_off` more checkers off.
class SideIndex {
 public:
  explicit SideIndex(int checkers, int already_off = 0, int highest = kStart);

  std::size_t count() const { return sides_.size(); }
  const Side& side(std::size_t rank) const { return sides_[rank]; }
  /// Returns the pip count of a side.
  int pips(std::size_t rank) const { return pips_[rank]; }
  int max_pips() const { return checkers_ * highest_; }
  int highest() const { return highest_; }

  /// Returns the highest place on which a checker can stand: the bar in games with hits, else the
  /// start.
  static constexpr int highest_in(const Variant& variant) {
    return variant.contact == ContactRule::kHit ? kBar : kStart;
  }

  /// Returns the rank of a side: for places p1 <= p2 <= ... <= pk, the sum of C(p_i + i - 1, i), a
  /// bijection onto 0..count-1 (combinatorial number system). Checkers off come first and add
  /// nothing, so any number of them is allowed. At most `checkers` checkers may be on the board,
  /// none above `highest`.
  std::size_t rank(const Side& side) const {
    std::size_t result = 0;
    auto i = static_cast<std::size_t>(checkers_);
    for (PlaceSet rest = side.occupied() & kOnBoardOrBar; rest != 0;) {
      const int place = highest_place(rest);
      rest ^= place_bit(place);
      for (int n = side.count(place); n > 0; --n) {
        result += term_[--i][static_cast<std::size_t>(place)];
      }
    }
    return result;
  }

  /// Returns the number of sides, C(highest + checkers, checkers), also for numbers of checkers too
  /// large to list.
  static double count_for(int checkers, int highest = kStart);

 private:
  int checkers_;
  int highest_;
  std::array<std::array<std::uint32_t, kBar + 1>, kMaxCheckers> term_{};
  std::vector<Side> sides_;
  std::vector<int> pips_;
};

}  // namespace gioul
