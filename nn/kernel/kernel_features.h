// Lists the first-layer weight rows (row_layout.h) of a position, and those that a decision
// changes. Compiled once per instruction set as part of kernel_impl.h; see its rules.

#include <cassert>

#include "nn/kernel/compress_places.h"
#include "nn/kernel/feature_delta.h"
#include "nn/kernel/kernel_vector.h"
#include "nn/kernel/row_layout.h"

namespace gioul {
namespace {

// Appends offset(place) to the list `rows` for each place of `set`, and returns its new end. With
// SIMD, offset() gets a vector of places.
template <typename Offset>
[[gnu::always_inline]] inline std::uint32_t* append_rows(std::uint32_t set, std::uint32_t* rows,
                                                         const Offset& offset) {
#if defined(GIOUL_PLACES_AT_ONCE)
  return append_packed_offsets(set, rows, [&](int first) __attribute__((always_inline)) {
    return offset(consecutive_places(first));
  });
#else
  for (; set != 0; set &= set - 1) *rows++ = offset(static_cast<unsigned>(__builtin_ctz(set)));
  return rows;
#endif
}

#if defined(GIOUL_PLACES_AT_ONCE)
// Returns the offset of the weight row for each pair of a place and a value, in vectors. `first` is
// the row of place 0 and value 0, `values` the number of values per place, `width` the number of
// units in a row.
[[gnu::always_inline]] inline IntVector row_offset(const IntVector& place, const IntVector& value,
                                                   std::uint32_t first, std::uint32_t values,
                                                   std::uint32_t width) {
  return (place * static_cast<int>(values) + static_cast<int>(first) + value) *
         static_cast<int>(width);
}
#else
// Scalar versions of the vector functions above and in compress_places.h.
[[gnu::always_inline]] inline std::uint32_t shifted_right_by(std::uint32_t bits, unsigned place) {
  return bits >> place;
}
[[gnu::always_inline]] inline std::uint32_t row_offset(unsigned place, std::uint32_t value,
                                                       std::uint32_t first, std::uint32_t values,
                                                       std::uint32_t width) {
  return (first + place * values + value) * width;
}
#endif

// Appends the row offset of each place with checkers, (first + place * values + checkers there) *
// width, to the list `rows`. `planes` are those of a Side.
std::uint32_t* append_checker_count_rows(const std::uint32_t* planes, std::uint32_t first,
                                         std::uint32_t values, std::uint32_t width,
                                         std::uint32_t* rows) {
  const std::uint32_t set = planes[0] | planes[1] | planes[2] | planes[3];
  return append_rows(set, rows, [&](const auto& place) __attribute__((always_inline)) {
    auto count = shifted_right_by(planes[0], place) & 1;
    for (int i = 1; i < 4; ++i) count |= (shifted_right_by(planes[i], place) & 1) << i;
    return row_offset(place, count, first, values, width);
  });
}

// Appends the row offset of each place of `set`, (first + place * values + pattern_ahead(points,
// place)) * width, to the list `rows`.
std::uint32_t* append_pattern_rows(std::uint32_t set, std::uint32_t points, std::uint32_t first,
                                   std::uint32_t values, std::uint32_t width, std::uint32_t* rows) {
  // No point is above 24, so no bit is shifted out.
  return append_rows(set, rows, [&](const auto& place) __attribute__((always_inline)) {
    const auto pattern = shifted_right_by(points << 6, place) & 63;
    return row_offset(place, pattern, first, values, width);
  });
}

// Appends the weight rows of one position to a list, kind of feature by kind.
struct ActiveRowWriter {
  int phase;            // phase of the position (chain_phase_of())
  std::uint32_t width;  // number of units in a weight row
  std::uint32_t* rows;  // end of the list

  // Returns the index of the weight row of a feature with this value.
  [[gnu::always_inline]] std::uint32_t row_index(Feature feature, int value = 0) const {
    return static_cast<std::uint32_t>(feature_row_index(phase, feature, value));
  }
  // Returns the number of values of each feature of this kind.
  [[gnu::always_inline]] static std::uint32_t values_per_feature(FeatureKind kind) {
    return static_cast<std::uint32_t>(feature_kind_traits(kind).values_per_feature);
  }

  // Appends the row of one feature.
  [[gnu::always_inline]] void add(Feature feature, int value) {
    *rows++ = row_index(feature, value) * width;
  }
  // Appends the rows of all places of `side` with checkers.
  [[gnu::always_inline]] void add_checker_counts(FeatureKind kind, const Side& side) {
    rows = append_checker_count_rows(side.planes.data(), row_index({kind, 0}),
                                     values_per_feature(kind), width, rows);
  }
  // Appends the rows with value 1 of the features of the places in `set`; `first` is the feature of
  // place 0.
  [[gnu::always_inline]] void add_place_set(Feature first, PlaceSet set) {
    if (set == 0) return;
    rows = append_pattern_rows(set, 0, row_index(first, 1), values_per_feature(first.kind), width,
                               rows);
  }
  // Appends the rows of the patterns of `points` ahead of the checkers of `side`.
  [[gnu::always_inline]] void add_patterns(FeatureKind kind, const Side& side, PlaceSet points) {
    rows = append_pattern_rows(side.occupied() & kOnBoardOrBar, points, row_index({kind, 0}),
                               values_per_feature(kind), width, rows);
  }
};

// Implements Kernel::collect_active_rows(). `features` are the board features of `position`.
[[gnu::always_inline]] inline std::uint32_t* list_active_rows(const BoardFeatures& features,
                                                              const Position& position, int width,
                                                              std::uint32_t* rows) {
  ActiveRowWriter list{chain_phase_of(position), static_cast<std::uint32_t>(width), rows};
  list.add_checker_counts(FeatureKind::kOwnPlaces, position.own);
  list.add_checker_counts(FeatureKind::kOppPlaces, position.opp);
  list.add_place_set({FeatureKind::kOwnPinned, 0}, position.own_pinned);
  list.add_place_set({FeatureKind::kOppPinned, 0}, position.opp_pinned);
  if (position.is_pending())
    list.add({FeatureKind::kPendingMoves, 0}, pending_moves_feature_value(position));
  list.add({FeatureKind::kRollCounts, 0}, roll_counts_feature_value(position));
  list.add_patterns(FeatureKind::kClosedAheadOfOwn, position.own, features.closed_to_own);
  list.add_patterns(FeatureKind::kClosedAheadOfOpp, position.opp, features.closed_to_opp);
  if (features.game_has_blots) {
    list.add_patterns(FeatureKind::kBlotsAheadOfOwn, position.own, features.blots_of_opp);
    list.add_patterns(FeatureKind::kBlotsAheadOfOpp, position.opp, features.blots_of_own);
  }
  if (features.has_contact_features) {
    for_each_contact_feature(features.contact_features,
                             [&](Feature feature, int value)
                                 __attribute__((always_inline)) { list.add(feature, value); });
  }
  if (!position.is_pending()) return list.rows;
  const int first = die_place_index(features.chain_mobility.number_to_play, 0);
  list.add_place_set({FeatureKind::kCanMove, first}, features.chain_mobility.movable_places);
  list.add_place_set({FeatureKind::kCanMoveTwice, first},
                     features.chain_mobility.twice_movable_places);
  list.add_place_set({FeatureKind::kMakesPoint, first},
                     features.chain_mobility.point_making_places);
  for (int number = features.chain_mobility.number_to_play; number <= 6; ++number) {
    list.add(surplus_moves_feature(number, number == features.chain_mobility.number_to_play),
             features.chain_mobility.surplus_moves_by_number[static_cast<std::size_t>(number)]);
  }
  return list.rows;
}

// Lists the weight rows of a position; see Kernel::collect_active_rows().
[[gnu::flatten]] std::uint32_t* collect_active_rows(FeatureRules rules, const Position& position,
                                                    int width, std::uint32_t* rows) {
  return list_active_rows(compute_board_features(rules, position), position, width, rows);
}

// Lists the weight rows in which afterstates differ from their base; see
// Kernel::collect_row_deltas().
[[gnu::flatten]] std::uint32_t* collect_row_deltas(FeatureRules rules, const AfterstateBatch& batch,
                                                   int width, const RowDeltaBuffers& to) {
  const Position& base = batch.base_position;
  const BoardFeatures features = compute_board_features(rules, base);
  std::uint32_t* const base_end =
      to.base_rows == nullptr ? nullptr : list_active_rows(features, base, width, to.base_rows);
  const int phase = chain_phase_of(base);
  const CheckerDeltaFinder own(base.own, phase, FeatureKind::kOwnPlaces, width);
  const CheckerDeltaFinder opp(base.opp, phase, FeatureKind::kOppPlaces, width);
  const PatternDeltaFinder own_ahead(base.own.occupied(), features.closed_to_own,
                                     FeatureKind::kClosedAheadOfOwn, width);
  const PatternDeltaFinder opp_ahead(base.opp.occupied(), features.closed_to_opp,
                                     FeatureKind::kClosedAheadOfOpp, width);
  const PatternDeltaFinder own_blots_ahead(base.own.occupied(), features.blots_of_opp,
                                           FeatureKind::kBlotsAheadOfOwn, width);
  const PatternDeltaFinder opp_blots_ahead(base.opp.occupied(), features.blots_of_own,
                                           FeatureKind::kBlotsAheadOfOpp, width);
  RowDeltaWriter lists = {to.added_rows, to.removed_rows};
  RowDelta* deltas = to.deltas;
  for (const Position& next : batch.afterstates) {
    assert(chain_phase_of(next) == phase);
    const RowDeltaWriter begin = lists;
    own.append_delta(next.own, lists);
    opp.append_delta(next.opp, lists);
    // Points blocked for the mover stay blocked during the decision (rules.h, MoveContext).
    const PlaceSet to_own =
        batch.next_player_is_mover ? features.closed_to_own : closed_to_own(rules, next);
    const PlaceSet to_opp =
        batch.next_player_is_mover ? closed_to_opp(rules, next) : features.closed_to_opp;
    own_ahead.append_delta(next.own.occupied(), to_own, lists);
    opp_ahead.append_delta(next.opp.occupied(), to_opp, lists);
    if (features.game_has_blots) {
      const PlaceSet to_hit = blots_of_opp(rules, next);
      own_blots_ahead.append_delta(next.own.occupied(), to_hit, lists);
      opp_blots_ahead.append_delta(next.opp.occupied(), blots_of_own(rules, next), lists);
      if (features.has_contact_features) {
        append_contact_delta(features.contact_features,
                             compute_contact_features(rules, next, to_own, to_hit), width, lists);
      }
    }
    append_pin_delta(base, next, width, lists);
    if (phase != 0) {
      append_chain_delta(features.chain_mobility, compute_chain_mobility(rules, next, to_own),
                         phase, width, lists);
    }
    *deltas = {.added_rows = begin.added_end,
               .removed_rows = begin.removed_end,
               .added_count = static_cast<std::uint32_t>(lists.added_end - begin.added_end),
               .removed_count = static_cast<std::uint32_t>(lists.removed_end - begin.removed_end)};
    assert(deltas->added_count <= kMaxRowDelta && deltas->removed_count <= kMaxRowDelta);
    ++deltas;
  }
  return base_end;
}

}  // namespace
}  // namespace gioul
