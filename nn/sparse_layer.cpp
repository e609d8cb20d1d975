#include "nn/sparse_layer.h"

// Clones for newer instruction sets, chosen when the program starts. They round differently (fused
// products), like the BLAS that does the rest. Clang can't name these levels, and gcc's resolver
// runs before ThreadSanitizer is ready and crashes.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define GIOUL_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define GIOUL_CLONES
#endif

namespace gioul {
namespace {

// The compiler splits these into what the target has. May lie anywhere a float may.
using Floats = float __attribute__((vector_size(64), aligned(4), may_alias));
constexpr int kLanes = 16;
static_assert(kBlockUnits == 2 * kLanes);

}  // namespace

GIOUL_CLONES
void sparse_forward(const SparseRows& rows, const float* weights, const float* bias, float* active,
                    std::size_t stride) {
  const auto* start = reinterpret_cast<const Floats*>(bias);
  for (std::size_t i = 0; i < rows.count; ++i) {
    Floats low = start[0];
    Floats high = start[1];
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      const auto* row = reinterpret_cast<const Floats*>(weights + input->index * kBlockUnits);
      low += input->value * row[0];
      high += input->value * row[1];
    }
    auto* out = reinterpret_cast<Floats*>(active + i * stride);
    out[0] = low > 0.0f ? low : Floats{};
    out[1] = high > 0.0f ? high : Floats{};
  }
}

GIOUL_CLONES
void sparse_backward(const SparseRows& rows, const float* deltas, std::size_t stride,
                     float* gradient) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    const auto* delta = reinterpret_cast<const Floats*>(deltas + i * stride);
    const Floats low = delta[0];
    const Floats high = delta[1];
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      auto* row = reinterpret_cast<Floats*>(gradient + input->index * kBlockUnits);
      row[0] += input->value * low;
      row[1] += input->value * high;
    }
  }
}

}  // namespace gioul
