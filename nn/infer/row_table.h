// Builds the first layer's table of weight rows: what each feature value adds to the sums of the
// hidden units, and how a change of the value changes these sums. nn/kernel/row_layout.h defines
// the index of each row.
#pragma once

#include <cstdint>

#include "base/aligned_vector.h"
#include "base/parallel_for_fn.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// Returns the weight rows of all feature values, without delta rows, as [kFirstDeltaRow][width].
/// Padding units, and the rows of phases and features that the game does not have, are zero.
/// `parallel_for_fn` does not affect the result.
AlignedVector<float> make_feature_rows(const DenseLayer& layer, const Encoder& encoder, int width,
                                       const ParallelFor& parallel_for_fn = serial_for);

/// Appends the delta rows to the rounded rows of all feature values. A delta row is the difference
/// between the rows of two numbers of checkers. Afterwards there are row_count(phase_count) rows.
/// Differences wrap modulo 2^16, like the sums of the kernels, so a delta row that overflows still
/// leads to the right sum.
void append_delta_rows(AlignedVector<std::int16_t>& rows, int phase_count, int width,
                       const ParallelFor& parallel_for_fn = serial_for);

}  // namespace gioul
