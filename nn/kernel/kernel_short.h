// The kernel for 16-bit integers; included by kernel_text.h, under its rules.

#include "nn/kernel/kernel_vector.h"

namespace gioul {
namespace {

using ShortVector = std::int16_t __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
using UnsignedShortVector = std::uint16_t __attribute__((vector_size(GIOUL_KERNEL_BYTES)));

struct Shorts {  // kShortLanes of them
  ShortVector part[kParts];
};
struct Ints {  // kLanes of them
  IntVector part[kParts];
};

template <typename F>
[[gnu::always_inline]] inline Shorts each_short(const F& f) {
  Shorts result;
  repeat<kParts>([&](int i) __attribute__((always_inline)) { result.part[i] = f(i); });
  return result;
}

// Sums are modulo 2^16, which only unsigned integers promise. What a whole position adds up to fits
// (short_net.h); on the way there, and in steps from one position to another, sums may wrap.
[[gnu::always_inline]] inline Shorts operator+(const Shorts& a, const Shorts& b) {
  return each_short([&](int i) -> ShortVector {
    return (ShortVector)((UnsignedShortVector)a.part[i] + (UnsignedShortVector)b.part[i]);
  });
}
[[gnu::always_inline]] inline Shorts operator-(const Shorts& a, const Shorts& b) {
  return each_short([&](int i) -> ShortVector {
    return (ShortVector)((UnsignedShortVector)a.part[i] - (UnsignedShortVector)b.part[i]);
  });
}

[[gnu::always_inline]] inline Shorts load(const std::int16_t* from) {
  return each_short([&](int i) {
    ShortVector v;
    __builtin_memcpy(&v, from + i * 2 * kVectorLanes, sizeof(v));
    return v;
  });
}

[[gnu::always_inline]] inline Shorts positive(const Shorts& v) {
  return each_short([&](int i) -> ShortVector {
#if GIOUL_KERNEL_BYTES == 64
    return (ShortVector)_mm512_maskz_max_epi16(0xFFFFFFFF, (__m512i)v.part[i],
                                               _mm512_setzero_si512());
#elif GIOUL_KERNEL_BYTES == 32
    return (ShortVector)_mm256_max_epi16((__m256i)v.part[i], _mm256_setzero_si256());
#elif defined(GIOUL_KERNEL_SSE2)
    return (ShortVector)_mm_max_epi16((__m128i)v.part[i], _mm_setzero_si128());
#else
    return v.part[i] > 0 ? v.part[i] : ShortVector{};
#endif
  });
}

// sums + a * b, the products of neighbours added. No sum of products leaves 32 bits (short_net.cpp,
// round_output).
[[gnu::always_inline]] inline void add_products(Ints& sums, const Shorts& a, const Shorts& b) {
  repeat<kParts>([&](int i) __attribute__((always_inline)) {
#if GIOUL_KERNEL_BYTES == 64
    sums.part[i] +=
        (IntVector)_mm512_maskz_madd_epi16(0xFFFF, (__m512i)a.part[i], (__m512i)b.part[i]);
#elif GIOUL_KERNEL_BYTES == 32
    sums.part[i] += (IntVector)_mm256_madd_epi16((__m256i)a.part[i], (__m256i)b.part[i]);
#elif defined(GIOUL_KERNEL_SSE2)
    sums.part[i] += (IntVector)_mm_madd_epi16((__m128i)a.part[i], (__m128i)b.part[i]);
#else
    // The two halves of each 32 bits, whichever of them comes first.
    const auto a32 = (IntVector)a.part[i];
    const auto b32 = (IntVector)b.part[i];
    sums.part[i] += (a32 << 16 >> 16) * (b32 << 16 >> 16) + (a32 >> 16) * (b32 >> 16);
#endif
  });
}

// Calls take(unit, active) for the groups of units from `unit` on: N in registers at a time, then
// the rest in fewer.
template <int N, typename Take>
[[gnu::always_inline]] inline void short_layer(const KernelShortNet& net, const std::int16_t* base,
                                               const ChangedRows& changes, int unit,
                                               const Take& take) {
  for (; unit + N * kShortLanes <= net.width; unit += N * kShortLanes) {
    Shorts sums[N];
    repeat<N>([&](int n) __attribute__((always_inline)) {
      sums[n] = load(base + unit + n * kShortLanes);
    });
    for (unsigned r = 0; r < changes.added_count; ++r) {
      const std::int16_t* row = net.rows + unit + changes.added[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] + load(row + n * kShortLanes);
      });
    }
    for (unsigned r = 0; r < changes.removed_count; ++r) {
      const std::int16_t* row = net.rows + unit + changes.removed[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] - load(row + n * kShortLanes);
      });
    }
    repeat<N>([&](int n) __attribute__((always_inline)) {
      take(unit + n * kShortLanes, positive(sums[n]));
    });
  }
  if constexpr (N > 1) short_layer<N / 2>(net, base, changes, unit, take);
}

// The same numbers as floats.
[[gnu::always_inline]] inline void store_floats(float* to, const Shorts& v) {
  using HalfVector = std::int16_t __attribute__((vector_size(GIOUL_KERNEL_BYTES / 2)));
  repeat<2 * kParts>([&](int i) __attribute__((always_inline)) {
    HalfVector half;
    __builtin_memcpy(&half, reinterpret_cast<const HalfVector*>(&v) + i, sizeof(half));
    const Vector floats = __builtin_convertvector(half, Vector);
    __builtin_memcpy(to + i * kVectorLanes, &floats, sizeof(floats));
  });
}

[[gnu::always_inline]] inline Floats to_floats(const Ints& v) {
  return each([&](int i) { return __builtin_convertvector(v.part[i], Vector); });
}

}  // namespace
}  // namespace gioul
