// The first layer while learning, and the optimizer's step; included by kernel_text.h, under its
// rules.

#include "nn/kernel/kernel_vector.h"

namespace gioul {
namespace {

// a * b + c, rounded once where the set has an instruction for it.
[[gnu::always_inline]] inline Vector fused(const Vector& a, const Vector& b, const Vector& c) {
#if GIOUL_KERNEL_BYTES == 64
  return _mm512_fmadd_ps(a, b, c);
#elif GIOUL_KERNEL_BYTES == 32
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}

[[gnu::always_inline]] inline Vector square_root(const Vector& v) {
#if GIOUL_KERNEL_BYTES == 64
  return _mm512_maskz_sqrt_ps(kAllLanes, v);
#elif GIOUL_KERNEL_BYTES == 32
  return _mm256_sqrt_ps(v);
#elif defined(GIOUL_KERNEL_SSE2)
  return _mm_sqrt_ps(v);
#else
  Vector roots;
  for (int i = 0; i < kVectorLanes; ++i) roots[i] = __builtin_sqrtf(v[i]);
  return roots;
#endif
}

// The units of a block.
constexpr int kUnitParts = kBlockUnits / kVectorLanes;
struct Units {
  Vector part[kUnitParts];
};

// Rows lie anywhere a float may; copies of a known size become unaligned loads and stores.
[[gnu::always_inline]] inline Vector load_vector(const float* from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}
[[gnu::always_inline]] inline Units load_units(const float* from) {
  Units units;
  repeat<kUnitParts>([&](int i) __attribute__((always_inline)) {
    units.part[i] = load_vector(from + i * kVectorLanes);
  });
  return units;
}

// Whether any is not 0, or perhaps none: -0 counts.
[[gnu::always_inline]] inline bool has_any(const Units& units) {
  IntVector bits = {};
  repeat<kUnitParts>([&](int i) __attribute__((always_inline)) {
    IntVector part;
    __builtin_memcpy(&part, &units.part[i], sizeof(part));
    bits |= part;
  });
#if GIOUL_KERNEL_BYTES == 64
  return _mm512_test_epi32_mask((__m512i)bits, (__m512i)bits) != 0;
#elif GIOUL_KERNEL_BYTES == 32
  return _mm256_testz_si256((__m256i)bits, (__m256i)bits) == 0;
#else
  int any = 0;
  for (int i = 0; i < kVectorLanes; ++i) any |= bits[i];
  return any != 0;
#endif
}

[[gnu::always_inline]] inline Vector all_of(float x) { return Vector{} + x; }

void sparse_forward(const SparseRows& rows, const float* weights, const float* bias, float* active,
                    std::size_t stride) {
  const Units biases = load_units(bias);
  for (std::size_t i = 0; i < rows.count; ++i) {
    Units sums = biases;
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      const float* const row = weights + input->index * kBlockUnits;
      const Vector value = all_of(input->value);
      repeat<kUnitParts>([&](int k) __attribute__((always_inline)) {
        sums.part[k] = fused(value, load_vector(row + k * kVectorLanes), sums.part[k]);
      });
    }
    repeat<kUnitParts>([&](int k) __attribute__((always_inline)) {
      const Vector positive = sums.part[k] > 0.0f ? sums.part[k] : Vector{};
      __builtin_memcpy(active + i * stride + k * kVectorLanes, &positive, sizeof(positive));
    });
  }
}

void sparse_backward(const SparseRows& rows, const float* deltas, std::size_t stride,
                     float* gradient) {
  for (std::size_t i = 0; i < rows.count; ++i) {
    const Units delta = load_units(deltas + i * stride);
    if (!has_any(delta)) continue;  // every third example: none of a block's units was on
    const Input* const end = rows.inputs + rows.offsets[i + 1];
    for (const Input* input = rows.inputs + rows.offsets[i]; input != end; ++input) {
      float* const row = gradient + input->index * kBlockUnits;
      const Vector value = all_of(input->value);
      repeat<kUnitParts>([&](int k) __attribute__((always_inline)) {
        float* const to = row + k * kVectorLanes;
        const Vector sum = fused(value, delta.part[k], load_vector(to));
        __builtin_memcpy(to, &sum, sizeof(sum));
      });
    }
  }
}

// Moments below this move no weight. Those of inputs that are seldom set would otherwise shrink to
// denormal numbers and stay there, each operation on which takes as long as fifty others.
constexpr float kNothing = 1e-30f;

// Moves one vector of weights.
[[gnu::always_inline]] inline void move_weights(const AdamStep& by, const float* gradients,
                                                float* first, float* second, float* weights) {
  const Vector gradient = load_vector(gradients);
  const Vector old_mean = load_vector(first);
  const Vector mean = fused(all_of(1.0f - by.beta1), gradient - old_mean, old_mean);
  const Vector square =
      fused(all_of(by.beta2), load_vector(second), all_of(1.0f - by.beta2) * gradient * gradient);
  const Vector kept_mean = ((mean < kNothing) & (mean > -kNothing)) ? Vector{} : mean;
  const Vector kept_square = square < kNothing ? Vector{} : square;
  const Vector weight =
      load_vector(weights) - by.step_size * kept_mean / (square_root(kept_square) + by.epsilon);
  __builtin_memcpy(first, &kept_mean, sizeof(Vector));
  __builtin_memcpy(second, &kept_square, sizeof(Vector));
  __builtin_memcpy(weights, &weight, sizeof(Vector));
}

void adam_step(const AdamStep& step, std::size_t count, const float* gradients, float* first,
               float* second, float* weights) {
  const AdamStep by = step;
  std::size_t i = 0;
  for (; i + kVectorLanes <= count; i += kVectorLanes) {
    move_weights(by, gradients + i, first + i, second + i, weights + i);
  }
  if (i == count) return;
  float rest[4][kVectorLanes] = {};
  const std::size_t bytes = (count - i) * sizeof(float);
  __builtin_memcpy(rest[0], gradients + i, bytes);
  __builtin_memcpy(rest[1], first + i, bytes);
  __builtin_memcpy(rest[2], second + i, bytes);
  __builtin_memcpy(rest[3], weights + i, bytes);
  move_weights(by, rest[0], rest[1], rest[2], rest[3]);
  __builtin_memcpy(first + i, rest[1], bytes);
  __builtin_memcpy(second + i, rest[2], bytes);
  __builtin_memcpy(weights + i, rest[3], bytes);
}

}  // namespace
}  // namespace gioul
