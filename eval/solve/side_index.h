// Numbers all arrangements of a side's checkers without gaps. The places of k checkers are a
// multiset of the numbers 0 (off) to 24, or to 25 (the bar) in games with hits. The number of an
// arrangement is called its rank; it is a sum of binomials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul {

/// A bijection between the arrangements of a side's checkers and the ranks 0..count() - 1. Rank 0
/// is the side with all checkers off.
class SideIndex {
 public:
  /// Lists all arrangements of `checkers` checkers on the places 0 (off) to `highest`. In every
  /// arrangement, `already_off` additional checkers are off.
  explicit SideIndex(int checkers, int already_off = 0, int highest = kStartPoint);

  /// Returns the number of arrangements.
  std::size_t count() const { return sides_.size(); }
  /// Returns the arrangement with this rank.
  const Side& side(std::size_t rank) const { return sides_[rank]; }
  /// Returns the pip count of the side with this rank.
  int pip_count(std::size_t rank) const { return pip_counts_[rank]; }
  /// Returns the highest pip count of any arrangement.
  int max_pips() const { return checkers_ * max_place_; }
  /// Returns the highest place that checkers can be on.
  int max_place() const { return max_place_; }

  /// Returns the highest place that checkers of a variant can be on: the bar in games with hits,
  /// else the start.
  static constexpr int max_place_in(const Variant& variant) {
    return variant.contact == ContactRule::kHit ? kBar : kStartPoint;
  }

  /// Returns the rank of a side: for places p1 <= p2 <= ... <= pk, the sum of C(p_i + i - 1, i)
  /// (combinatorial number system). Checkers that are off add nothing to the sum, so any number of
  /// them is allowed. Of the others, there may be at most `checkers`, none above max_place().
  std::size_t rank(const Side& side) const {
    std::size_t result = 0;
    auto i = static_cast<std::size_t>(checkers_);
    for (PlaceSet rest = side.occupied() & kOnBoardOrBar; rest != 0;) {
      const int place = highest_place(rest);
      rest ^= place_bit(place);
      for (int n = side.count(place); n > 0; --n) {
        result += binomials_[--i][static_cast<std::size_t>(place)];
      }
    }
    return result;
  }

  /// Returns the number of arrangements of `checkers` checkers, C(highest + checkers, checkers).
  /// Also works for numbers of checkers that are too large to list.
  static double count_arrangements(int checkers, int highest = kStartPoint);

 private:
  int checkers_;
  int max_place_;
  std::array<std::array<std::uint32_t, kBar + 1>, kMaxCheckers>
      binomials_{};              // [i - 1][p]: C(p + i - 1, i), for rank()
  std::vector<Side> sides_;      // the arrangements, by rank
  std::vector<int> pip_counts_;  // their pip counts, by rank
};

}  // namespace gioul
