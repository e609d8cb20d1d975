#include "nn/encode/encoder.h"

namespace gioul {

void Encoder::encode(const Position& position, std::vector<Input>& inputs) const {
  const Seen seen = look(sight_rules_, position);
  visit_slots(seen, position, [&](Slot slot, int value) {
    const auto list = slot_inputs(slot, value);
    inputs.insert(inputs.end(), list.begin(), list.end());
  });
  const int phase = phase_of(position);
  if (phase == 0) return;
  visit_slots(seen, position, [&](Slot slot, int value) {
    const int further = repetition(slot.kind, phase);
    if (further == 0) return;
    for (const Input& input : slot_inputs(slot, value)) {
      inputs.push_back({input.index + further, input.value});
    }
  });
}

std::vector<float> Encoder::dense(const Position& position) const {
  std::vector<Input> sparse;
  encode(position, sparse);
  std::vector<float> values(static_cast<std::size_t>(inputs()), 0.0f);
  for (const Input& input : sparse) values[static_cast<std::size_t>(input.index)] += input.value;
  return values;
}

}  // namespace gioul
