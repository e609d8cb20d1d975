// Where each row of the first layer's table is: a row for each value of each slot of the encoder
// (own checkers on point 7, ...), and one for each step from one number of checkers to another. It
// follows from the table of slots (nn/encode/slots.h).
#pragma once

#include <array>
#include <cstddef>

#include "nn/encode/slots.h"

namespace gioul {

/// Where the rows of one kind of slots are: those of a slot are neighbours.
struct RowPlace {
  int first = 0;         // of slot 0, value 0, phase 0
  int phase_stride = 0;  // from one phase to the next; 0 where all share the rows
  int first_step = 0;    // the same as `first` for steps of one checker, where there are steps
};

/// All rows, in this order: for each phase those of the repeated kinds, the rows of the others, and
/// for each phase and step, 1 to kMaxStep, those that a step of so many checkers ends at.
struct RowPlaces {
  std::array<RowPlace, kSlotKinds> of;
  int first_step = 0;  // also how many rows there are but for the steps
  int step_stride = 0;
};

inline constexpr RowPlaces kRowPlaces = [] {
  RowPlaces places;
  const auto rows_of = [](const SlotGroup& group) { return group.slots * group.values; };
  int phase_rows = 0;
  for (const SlotGroup& group : kSlotGroups) {
    if (group.phases == InPhases::kRepeated) phase_rows += rows_of(group);
    if (group.meaning == Values::kCheckers) places.step_stride += rows_of(group);
  }
  int repeated = 0;
  int shared = kPhases * phase_rows;
  for (std::size_t kind = 0; kind < kSlotGroups.size(); ++kind) {
    const SlotGroup& group = kSlotGroups[kind];
    const bool repeats = group.phases == InPhases::kRepeated;
    int& next = repeats ? repeated : shared;
    places.of[kind] = {.first = next, .phase_stride = repeats ? phase_rows : 0};
    next += rows_of(group);
  }
  places.first_step = shared;
  int step = shared;
  for (std::size_t kind = 0; kind < kSlotGroups.size(); ++kind) {
    if (kSlotGroups[kind].meaning != Values::kCheckers) continue;
    places.of[kind].first_step = step;
    step += rows_of(kSlotGroups[kind]);
  }
  return places;
}();

inline constexpr int kFirstStepRow = kRowPlaces.first_step;
constexpr int row_count(int phases) {
  return kFirstStepRow + phases * kMaxStep * kRowPlaces.step_stride;
}

/// The row of a slot with this value.
constexpr int row_of(int phase, Slot slot, int value) {
  const RowPlace& place = kRowPlaces.of[static_cast<std::size_t>(slot.kind)];
  return place.first + phase * place.phase_stride + slot.index * group_of(slot.kind).values + value;
}

/// The row that takes the hidden units from count - step checkers to `count`. Of kinds whose values
/// are Values::kCheckers.
constexpr int step_of(int phase, Slot slot, int count, int step) {
  const RowPlace& place = kRowPlaces.of[static_cast<std::size_t>(slot.kind)];
  return place.first_step + (phase * kMaxStep + step - 1) * kRowPlaces.step_stride +
         slot.index * group_of(slot.kind).values + count;
}

}  // namespace gioul
