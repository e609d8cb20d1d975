// The first layer while learning, on the CPU: of some thousand inputs about fifty are set (ninety
// in a chain), so its sums and its gradient go over these alone. Inference has faster ways
// (kernel.h); this one is for weights that change with every batch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nn/encode/encoder.h"

namespace gioul {

/// Hidden units handled together. A block's weights, [inputs][kBlockUnits] in one piece, fit a
/// second-level cache (353 KB for the 2754 inputs of Fevga, 574 KB for the 4484 of Gioul), and its
/// sums fit the registers.
inline constexpr int kBlockUnits = 32;

/// Rows of a sparse matrix: row i holds inputs[offsets[i] .. offsets[i + 1]).
struct SparseRows {
  const Input* inputs;
  const std::uint32_t* offsets;
  std::size_t count;
};

/// active[i * stride + u] = max(0, bias[u] + sum over row i of value * weights[index][u]), for the
/// units u of one block.
void sparse_forward(const SparseRows& rows, const float* weights, const float* bias, float* active,
                    std::size_t stride);

/// gradient[index][u] += value * deltas[i * stride + u], over all rows i.
void sparse_backward(const SparseRows& rows, const float* deltas, std::size_t stride,
                     float* gradient);

}  // namespace gioul
