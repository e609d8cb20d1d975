#include "nn/train/sparse_layer.h"

#include "base/clones.h"

namespace gioul {
namespace {

// The compiler splits these into what the target has.
using Floats = float __attribute__((vector_size(64)));
constexpr int kLanes = 16;
static_assert(kBlockUnits == 2 * kLanes);

// Rows lie anywhere a float may; copies of a known size become unaligned loads and stores.
[[gnu::always_inline]] inline void load(const float* from, Floats& low, Floats& high) {
  __builtin_memcpy(&low, from, sizeof(Floats));
  __builtin_memcpy(&high, from + kLanes, sizeof(Floats));
}

[[gnu::always_inline]] inline void store(const Floats& low, const Floats& high, float* to) {
  __builtin_memcpy(to, &low, sizeof(Floats));
  __builtin_memcpy(to + kLanes, &high, sizeof(Floats));
}

}  // namespace

GIOUL_CLONES
void sparse_forward(const SparseRows& rows, const float* weights, const float* bias, float* active,
                    std::size_t stride) {
  Floats bias_low, bias_high, low, high;
  load(bias, bias_low, bias_high);
  for (std::size_t i = 0; i < rows.count; ++i) {
    Floats sum_low = bias_low;
    Floats sum_high = bias_high;
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      load(weights + input->index * kBlockUnits, low, high);
      sum_low += input->value * low;
      sum_high += input->value * high;
    }
    sum_low = sum_low > 0.0f ? sum_low : Floats{};
    sum_high = sum_high > 0.0f ? sum_high : Floats{};
    store(sum_low, sum_high, active + i * stride);
  }
}

GIOUL_CLONES
void sparse_backward(const SparseRows& rows, const float* deltas, std::size_t stride,
                     float* gradient) {
  Floats delta_low, delta_high, low, high;
  for (std::size_t i = 0; i < rows.count; ++i) {
    load(deltas + i * stride, delta_low, delta_high);
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      float* const row = gradient + input->index * kBlockUnits;
      load(row, low, high);
      low += input->value * delta_low;
      high += input->value * delta_high;
      store(low, high, row);
    }
  }
}

}  // namespace gioul
