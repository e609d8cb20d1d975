// The kernel's text, included by one file for each instruction set. It must not include or
// instantiate anything that another file could share: inline functions compiled for a newer
// instruction set would otherwise be linked into the whole program.
//
// Define GIOUL_KERNEL (the function that returns the kernel), GIOUL_KERNEL_NAME, GIOUL_KERNEL_BYTES
// (of the instruction set's vectors) and GIOUL_KERNEL_GROUPS (how many times kLanes accumulators it
// has registers for).

#include "nn/kernel.h"

namespace gioul {
namespace {

// kLanes floats, in as many of the target's vectors as they need. GCC would split longer vectors by
// itself, but keeps the parts in memory.
using Vector = float __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
using IntVector = int __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
constexpr int kVectorLanes = GIOUL_KERNEL_BYTES / static_cast<int>(sizeof(float));
constexpr int kParts = kLanes / kVectorLanes;

struct Floats {
  Vector part[kParts];
};

template <typename F>
[[gnu::always_inline]] inline Floats each(const F& f) {
  Floats result;
#pragma GCC unroll 4
  for (int i = 0; i < kParts; ++i) result.part[i] = f(i);
  return result;
}

[[gnu::always_inline]] inline Floats operator+(const Floats& a, const Floats& b) {
  return each([&](int i) { return a.part[i] + b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator-(const Floats& a, const Floats& b) {
  return each([&](int i) { return a.part[i] - b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator*(const Floats& a, const Floats& b) {
  return each([&](int i) { return a.part[i] * b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator/(const Floats& a, const Floats& b) {
  return each([&](int i) { return a.part[i] / b.part[i]; });
}
[[gnu::always_inline]] inline Floats larger(const Floats& a, const Floats& b) {
  return each([&](int i) { return a.part[i] > b.part[i] ? a.part[i] : b.part[i]; });
}

[[gnu::always_inline]] inline Floats load(const float* from) {
  return each([&](int i) {
    Vector v;
    __builtin_memcpy(&v, from + i * kVectorLanes, sizeof(v));
    return v;
  });
}

[[gnu::always_inline]] inline void store(float* to, const Floats& v) {
#pragma GCC unroll 4
  for (int i = 0; i < kParts; ++i)
    __builtin_memcpy(to + i * kVectorLanes, &v.part[i], sizeof(Vector));
}

[[gnu::always_inline]] inline Floats all(float x) {
  return each([&](int) { return Vector{} + x; });
}

[[gnu::always_inline]] inline Floats positive(const Floats& v) {
  return each([&](int i) { return v.part[i] > 0.0f ? v.part[i] : Vector{}; });
}

// Lanes are summed as a tree: i with i + 8, then + 4, + 2, + 1.
[[gnu::always_inline]] inline float lane_sum(const Floats& v) {
  float lane[kLanes];
  store(lane, v);
  using Quarter = float __attribute__((vector_size(16)));
  Quarter q[4];
  __builtin_memcpy(q, lane, sizeof(q));
  const Quarter sum = (q[0] + q[2]) + (q[1] + q[3]);
  return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

// The accumulators of N groups of hidden units, kept in registers over all changed rows.
template <int N>
[[gnu::always_inline]] inline void accumulate(Floats (&sums)[N], const float* base,
                                              const float* rows, const ChangedRows& changes) {
  for (int n = 0; n < N; ++n) sums[n] = load(base + n * kLanes);
  for (unsigned r = 0; r < changes.added; ++r) {
    const float* row = rows + changes.added_rows[r];
    for (int n = 0; n < N; ++n) sums[n] = sums[n] + load(row + n * kLanes);
  }
  for (unsigned r = 0; r < changes.removed; ++r) {
    const float* row = rows + changes.removed_rows[r];
    for (int n = 0; n < N; ++n) sums[n] = sums[n] - load(row + n * kLanes);
  }
}

// From N groups of first-layer units straight into the five output sums.
template <int N>
[[gnu::always_inline]] inline int fused_blocks(const KernelNet& net, const float* base,
                                               const ChangedRows& changes, int unit,
                                               Floats (&outputs)[kOutcomes]) {
  for (; unit + N * kLanes <= net.width; unit += N * kLanes) {
    Floats sums[N];
    accumulate(sums, base + unit, net.rows + unit, changes);
    for (int n = 0; n < N; ++n) {
      const Floats active = positive(sums[n]);
      const float* weights = net.output + unit + n * kLanes;
      for (unsigned o = 0; o < kOutcomes; ++o) {
        outputs[o] = outputs[o] + active * load(weights + static_cast<int>(o) * net.width);
      }
    }
  }
  return unit;
}

void first_layer(const KernelNet& net, const float* base, const ChangedRows& changes,
                 float* active) {
  for (int unit = 0; unit < net.width; unit += kLanes) {
    Floats sums[1];
    accumulate(sums, base + unit, net.rows + unit, changes);
    store(active + unit, positive(sums[0]));
  }
}

// Half of the units of a trained net are zero, so columns are skipped rather than multiplied.
void dense_layer(const KernelLayer& layer, const float* inputs, float* active) {
  for (int unit = 0; unit < layer.width; unit += kLanes) {
    Floats sum = load(layer.bias + unit);
    for (int j = 0; j < layer.inputs; ++j) {
      if (inputs[j] == 0.0f) continue;
      sum = sum + all(inputs[j]) * load(layer.columns + static_cast<long>(j) * layer.width + unit);
    }
    store(active + unit, positive(sum));
  }
}

void output_sums(const KernelNet& net, int width, const float* active,
                 Floats (&outputs)[kOutcomes]) {
  for (int unit = 0; unit < width; unit += kLanes) {
    const Floats units = load(active + unit);
    for (unsigned o = 0; o < kOutcomes; ++o) {
      outputs[o] = outputs[o] + units * load(net.output + static_cast<int>(o) * width + unit);
    }
  }
}

void logits(const KernelNet& net, const float* base, const ChangedRows* changes, std::size_t count,
            float* logits, std::size_t stride) {
  for (std::size_t i = 0; i < count; ++i) {
    Floats outputs[kOutcomes];
    for (Floats& output : outputs) output = all(0.0f);
    if (net.hidden_count == 0) {
      int unit = fused_blocks<GIOUL_KERNEL_GROUPS>(net, base, changes[i], 0, outputs);
      fused_blocks<1>(net, base, changes[i], unit, outputs);
    } else {
      float* now = net.scratch;
      float* next = net.scratch + net.scratch_width;
      first_layer(net, base, changes[i], now);
      for (int layer = 0; layer < net.hidden_count; ++layer) {
        dense_layer(net.hidden[layer], now, next);
        float* swap = now;
        now = next;
        next = swap;
      }
      output_sums(net, net.hidden[net.hidden_count - 1].width, now, outputs);
    }
    for (unsigned o = 0; o < kOutcomes; ++o) {
      logits[o * stride + i] = lane_sum(outputs[o]) + net.output_bias[o];
    }
  }
}

// e^x for x <= 0 after Cephes' expf (Moshier): 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2],
// relative error below 2e-7. Below -87 the result is that of -87, about 1.6e-38.
[[gnu::always_inline]] inline Floats exp_nonpositive(const Floats& value) {
  return each([&](int i) {
    const Vector low = Vector{} - 87.0f;
    const Vector x = value.part[i] > low ? value.part[i] : low;
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
    // The exponent of 2^n: the integer in `shifted`, moved to the exponent's place.
    IntVector bits;
    __builtin_memcpy(&bits, &shifted, sizeof(bits));
    bits = (bits << 23) + 0x3F800000;
    Vector scale;
    __builtin_memcpy(&scale, &bits, sizeof(scale));
    return p * scale;
  });
}

[[gnu::always_inline]] inline void softmax(Floats (&v)[kOutcomes]) {
  Floats top = v[0];
  for (unsigned o = 1; o < kOutcomes; ++o) top = larger(v[o], top);
  Floats sum = all(0.0f);
  for (unsigned o = 0; o < kOutcomes; ++o) {
    v[o] = exp_nonpositive(v[o] - top);
    sum = sum + v[o];
  }
  for (unsigned o = 0; o < kOutcomes; ++o) v[o] = v[o] / sum;
}

void equities(const float* logits, std::size_t stride, std::size_t count, bool negate,
              float* equities) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats v[kOutcomes];
    for (unsigned o = 0; o < kOutcomes; ++o) v[o] = load(logits + o * stride + i);
    softmax(v);
    const Floats equity = all(2.0f) * (v[4] - v[0]) + (v[3] - v[1]);
    store(equities + i, negate ? all(-1.0f) * equity : equity);
  }
}

Distribution distribution(const float* logits, std::size_t stride, std::size_t i) {
  Floats v[kOutcomes];
  for (unsigned o = 0; o < kOutcomes; ++o) v[o] = all(logits[o * stride + i]);
  softmax(v);
  return {v[0].part[0][0], v[1].part[0][0], v[2].part[0][0], v[3].part[0][0], v[4].part[0][0]};
}

void sum_rows(const float* rows, const float* bias, const std::uint32_t* offsets, std::size_t count,
              int width, float* sum) {
  for (int unit = 0; unit < width; unit += kLanes) {
    Floats total = load(bias + unit);
    for (std::size_t r = 0; r < count; ++r) total = total + load(rows + offsets[r] + unit);
    store(sum + unit, total);
  }
}

}  // namespace

Kernel GIOUL_KERNEL() { return {GIOUL_KERNEL_NAME, logits, equities, distribution, sum_rows}; }

}  // namespace gioul
