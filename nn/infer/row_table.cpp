#include "nn/infer/row_table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "nn/kernel/row_layout.h"

namespace gioul {

AlignedVector<float> make_feature_rows(const DenseLayer& layer, const Encoder& encoder, int width,
                                       const ParallelFor& parallel_for_fn) {
  const auto units = static_cast<std::size_t>(width);
  const auto inputs = static_cast<std::size_t>(layer.input_count);
  // Transposed to [inputs][units], so that a row is a sum of rows.
  std::vector<float> weights(inputs * units, 0.0f);
  constexpr std::size_t kPart = 64;  // inputs
  parallel_for_fn(static_cast<int>((inputs + kPart - 1) / kPart), [&](int part) {
    const std::size_t begin = static_cast<std::size_t>(part) * kPart;
    const std::size_t end = std::min(begin + kPart, inputs);
    for (std::size_t i = begin; i < end; ++i) {  // a unit's cache line serves sixteen rounds
      for (std::size_t unit = 0; unit < static_cast<std::size_t>(layer.output_count); ++unit) {
        weights[i * units + unit] = layer.weight[unit * inputs + i];
      }
    }
  });
  AlignedVector<float> rows(static_cast<std::size_t>(kFirstDeltaRow) * units, 0.0f);
  const auto add = [&](int row, const Input& input) {
    float* out = rows.data() + static_cast<std::size_t>(row) * units;
    const float* weight = weights.data() + static_cast<std::size_t>(input.index) * units;
    for (std::size_t unit = 0; unit < units; ++unit) out[unit] += input.value * weight[unit];
  };
  const auto fill = [&](int phase, Feature feature, int value) {
    const int row = feature_row_index(phase, feature, value);
    const int offset = encoder.phase_input_offset(feature.kind, phase);
    for (const Input& input : encoder.feature_inputs(feature, value)) {
      add(row, input);
      if (offset != 0) add(row, {input.index + offset, input.value});
    }
  };
  std::vector<std::pair<FeatureKind, int>> parts;
  for_each_feature_kind([&](FeatureKind kind) {
    const bool repeated = feature_kind_traits(kind).phase_sharing == PhaseSharing::kPerPhase;
    for (int phase = 0; phase < (repeated ? encoder.phase_count() : 1); ++phase) {
      parts.emplace_back(kind, phase);
    }
  });
  parallel_for_fn(static_cast<int>(parts.size()), [&](int part) {
    const auto [kind, phase] = parts[static_cast<std::size_t>(part)];
    for_each_feature_value(kind,
                           [&, p = phase](Feature feature, int value) { fill(p, feature, value); });
  });
  return rows;
}

void append_delta_rows(AlignedVector<std::int16_t>& rows, int phase_count, int width,
                       const ParallelFor& parallel_for_fn) {
  const auto units = static_cast<std::size_t>(width);
  rows.resize(static_cast<std::size_t>(row_count(phase_count)) * units);
  const auto row = [&](int index) { return rows.data() + static_cast<std::size_t>(index) * units; };
  parallel_for_fn(phase_count * kMaxCheckerCountChange, [&](int part) {
    const int phase = part / kMaxCheckerCountChange;
    const int step = part % kMaxCheckerCountChange + 1;
    for_each_feature_kind([&](FeatureKind kind) {
      if (feature_kind_traits(kind).constraint != FeatureConstraint::kCheckerCounts) return;
      for_each_feature_value(kind, [&](Feature feature, int count) {
        if (step > count) return;
        const std::int16_t* after = row(feature_row_index(phase, feature, count));
        const std::int16_t* before = row(feature_row_index(phase, feature, count - step));
        std::int16_t* change = row(delta_row_index(phase, feature, count, step));
        for (std::size_t unit = 0; unit < units; ++unit) {
          change[unit] = static_cast<std::int16_t>(after[unit] - before[unit]);
        }
      });
    });
  });
}

}  // namespace gioul
