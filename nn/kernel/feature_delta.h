// Finds the first-layer weight rows (row_layout.h) that differ between a position and the positions
// after one decision, for all places of a side at once. It runs once per afterstate, so its speed
// matters. Compiled once per instruction set as part of kernel_impl.h; see its rules.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstdlib>

#include "engine/position.h"
#include "nn/kernel/compress_places.h"
#include "nn/kernel/kernel.h"
#include "nn/kernel/row_layout.h"

namespace gioul {
namespace {

/// The ends of the two lists of a RowDelta, where rows are appended. The lists need room for extra
/// values written beyond their ends.
struct RowDeltaWriter {
  std::uint32_t* added_end;    // end of the rows to be added
  std::uint32_t* removed_end;  // end of the rows to be subtracted
};

/// Maximum number of places that gain checkers, or that lose some.
inline constexpr int kMaxChangedPlaces = 4;

/// Offsets of weight rows in the row table, by place. Elements beyond place 31 are read but not
/// used.
using RowOffsetByPlace = std::array<std::uint32_t, 32 + kMaxChangedPlaces>;

/// Appends offset(place) to the list `rows` for the places of `set`, at most kMaxChangedPlaces. It
/// always writes that many values, some of them beyond the end: processors could not predict the
/// end of a loop over the set.
template <typename Offset>
[[gnu::always_inline]] inline void append_offsets_of_places(PlaceSet set, std::uint32_t*& rows,
                                                            const Offset& offset) {
  std::uint64_t rest = set | std::uint64_t{0xF} << 32;
  for (int i = 0; i < kMaxChangedPlaces; ++i) {
    const int place = std::countr_zero(rest);
    *rows = offset(static_cast<std::size_t>(place));
    rows += place < 32 ? 1 : 0;
    rest &= rest - 1;
  }
  assert(std::countr_zero(rest) >= 32);
}

/// Appends table[place] to the list `rows` for the places of `set`, at most kMaxChangedPlaces.
[[gnu::always_inline]] inline void append_offsets_of_places(PlaceSet set, std::uint32_t*& rows,
                                                            const RowOffsetByPlace& table) {
#if defined(GIOUL_PLACES_AT_ONCE)
  rows = append_packed_offsets(set, rows, table.data());
#else
  append_offsets_of_places(set, rows, [&](std::size_t place) { return table[place]; });
#endif
}

/// Finds the weight rows by which positions differ from a base position because one side has more
/// or fewer checkers on some places. Each such place gives one delta row (delta_row_index()).
/// Positions are at most four checker moves from the base.
class CheckerDeltaFinder {
 public:
  /// Prepares the comparison with the side `base`. All positions are in `phase`; `kind` is
  /// kOwnPlaces or kOppPlaces; `width` is the number of units in a weight row.
  CheckerDeltaFinder(const Side& base, int phase, FeatureKind kind, int width)
      : base_(base),
        base_plus_one_(base),
        base_minus_one_(base),
        phase_(phase),
        kind_(kind),
        row_width_(width) {
    for (std::uint32_t& row : loss_offsets_) row = 0;  // never used: empty places lose nothing
    for (int place = 0; place < static_cast<int>(gain_offsets_.size()); ++place) {
      gain_offsets_[static_cast<std::size_t>(place)] = delta_row_offset(place, 1, 1);
    }
    for (PlaceSet rest = base.occupied(); rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      const int count = base.count(place);
      gain_offsets_[static_cast<std::size_t>(place)] = delta_row_offset(place, count + 1, 1);
      loss_offsets_[static_cast<std::size_t>(place)] = delta_row_offset(place, count, 1);
    }
    base_plus_one_.add(kAllPlaces);
    // Subtracting one is adding one to the complement and complementing again.
    for (std::uint32_t& plane : base_minus_one_.planes) plane = ~plane;
    base_minus_one_.add(kAllPlaces);
    for (std::uint32_t& plane : base_minus_one_.planes) plane = ~plane;
  }

  /// Appends the delta rows that lead from the base to a position in which the side is `to`.
  void append_delta(const Side& to, RowDeltaWriter& out) const {
    const PlaceSet changed = differing_places(base_, to);
    if (changed == 0) return;
    const PlaceSet not_gained = differing_places(base_plus_one_, to);
    const PlaceSet not_lost = differing_places(base_minus_one_, to);
    append_offsets_of_places(changed & ~not_gained, out.added_end, gain_offsets_);
    append_offsets_of_places(changed & ~not_lost, out.removed_end, loss_offsets_);
    for (PlaceSet rest = changed & not_gained & not_lost; rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      const int before = base_.count(place);
      const int after = to.count(place);
      assert(std::abs(after - before) <= kMaxCheckerCountChange);
      if (after > before) {
        *out.added_end++ = delta_row_offset(place, after, after - before);
      } else {
        *out.removed_end++ = delta_row_offset(place, before, before - after);
      }
    }
  }

 private:
  static constexpr PlaceSet kAllPlaces = place_bit(kPlaceCount) - 1;
  // Returns the places on which the two sides have different numbers of checkers.
  static PlaceSet differing_places(const Side& a, const Side& b) {
    PlaceSet set = 0;
    for (std::size_t i = 0; i < 4; ++i) set |= a.planes[i] ^ b.planes[i];
    return set & kAllPlaces;
  }

  // Returns the row offset of the delta row from count - step to `count` checkers on `place`.
  std::uint32_t delta_row_offset(int place, int count, int step) const {
    return static_cast<std::uint32_t>(delta_row_index(phase_, Feature{kind_, place}, count, step) *
                                      row_width_);
  }

  Side base_;                      // the side in the base position
  Side base_plus_one_;             // base_ with one more checker on each place, modulo 16
  Side base_minus_one_;            // base_ with one checker less on each place, modulo 16
  int phase_;                      // phase of all positions (chain_phase_of())
  FeatureKind kind_;               // kOwnPlaces or kOppPlaces
  int row_width_;                  // number of units in a weight row
  RowOffsetByPlace gain_offsets_;  // the delta row to add if the place gains one checker
  RowOffsetByPlace loss_offsets_;  // the delta row to subtract if the place loses one checker
};

/// Finds the weight rows to add and to subtract when a base position is replaced by another one,
/// for one kind of pattern feature: the pattern_ahead() of each place that one side occupies.
class PatternDeltaFinder {
 public:
  /// Prepares the comparison with a base position. `kind` has one pattern per place, such as
  /// kClosedAheadOfOwn; `occupied` are the places of the side's checkers, `points` the points that
  /// the patterns consist of, and `width` is the number of units in a weight row.
  PatternDeltaFinder(PlaceSet occupied, PlaceSet points, FeatureKind kind, int width)
      : base_occupied_(occupied & kOnBoardOrBar), base_pattern_points_(points) {
    first_pattern_row_ = static_cast<std::uint32_t>(feature_row_index(0, Feature{kind, 0}, 0));
    row_width_ = static_cast<std::uint32_t>(width);
#if defined(GIOUL_PLACES_AT_ONCE)
    for (int place = 0; place < 32; place += kVectorLanes) {
      const IntVector offsets = offsets_from(place, points);
      __builtin_memcpy(base_row_offsets_.data() + place, &offsets, sizeof(offsets));
    }
#else
    for (PlaceSet rest = base_occupied_; rest != 0; rest &= rest - 1) {
      const int place = lowest_place(rest);
      base_row_offsets_[static_cast<std::size_t>(place)] = pattern_row_offset(place, points);
    }
#endif
  }

  /// Appends the rows that lead from the base to a position in which the side has checkers on
  /// `occupied` and patterns consist of `points`.
  void append_delta(PlaceSet occupied, PlaceSet points, RowDeltaWriter& out) const {
    occupied &= kOnBoardOrBar;
#if defined(GIOUL_PLACES_AT_ONCE)
    // Checkers that stayed: the pattern changes.
    const PlaceSet other =
        places_up_to_six_behind(points ^ base_pattern_points_) & occupied & base_occupied_;
    out.added_end = append_packed_offsets(
        other | (occupied & ~base_occupied_), out.added_end,
        [&](int place) __attribute__((always_inline)) { return offsets_from(place, points); });
    out.removed_end = append_packed_offsets(other | (base_occupied_ & ~occupied), out.removed_end,
                                            base_row_offsets_.data());
#else
    if (points != base_pattern_points_) {
      // Checkers that stayed: the pattern changes.
      PlaceSet rest =
          places_up_to_six_behind(points ^ base_pattern_points_) & occupied & base_occupied_;
      for (; rest != 0; rest &= rest - 1) {
        const int place = lowest_place(rest);
        *out.added_end++ = pattern_row_offset(place, points);
        *out.removed_end++ = base_row_offsets_[static_cast<std::size_t>(place)];
      }
    }
    if (occupied != base_occupied_) {
      append_offsets_of_places(occupied & ~base_occupied_, out.added_end, [&](std::size_t place) {
        return pattern_row_offset(static_cast<int>(place), points);
      });
      append_offsets_of_places(base_occupied_ & ~occupied, out.removed_end, base_row_offsets_);
    }
#endif
  }

 private:
#if defined(GIOUL_PLACES_AT_ONCE)
  // Returns the row offsets of the patterns of `points` ahead of the consecutive places from
  // `first` on. No point is above 24, so no bit is shifted out.
  [[gnu::always_inline]] IntVector offsets_from(int first, PlaceSet points) const {
    const IntVector places = consecutive_places(first);
    return (places * kPatternCount + static_cast<int>(first_pattern_row_) +
            (shifted_right_by(points << 6, places) & 63)) *
           static_cast<int>(row_width_);
  }
#endif
  // Returns the row offset of the pattern of `points` ahead of `place`.
  std::uint32_t pattern_row_offset(int place, PlaceSet points) const {
    return (first_pattern_row_ +
            static_cast<std::uint32_t>(place * kPatternCount + pattern_ahead(points, place))) *
           row_width_;
  }

  PlaceSet base_occupied_;        // places of the side's checkers in the base position, without off
  PlaceSet base_pattern_points_;  // points that the patterns of the base position consist of
  std::uint32_t row_width_;       // number of units in a weight row
  std::uint32_t first_pattern_row_;      // row of pattern 0 ahead of place 0
  RowOffsetByPlace base_row_offsets_{};  // by place: row offset of the pattern in the base position
};

/// Appends the weight rows of pinned checkers in which `from` and `to` differ.
inline void append_pin_delta(const Position& from, const Position& to, int width,
                             RowDeltaWriter& out) {
  const auto append = [&](FeatureKind kind, PlaceSet before, PlaceSet after) {
    if (before == after) return;
    const auto offset = [&](Feature feature, int value) {
      return static_cast<std::uint32_t>(feature_row_index(0, feature, value) * width);
    };
    for_each_place_feature(kind, after & ~before, [&](Feature feature, int value) {
      *out.added_end++ = offset(feature, value);
    });
    for_each_place_feature(kind, before & ~after, [&](Feature feature, int value) {
      *out.removed_end++ = offset(feature, value);
    });
  };
  append(FeatureKind::kOwnPinned, from.own_pinned, to.own_pinned);
  append(FeatureKind::kOppPinned, from.opp_pinned, to.opp_pinned);
}

/// Appends the weight rows of contact features (ContactFeatures) in which `from` and `to` differ.
[[gnu::always_inline]] inline void append_contact_delta(const ContactFeatures& from,
                                                        const ContactFeatures& to, int width,
                                                        RowDeltaWriter& out) {
  const auto offset = [&](Feature feature, int value) __attribute__((always_inline)) {
    return static_cast<std::uint32_t>(feature_row_index(0, feature, value) * width);
  };
  // Written in any case to avoid branches, but kept only if different. A value of 0 sets no input.
  const auto change = [&](Feature feature, int before, int after) __attribute__((always_inline)) {
    *out.added_end = offset(feature, after);
    *out.removed_end = offset(feature, before);
    out.added_end += after != before ? 1 : 0;
    out.removed_end += after != before ? 1 : 0;
  };
  for (PlaceSet rest = from.hittable_opp_blots | to.hittable_opp_blots; rest != 0;
       rest &= rest - 1) {
    const int place = lowest_place(rest);
    change(Feature{FeatureKind::kHittingRollsAt, place}, hitting_rolls_feature_value(from, place),
           hitting_rolls_feature_value(to, place));
  }
  for_each_contact_count_pair(from, to, change);
}

/// Appends the weight rows of chain features (ChainMobility) in which `from` and `to` differ.
[[gnu::always_inline]] inline void append_chain_delta(const ChainMobility& from,
                                                      const ChainMobility& to, int phase, int width,
                                                      RowDeltaWriter& out) {
  const auto offset = [&](Feature feature, int value) __attribute__((always_inline)) {
    return static_cast<std::uint32_t>(feature_row_index(phase, feature, value) * width);
  };
#if defined(GIOUL_PLACES_AT_ONCE)
  const auto append = [&](FeatureKind kind, PlaceSet before,
                          PlaceSet after) __attribute__((always_inline)) {
    const IntVector step = IntVector{} + feature_kind_traits(kind).values_per_feature * width;
    const int first =
        static_cast<int>(offset(Feature{kind, die_place_index(from.number_to_play, 0)}, 1));
    const auto offsets = [&](int place) __attribute__((always_inline)) {
      return consecutive_places(place) * step + first;
    };
    out.added_end = append_packed_offsets(after & ~before, out.added_end, offsets);
    out.removed_end = append_packed_offsets(before & ~after, out.removed_end, offsets);
  };
  append(FeatureKind::kCanMove, from.movable_places, to.movable_places);
  append(FeatureKind::kCanMoveTwice, from.twice_movable_places, to.twice_movable_places);
  append(FeatureKind::kMakesPoint, from.point_making_places, to.point_making_places);
#else
  for_each_added_chain_feature(to, from,
                               [&](Feature feature, int value) __attribute__((always_inline)) {
                                 *out.added_end++ = offset(feature, value);
                               });
  for_each_added_chain_feature(from, to,
                               [&](Feature feature, int value) __attribute__((always_inline)) {
                                 *out.removed_end++ = offset(feature, value);
                               });
#endif
  for (int number = to.number_to_play; number <= 6; ++number) {
    const Feature feature = surplus_moves_feature(number, number == to.number_to_play);
    const int before = from.surplus_moves_by_number[static_cast<std::size_t>(number)];
    const int after = to.surplus_moves_by_number[static_cast<std::size_t>(number)];
    // Written in any case to avoid branches, but kept only if different.
    *out.added_end = offset(feature, after);
    *out.removed_end = offset(feature, before);
    out.added_end += after != before ? 1 : 0;
    out.removed_end += after != before ? 1 : 0;
  }
}

}  // namespace
}  // namespace gioul
