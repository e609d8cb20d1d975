#include "nn/row_table.h"

namespace gioul {

std::vector<float> make_row_table(const DenseLayer& layer, const Encoder& encoder, int width) {
  const auto units = static_cast<std::size_t>(width);
  std::vector<float> rows(static_cast<std::size_t>(kRows) * units, 0.0f);
  const auto row = [&](int number) {
    return rows.data() + static_cast<std::size_t>(number) * units;
  };
  const auto fill = [&](int slot, int value) {
    float* out = row(row_of(slot, value));
    for (const Input& input : encoder.slot_inputs(slot, value)) {
      for (int unit = 0; unit < layer.outputs; ++unit) {
        out[unit] +=
            input.value * layer.weight[static_cast<std::size_t>(unit * layer.inputs + input.index)];
      }
    }
  };
  for (int slot = 0; slot < kSlotOwnPinned; ++slot) {
    for (int count = 1; count < kCounts; ++count) fill(slot, count);
  }
  for (int slot = kSlotOwnPinned; slot < kSlotPending; ++slot) fill(slot, 1);
  for (int value = 0; value < kSlotValues; ++value) fill(kSlotPending, value);
  for (int value = 0; value < kRollsRows; ++value) fill(kSlotRolls, value);
  each_step([&](int slot, int count, int step) {
    const float* after = row(row_of(slot, count));
    const float* before = row(row_of(slot, count - step));
    float* change = row(step_of(slot, count, step));
    for (std::size_t unit = 0; unit < units; ++unit) change[unit] = after[unit] - before[unit];
  });
  return rows;
}

}  // namespace gioul
