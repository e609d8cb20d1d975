// The first layer as a table of rows: what each value of each slot of the encoder adds to the
// hidden units, and what each step from one value to another changes.
#pragma once

#include <vector>

#include "nn/encoder.h"
#include "nn/net.h"

namespace gioul {

// Rows come in this order: one for each count of each place, ...
inline constexpr int kCounts = kMaxCheckers + 1;
inline constexpr int kPlaceRows = 2 * kPlaces * kCounts;
// ... one for each pinned point, pending value and value of the roll counts, ...
inline constexpr int kFirstPinnedRow = kPlaceRows;
inline constexpr int kFirstPendingRow = kFirstPinnedRow + 2 * kPlaces;
inline constexpr int kFirstRollsRow = kFirstPendingRow + kSlotValues;
inline constexpr int kRollsRows = 16;
// ... and for each place the step of 1 to 4 checkers that ends at each count.
inline constexpr int kFirstStepRow = kFirstRollsRow + kRollsRows;
inline constexpr int kMaxStep = 4;
inline constexpr int kRows = kFirstStepRow + kMaxStep * kPlaceRows;

static_assert(kSlotOwn == 0 && kSlotOwnPinned == 2 * kPlaces, "place slots come first");

constexpr int row_of(int slot, int value) {
  if (slot < kSlotOwnPinned) return slot * kCounts + value;
  if (slot < kSlotPending) return kFirstPinnedRow + slot - kSlotOwnPinned;
  return (slot == kSlotPending ? kFirstPendingRow : kFirstRollsRow) + value;
}

/// The row that takes the hidden units from count - step checkers to `count`.
constexpr int step_of(int slot, int count, int step) {
  return kFirstStepRow + (step - 1) * kPlaceRows + slot * kCounts + count;
}

/// Calls f(slot, count, step) for every step row.
template <typename F>
void each_step(F f) {
  for (int slot = 0; slot < kSlotOwnPinned; ++slot) {
    for (int count = 1; count < kCounts; ++count) {
      for (int step = 1; step <= kMaxStep && step <= count; ++step) f(slot, count, step);
    }
  }
}

/// The table of `layer`, [kRows][width]: units beyond the layer's are zero.
std::vector<float> make_row_table(const DenseLayer& layer, const Encoder& encoder, int width);

}  // namespace gioul
