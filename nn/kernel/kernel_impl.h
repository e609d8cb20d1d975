// The implementation of a kernel, included once per instruction set. All functions called from here
// must be in an unnamed namespace or always inline. Otherwise the linker might use an inline
// function that was compiled for a newer instruction set in the whole program.
// tests/nn/kernel/kernel_symbols_test.sh checks this.
//
// Define GIOUL_KERNEL (the function that returns the kernel), GIOUL_KERNEL_NAME and
// GIOUL_KERNEL_BYTES (vector length of the instruction set). Define GIOUL_KERNEL_DOTS if four bytes
// are multiplied at once, and GIOUL_KERNEL_TILES if later layers are computed with AMX tiles.

#include "nn/kernel/kernel_features.h"
#include "nn/kernel/kernel_inference.h"
#include "nn/kernel/kernel_training.h"

namespace gioul {
namespace {

static_assert(kLogitCount == 4, "lanes are summed and quarters transposed four logits at a time");

// --- Softmax -------------------------------------------------------------------------------------

// Returns e^x for x <= 0 after Cephes' expf (Moshier): 2^n times a polynomial on [-ln 2 / 2, ln 2 /
// 2], relative error below 2e-7. Below -87 it returns the value at -87, about 1.6e-38.
[[gnu::always_inline]] inline Floats exp_nonpositive(const Floats& value) {
  const Floats bounded = max_lanes(value, broadcast(-87.0f));
  return map_parts<Floats>([&](int i) {
    const Vector x = bounded.part[i];
    // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
    const Vector shifted = x * 1.44269504f + 12582912.0f;
    const Vector n = shifted - 12582912.0f;
    const Vector r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    Vector p = r * 1.9875691500e-4f + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    // The exponent of 2^n: the integer in `shifted`, moved to the exponent bits.
    IntVector bits;
    __builtin_memcpy(&bits, &shifted, sizeof(bits));
    bits = (bits << 23) + 0x3F800000;
    Vector scale;
    __builtin_memcpy(&scale, &bits, sizeof(scale));
    return p * scale;
  });
}

// Converts logits, which are relative to the last outcome, to the probabilities of all outcomes.
// Each lane is a position.
[[gnu::always_inline]] inline void softmax(const Floats (&logits)[kLogitCount],
                                           Floats (&v)[kOutcomeCount]) {
  Floats top = broadcast(0.0f);
  for (int o = 0; o < kLogitCount; ++o) top = max_lanes(logits[o], top);
  for (int o = 0; o < kLogitCount; ++o) v[o] = exp_nonpositive(logits[o] - top);
  v[kLogitCount] = exp_nonpositive(broadcast(0.0f) - top);
  Floats sum = v[0];
  for (int o = 1; o <= kLogitCount; ++o) sum = sum + v[o];
  for (int o = 0; o <= kLogitCount; ++o) v[o] = v[o] / sum;
}

// Computes the outcome probabilities of kLanes positions from position `i` on, one per lane.
[[gnu::always_inline]] inline void softmax_of_lanes(const float* logits, std::size_t i,
                                                    Floats (&v)[kOutcomeCount]) {
  Floats relative[kLogitCount];
  for (int k = 0; k < kLogitCount; ++k) relative[k] = load(logits + i * kLogitCount + k * kLanes);
  transpose_quarters(relative);
  softmax(relative, v);
}

// See Kernel::equities().
void equities(const float* logits, std::size_t count, float* equities) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats v[kOutcomeCount];
    softmax_of_lanes(logits, i, v);
    store(equities + i, broadcast(2.0f) * (v[4] - v[0]) + (v[3] - v[1]));
  }
}

// See Kernel::distribution().
Distribution distribution(const float* logits, std::size_t i) {
  const float* own = logits + logits_offset(i);
  const Floats relative[kLogitCount] = {broadcast(own[0]), broadcast(own[1]), broadcast(own[2]),
                                        broadcast(own[3])};
  Floats v[kOutcomeCount];
  softmax(relative, v);
  return {v[0].part[0][0], v[1].part[0][0], v[2].part[0][0], v[3].part[0][0], v[4].part[0][0]};
}

// See Kernel::distributions().
void distributions(const float* logits, std::size_t count, Distribution* values) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats v[kOutcomeCount];
    softmax_of_lanes(logits, i, v);
    float by_outcome[kOutcomeCount][kLanes];
    for (int o = 0; o <= kLogitCount; ++o) store(by_outcome[o], v[o]);
    const std::size_t lanes = count - i < kLanes ? count - i : kLanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      float value[kOutcomeCount];
      for (int o = 0; o <= kLogitCount; ++o) value[o] = by_outcome[o][lane];
      __builtin_memcpy(values + i + lane, value, sizeof(value));
    }
  }
}

}  // namespace

// Returns the kernel of this instruction set.
Kernel GIOUL_KERNEL() {
  return {.name = GIOUL_KERNEL_NAME,
          .inputs_per_dword = kInputsPerDword,
          .compute_shallow_logits = compute_shallow_logits,
          .compute_pruning_scores = compute_pruning_scores,
          .compute_first_layer_activations = compute_first_layer_activations,
          .compute_deep_logits = compute_deep_logits,
          .equities = equities,
          .distribution = distribution,
          .distributions = distributions,
          .refresh_accumulator = refresh_accumulator,
          .collect_active_rows = collect_active_rows,
          .collect_row_deltas = collect_row_deltas,
          .first_layer_forward = first_layer_forward,
          .first_layer_backward = first_layer_backward,
          .gate_and_list_active = gate_and_list_active,
          .weighted_row_sum = weighted_row_sum,
          .sparse_dot_products = sparse_dot_products,
          .matrix_product = matrix_product,
          .adam_step = adam_step,
          .adam_step_rows = adam_step_rows,
          .adam_catch_up_rows = adam_catch_up_rows};
}

}  // namespace gioul
