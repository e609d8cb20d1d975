// Builds the first layer's table of weight rows: what each feature value adds to the sums of the
// hidden units, and how a change of the value changes these sums. nn/kernel/row_layout.h defines
// the index of each row.
#pragma once

#include <cstddef>

#include "base/aligned_vector.h"
#include "base/parallel_for_fn.h"
#include "nn/encode/encoder.h"
#include "nn/kernel/row_layout.h"
#include "nn/net/net.h"

namespace gioul {

/// Returns the weight rows of all feature values, without delta rows, as [kFirstDeltaRow][width].
/// Padding units, and the rows of phases and features that the game does not have, are zero.
/// `parallel_for_fn` does not affect the result.
AlignedVector<float> make_feature_rows(const DenseLayer& layer, const Encoder& encoder, int width,
                                       const ParallelFor& parallel_for_fn = serial_for);

/// Appends the delta rows to the rows of all feature values. A delta row is the difference between
/// the rows of two numbers of checkers. Afterwards there are row_count(phase_count) rows. 16-bit
/// integers wrap modulo 2^16, both here and in the sums of the kernels, so a delta row that
/// overflows still leads to the right sum.
template <typename T>
void append_delta_rows(AlignedVector<T>& rows, int phase_count, int width,
                       const ParallelFor& parallel_for_fn = serial_for) {
  const auto units = static_cast<std::size_t>(width);
  rows.resize(static_cast<std::size_t>(row_count(phase_count)) * units);
  const auto row = [&](int number) {
    return rows.data() + static_cast<std::size_t>(number) * units;
  };
  const auto append = [&](int phase, Feature feature, int count, int step) {
    const T* after = row(feature_row_index(phase, feature, count));
    const T* before = row(feature_row_index(phase, feature, count - step));
    T* change = row(delta_row_index(phase, feature, count, step));
    for (std::size_t unit = 0; unit < units; ++unit) {
      change[unit] = static_cast<T>(after[unit] - before[unit]);
    }
  };
  parallel_for_fn(phase_count * kMaxCheckerCountChange, [&](int part) {
    const int phase = part / kMaxCheckerCountChange;
    const int step = part % kMaxCheckerCountChange + 1;
    for_each_feature_kind([&](FeatureKind kind) {
      if (feature_kind_traits(kind).constraint != FeatureConstraint::kCheckerCounts) return;
      for_each_feature_value(kind, [&](Feature feature, int count) {
        if (step <= count) append(phase, feature, count, step);
      });
    });
  });
}

}  // namespace gioul
