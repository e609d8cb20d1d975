// The first layer as a table of rows: what each value of each slot of the encoder adds to the
// hidden units, and what each step from one value to another changes. Where each row is:
// nn/kernel/row_places.h.
#pragma once

#include <cstddef>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/row_places.h"
#include "nn/net/net.h"

namespace gioul {

/// The rows of `layer` but for the steps, [kFirstStepRow][width]: units beyond the layer's are
/// zero, and so are rows of phases and slots that the game hasn't. The same for any `loop`.
AlignedVector<float> make_rows(const DenseLayer& layer, const Encoder& encoder, int width,
                               const Loop& loop = loop_alone);

/// Appends the steps to such rows, which makes row_count(phases) of them. Steps of 16-bit integers
/// are modulo 2^16, and so are the kernels' sums: a step that doesn't fit leads to the right row.
template <typename T>
void append_steps(AlignedVector<T>& rows, int phases, int width, const Loop& loop = loop_alone) {
  const auto units = static_cast<std::size_t>(width);
  rows.resize(static_cast<std::size_t>(row_count(phases)) * units);
  const auto row = [&](int number) {
    return rows.data() + static_cast<std::size_t>(number) * units;
  };
  const auto append = [&](int phase, Slot slot, int count, int step) {
    const T* after = row(row_of(phase, slot, count));
    const T* before = row(row_of(phase, slot, count - step));
    T* change = row(step_of(phase, slot, count, step));
    for (std::size_t unit = 0; unit < units; ++unit) {
      change[unit] = static_cast<T>(after[unit] - before[unit]);
    }
  };
  loop(phases * kMaxStep, [&](int part) {
    const int phase = part / kMaxStep;
    const int step = part % kMaxStep + 1;
    for_each_kind([&](SlotKind kind) {
      if (group_of(kind).meaning != Values::kCheckers) return;
      visit_values(kind, [&](Slot slot, int count) {
        if (step <= count) append(phase, slot, count, step);
      });
    });
  });
}

}  // namespace gioul
