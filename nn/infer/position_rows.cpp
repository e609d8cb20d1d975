#include "nn/infer/position_rows.h"

#include <cstddef>

#include "base/clones.h"
#include "nn/encode/slots.h"
#include "nn/infer/row_table.h"

namespace gioul {

namespace {

// Appends the rows of one position, kind by kind.
struct RowLister {
  const Kernel& kernel;
  int phase;
  std::uint32_t width;
  std::uint32_t* rows;

  std::uint32_t first_of(Slot slot, int value = 0) const {
    return static_cast<std::uint32_t>(row_of(phase, slot, value));
  }
  static std::uint32_t values_of(SlotKind kind) {
    return static_cast<std::uint32_t>(group_of(kind).values);
  }

  void add(Slot slot, int value) { *rows++ = first_of(slot, value) * width; }
  void add_counts(SlotKind kind, const Side& side) {
    rows =
        kernel.list_counts(side.planes.data(), first_of({kind, 0}), values_of(kind), width, rows);
  }
  void add_set(Slot first, PlaceSet set) {
    if (set == 0) return;
    rows = kernel.list_patterns(set, 0, first_of(first, 1), values_of(first.kind), width, rows);
  }
  void add_ahead(SlotKind kind, const Side& side, PlaceSet points) {
    rows = kernel.list_patterns(side.occupied() & kOnBoardOrBar, points, first_of({kind, 0}),
                                values_of(kind), width, rows);
  }
};

}  // namespace

std::uint32_t* list_rows(const Kernel& kernel, const Seen& seen, const Position& position,
                         int width, std::uint32_t* rows) {
  RowLister list{kernel, phase_of(position), static_cast<std::uint32_t>(width), rows};
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
    visit_outlook(seen.outlook, [&](Slot slot, int value) { list.add(slot, value); });
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

// One function, so that look() counts checkers with the instruction that a clone has for it.
GIOUL_CLONES [[gnu::flatten]] std::uint32_t* list_rows(const Kernel& kernel, SightRules rules,
                                                       const Position& position, int width,
                                                       std::uint32_t* rows) {
  return list_rows(kernel, look(rules, position), position, width, rows);
}

}  // namespace gioul
