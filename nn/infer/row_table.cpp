#include "nn/infer/row_table.h"

#include <cstddef>

namespace gioul {

std::vector<float> make_rows(const DenseLayer& layer, const Encoder& encoder, int width) {
  const auto units = static_cast<std::size_t>(width);
  // By inputs, so that a row is a sum of rows.
  std::vector<float> weights(static_cast<std::size_t>(layer.inputs) * units, 0.0f);
  for (std::size_t unit = 0; unit < static_cast<std::size_t>(layer.outputs); ++unit) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(layer.inputs); ++i) {
      weights[i * units + unit] = layer.weight[unit * static_cast<std::size_t>(layer.inputs) + i];
    }
  }
  std::vector<float> rows(static_cast<std::size_t>(kFirstStepRow) * units, 0.0f);
  const auto add = [&](int row, const Input& input) {
    float* out = rows.data() + static_cast<std::size_t>(row) * units;
    const float* weight = weights.data() + static_cast<std::size_t>(input.index) * units;
    for (std::size_t unit = 0; unit < units; ++unit) out[unit] += input.value * weight[unit];
  };
  const auto fill = [&](int phase, int slot, int value) {
    const int row = row_of(phase, slot, value);
    for (const Input& input : encoder.slot_inputs(slot, value)) {
      add(row, input);
      if (phase > 0) add(row, {input.index + encoder.repetition(phase), input.value});
    }
  };
  for (int phase = 0; phase < encoder.phases(); ++phase) {
    for (int slot = 0; slot < kSlotOwnPinned; ++slot) {
      for (int count = 1; count < kCounts; ++count) fill(phase, slot, count);
    }
  }
  for (int slot = kSlotOwnPinned; slot < kSlotPending; ++slot) fill(0, slot, 1);
  for (int value = 0; value < kSlotValues; ++value) fill(0, kSlotPending, value);
  for (int value = 0; value < kRollsRows; ++value) fill(0, kSlotRolls, value);
  return rows;
}

}  // namespace gioul
