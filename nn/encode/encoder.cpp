#include "nn/encode/encoder.h"

namespace gioul {

void Encoder::encode(const Position& position, std::vector<Input>& inputs) const {
  const BoardFeatures features = compute_board_features(feature_rules_, position);
  for_each_feature(features, position, [&](Feature feature, int value) {
    const auto list = feature_inputs(feature, value);
    inputs.insert(inputs.end(), list.begin(), list.end());
  });
  const int phase = chain_phase_of(position);
  if (phase == 0) return;
  for_each_feature(features, position, [&](Feature feature, int value) {
    const int offset = phase_input_offset(feature.kind, phase);
    if (offset == 0) return;
    for (const Input& input : feature_inputs(feature, value)) {
      inputs.push_back({input.index + offset, input.value});
    }
  });
}

std::vector<float> Encoder::encode_dense(const Position& position) const {
  std::vector<Input> sparse;
  encode(position, sparse);
  std::vector<float> values(static_cast<std::size_t>(input_count()), 0.0f);
  for (const Input& input : sparse) values[static_cast<std::size_t>(input.index)] += input.value;
  return values;
}

}  // namespace gioul
