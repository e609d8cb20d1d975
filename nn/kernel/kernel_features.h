// Lists the weight rows of a position, and those that a decision changes. Compiled once per
// instruction set as part of kernel_impl.h; see its rules.

#include <cassert>

#include "nn/kernel/compress_places.h"
#include "nn/kernel/feature_delta.h"
#include "nn/kernel/kernel_vector.h"
#include "nn/kernel/row_layout.h"

namespace gioul {
namespace {

// Appends offset(place) for the places of `set`; with SIMD, offset() gets a vector of places.
template <typename Offset>
[[gnu::always_inline]] inline std::uint32_t* append_rows(std::uint32_t set, std::uint32_t* rows,
                                                         const Offset& offset) {
#if defined(GIOUL_PLACES_AT_ONCE)
  return append_packed(set, rows, [&](int first) __attribute__((always_inline)) {
    return offset(places_from(first));
  });
#else
  for (; set != 0; set &= set - 1) *rows++ = offset(static_cast<unsigned>(__builtin_ctz(set)));
  return rows;
#endif
}

#if defined(GIOUL_PLACES_AT_ONCE)
[[gnu::always_inline]] inline IntVector offset_of(const IntVector& place, const IntVector& value,
                                                  std::uint32_t first, std::uint32_t values,
                                                  std::uint32_t width) {
  return (place * static_cast<int>(values) + static_cast<int>(first) + value) *
         static_cast<int>(width);
}
#else
[[gnu::always_inline]] inline std::uint32_t shifted_by(std::uint32_t bits, unsigned place) {
  return bits >> place;
}
[[gnu::always_inline]] inline std::uint32_t offset_of(unsigned place, std::uint32_t value,
                                                      std::uint32_t first, std::uint32_t values,
                                                      std::uint32_t width) {
  return (first + place * values + value) * width;
}
#endif

// Appends (first + place * values + checkers there) * width for each place with checkers.
std::uint32_t* list_counts(const std::uint32_t* planes, std::uint32_t first, std::uint32_t values,
                           std::uint32_t width, std::uint32_t* rows) {
  const std::uint32_t set = planes[0] | planes[1] | planes[2] | planes[3];
  return append_rows(set, rows, [&](const auto& place) __attribute__((always_inline)) {
    auto count = shifted_by(planes[0], place) & 1;
    for (int i = 1; i < 4; ++i) count |= (shifted_by(planes[i], place) & 1) << i;
    return offset_of(place, count, first, values, width);
  });
}

// Appends (first + place * values + pattern_ahead(points, place)) * width for the places of `set`.
std::uint32_t* list_patterns(std::uint32_t set, std::uint32_t points, std::uint32_t first,
                             std::uint32_t values, std::uint32_t width, std::uint32_t* rows) {
  // No point is above 24, so no bit is shifted out.
  return append_rows(set, rows, [&](const auto& place) __attribute__((always_inline)) {
    const auto pattern = shifted_by(points << 6, place) & 63;
    return offset_of(place, pattern, first, values, width);
  });
}

// Appends the rows of one position, kind by kind.
struct RowLister {
  int phase;
  std::uint32_t width;
  std::uint32_t* rows;

  [[gnu::always_inline]] std::uint32_t first_of(Slot slot, int value = 0) const {
    return static_cast<std::uint32_t>(row_of(phase, slot, value));
  }
  [[gnu::always_inline]] static std::uint32_t values_of(SlotKind kind) {
    return static_cast<std::uint32_t>(group_of(kind).values);
  }

  [[gnu::always_inline]] void add(Slot slot, int value) { *rows++ = first_of(slot, value) * width; }
  [[gnu::always_inline]] void add_counts(SlotKind kind, const Side& side) {
    rows = list_counts(side.planes.data(), first_of({kind, 0}), values_of(kind), width, rows);
  }
  [[gnu::always_inline]] void add_set(Slot first, PlaceSet set) {
    if (set == 0) return;
    rows = list_patterns(set, 0, first_of(first, 1), values_of(first.kind), width, rows);
  }
  [[gnu::always_inline]] void add_ahead(SlotKind kind, const Side& side, PlaceSet points) {
    rows = list_patterns(side.occupied() & kOnBoardOrBar, points, first_of({kind, 0}),
                         values_of(kind), width, rows);
  }
};

// The first argument must be the board features of the position.
[[gnu::always_inline]] inline std::uint32_t* list_rows_of(const Seen& seen,
                                                          const Position& position, int width,
                                                          std::uint32_t* rows) {
  RowLister list{phase_of(position), static_cast<std::uint32_t>(width), rows};
  list.add_counts(SlotKind::kOwnPlaces, position.own);
  list.add_counts(SlotKind::kOppPlaces, position.opp);
  list.add_set({SlotKind::kOwnPinned, 0}, position.own_pinned);
  list.add_set({SlotKind::kOppPinned, 0}, position.opp_pinned);
  if (position.is_pending()) list.add({SlotKind::kPending, 0}, pending_value(position));
  list.add({SlotKind::kRollCounts, 0}, rolls_value(position));
  list.add_ahead(SlotKind::kOwnAhead, position.own, seen.closed_to_own);
  list.add_ahead(SlotKind::kOppAhead, position.opp, seen.closed_to_opp);
  if (seen.has_blots) {
    list.add_ahead(SlotKind::kOwnBlotsAhead, position.own, seen.blots_of_opp);
    list.add_ahead(SlotKind::kOppBlotsAhead, position.opp, seen.blots_of_own);
  }
  if (seen.has_outlook) {
    visit_outlook(seen.outlook, [&](Slot slot, int value)
                                    __attribute__((always_inline)) { list.add(slot, value); });
  }
  if (!position.is_pending()) return list.rows;
  const int first = number_slot(seen.chain.number, 0);
  list.add_set({SlotKind::kCanMove, first}, seen.chain.can_move);
  list.add_set({SlotKind::kCanGoOn, first}, seen.chain.can_go_on);
  list.add_set({SlotKind::kNewPoint, first}, seen.chain.new_point);
  for (int number = seen.chain.number; number <= 6; ++number) {
    list.add(moves_slot(number, number == seen.chain.number),
             seen.chain.moves[static_cast<std::size_t>(number)]);
  }
  return list.rows;
}

[[gnu::flatten]] std::uint32_t* list_rows(SightRules rules, const Position& position, int width,
                                          std::uint32_t* rows) {
  return list_rows_of(look(rules, position), position, width, rows);
}

[[gnu::flatten]] std::uint32_t* list_changes(SightRules rules, const Decided& decided, int width,
                                             const RowSpace& to) {
  const Position& base = decided.base;
  const Seen seen = look(rules, base);
  std::uint32_t* const base_end =
      to.base == nullptr ? nullptr : list_rows_of(seen, base, width, to.base);
  const int phase = phase_of(base);
  const SideComparison own(base.own, phase, SlotKind::kOwnPlaces, width);
  const SideComparison opp(base.opp, phase, SlotKind::kOppPlaces, width);
  const AheadComparison own_ahead(base.own.occupied(), seen.closed_to_own, SlotKind::kOwnAhead,
                                  width);
  const AheadComparison opp_ahead(base.opp.occupied(), seen.closed_to_opp, SlotKind::kOppAhead,
                                  width);
  const AheadComparison own_blots_ahead(base.own.occupied(), seen.blots_of_opp,
                                        SlotKind::kOwnBlotsAhead, width);
  const AheadComparison opp_blots_ahead(base.opp.occupied(), seen.blots_of_own,
                                        SlotKind::kOppBlotsAhead, width);
  RowLists lists = {to.added, to.removed};
  ChangedRows* changes = to.changes;
  for (const Position& next : decided.next) {
    assert(phase_of(next) == phase);
    const RowLists begin = lists;
    own.append_differences(next.own, lists);
    opp.append_differences(next.opp, lists);
    // Points blocked for the mover stay blocked during the decision (rules.h, MoveContext).
    const PlaceSet to_own = decided.own_moved ? seen.closed_to_own : closed_to_own(rules, next);
    const PlaceSet to_opp = decided.own_moved ? closed_to_opp(rules, next) : seen.closed_to_opp;
    own_ahead.append_differences(next.own.occupied(), to_own, lists);
    opp_ahead.append_differences(next.opp.occupied(), to_opp, lists);
    if (seen.has_blots) {
      const PlaceSet to_hit = blots_of_opp(rules, next);
      own_blots_ahead.append_differences(next.own.occupied(), to_hit, lists);
      opp_blots_ahead.append_differences(next.opp.occupied(), blots_of_own(rules, next), lists);
      if (seen.has_outlook) {
        append_changed_outlook(seen.outlook, look_out(rules, next, to_own, to_hit), width, lists);
      }
    }
    append_changed_pins(base, next, width, lists);
    if (phase != 0) {
      append_changed_chain(seen.chain, chain_sight(rules, next, to_own), phase, width, lists);
    }
    *changes = {.added = begin.added,
                .removed = begin.removed,
                .added_count = static_cast<std::uint32_t>(lists.added - begin.added),
                .removed_count = static_cast<std::uint32_t>(lists.removed - begin.removed)};
    assert(changes->added_count <= kMaxChangedRows && changes->removed_count <= kMaxChangedRows);
    ++changes;
  }
  return base_end;
}

}  // namespace
}  // namespace gioul
