// The first layer as a table of rows: what each value of each slot of the encoder adds to the
// hidden units, and what each step from one value to another changes.
#pragma once

#include <vector>

#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

// Rows come in this order: for each phase one for each count of each place, ...
inline constexpr int kCounts = kMaxCheckers + 1;
inline constexpr int kPhaseRows = 2 * kPlaces * kCounts;
inline constexpr int kPlaceRows = kPhases * kPhaseRows;
// ... one for each pinned point, pending value and value of the roll counts, ...
inline constexpr int kFirstPinnedRow = kPlaceRows;
inline constexpr int kFirstPendingRow = kFirstPinnedRow + 2 * kPlaces;
inline constexpr int kFirstRollsRow = kFirstPendingRow + kSlotValues;
inline constexpr int kRollsRows = 16;
// ... and for each phase and place the step of 1 to 4 checkers that ends at each count.
inline constexpr int kFirstStepRow = kFirstRollsRow + kRollsRows;
inline constexpr int kMaxStep = 4;
constexpr int row_count(int phases) { return kFirstStepRow + phases * kMaxStep * kPhaseRows; }

static_assert(kSlotOwn == 0 && kSlotOwnPinned == 2 * kPlaces, "place slots come first");

constexpr int row_of(int phase, int slot, int value) {
  if (slot < kSlotOwnPinned) return phase * kPhaseRows + slot * kCounts + value;
  if (slot < kSlotPending) return kFirstPinnedRow + slot - kSlotOwnPinned;
  return (slot == kSlotPending ? kFirstPendingRow : kFirstRollsRow) + value;
}

/// The row that takes the hidden units from count - step checkers to `count`.
constexpr int step_of(int phase, int slot, int count, int step) {
  return kFirstStepRow + (phase * kMaxStep + step - 1) * kPhaseRows + slot * kCounts + count;
}

/// The rows of `layer` but for the steps, [kFirstStepRow][width]: units beyond the layer's are
/// zero, and so are rows of phases that the game hasn't.
std::vector<float> make_rows(const DenseLayer& layer, const Encoder& encoder, int width);

/// Appends the steps to such rows, which makes row_count(phases) of them. Integers may wrap; adding
/// the step wraps back.
template <typename T>
void append_steps(std::vector<T>& rows, int phases, int width) {
  const auto units = static_cast<std::size_t>(width);
  rows.resize(static_cast<std::size_t>(row_count(phases)) * units);
  const auto row = [&](int number) {
    return rows.data() + static_cast<std::size_t>(number) * units;
  };
  for (int phase = 0; phase < phases; ++phase) {
    for (int slot = 0; slot < kSlotOwnPinned; ++slot) {
      for (int count = 1; count < kCounts; ++count) {
        for (int step = 1; step <= kMaxStep && step <= count; ++step) {
          const T* after = row(row_of(phase, slot, count));
          const T* before = row(row_of(phase, slot, count - step));
          T* change = row(step_of(phase, slot, count, step));
          for (std::size_t unit = 0; unit < units; ++unit) {
            change[unit] = static_cast<T>(after[unit] - before[unit]);
          }
        }
      }
    }
  }
}

}  // namespace gioul
