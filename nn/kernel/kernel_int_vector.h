// Vectors of 16-bit and 32-bit integers, the counterpart of kernel_vector.h; compiled once per
// instruction set.

#pragma once

#include "nn/kernel/kernel_vector.h"

namespace gioul {
namespace {

// One register of 16-bit integers.
using ShortVector = std::int16_t __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
using UnsignedShortVector = std::uint16_t __attribute__((vector_size(GIOUL_KERNEL_BYTES)));

// A vector of kInt16Lanes integers of 16 bits, in one or more registers.
struct Shorts {
  ShortVector part[kRegistersPerVector];
};
// A vector of kLanes integers of 32 bits, in one or more registers.
struct Ints {
  IntVector part[kRegistersPerVector];
};

// Sums wrap modulo 2^16, which C++ guarantees for unsigned integers only. The sum of a whole
// position fits (quantize.h), but partial sums and deltas may wrap.
[[gnu::always_inline]] inline Shorts operator+(const Shorts& a, const Shorts& b) {
  return map_parts<Shorts>([&](int i) -> ShortVector {
    return (ShortVector)((UnsignedShortVector)a.part[i] + (UnsignedShortVector)b.part[i]);
  });
}
[[gnu::always_inline]] inline Shorts operator-(const Shorts& a, const Shorts& b) {
  return map_parts<Shorts>([&](int i) -> ShortVector {
    return (ShortVector)((UnsignedShortVector)a.part[i] - (UnsignedShortVector)b.part[i]);
  });
}

// Loads kInt16Lanes integers from memory, which needs no alignment.
[[gnu::always_inline]] inline Shorts load(const std::int16_t* from) {
  return map_parts<Shorts>([&](int i) {
    ShortVector v;
    __builtin_memcpy(&v, from + i * 2 * kVectorLanes, sizeof(v));
    return v;
  });
}

// Returns max(0, x) of each lane.
[[gnu::always_inline]] inline Shorts relu(const Shorts& v) {
  return map_parts<Shorts>([&](int i) -> ShortVector {
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

// Adds to each 32-bit lane of `sums` the products of two neighboring 16-bit lanes of a and b. No
// sum overflows 32 bits (quantize.cpp).
[[gnu::always_inline]] inline void add_products(Ints& sums, const Shorts& a, const Shorts& b) {
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
#if GIOUL_KERNEL_BYTES == 64
    sums.part[i] +=
        (IntVector)_mm512_maskz_madd_epi16(0xFFFF, (__m512i)a.part[i], (__m512i)b.part[i]);
#elif GIOUL_KERNEL_BYTES == 32
    sums.part[i] += (IntVector)_mm256_madd_epi16((__m256i)a.part[i], (__m256i)b.part[i]);
#elif defined(GIOUL_KERNEL_SSE2)
    sums.part[i] += (IntVector)_mm_madd_epi16((__m128i)a.part[i], (__m128i)b.part[i]);
#else
    // The two halves of each 32 bits; their order does not matter.
    const auto a32 = (IntVector)a.part[i];
    const auto b32 = (IntVector)b.part[i];
    sums.part[i] += (a32 << 16 >> 16) * (b32 << 16 >> 16) + (a32 >> 16) * (b32 >> 16);
#endif
  });
}

// Converts 32-bit integers to floats.
[[gnu::always_inline]] inline Floats to_floats(const Ints& v) {
  return map_parts<Floats>([&](int i) { return __builtin_convertvector(v.part[i], Vector); });
}

// Loads kLanes integers from memory, which needs no alignment.
[[gnu::always_inline]] inline Ints load(const std::int32_t* from) {
  Ints v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}

// Returns a * times + b, lane by lane.
[[gnu::always_inline]] inline Ints multiply_add(const Ints& a, int times, const Ints& b) {
  return map_parts<Ints>([&](int i) { return a.part[i] * times + b.part[i]; });
}

[[gnu::always_inline]] inline Ints operator+(const Ints& a, const Ints& b) {
  return map_parts<Ints>([&](int i) { return a.part[i] + b.part[i]; });
}

// --- Activations, kInputsPerDword in 32 bits -----------------------------------------------------

#if defined(GIOUL_KERNEL_DOTS)
constexpr int kInputsPerDword = 4;
#else
constexpr int kInputsPerDword = 2;
#endif
/// Bytes of one activation, or of its low part.
constexpr std::size_t kActivationBytes = 4 / kInputsPerDword;
/// Number of byte parts (low and high) of a value with more than 8 bits.
constexpr int kBytePartCount = kInputsPerDword == 4 ? 2 : 1;

// Adds to each lane of `sums` the products of the activations in `dword`, the same for all lanes,
// with the weights of that lane.
[[gnu::always_inline]] inline void add_dword_products(Ints& sums, std::int32_t dword,
                                                      const Shorts& weights) {
#if !defined(GIOUL_KERNEL_DOTS)
  Shorts inputs;
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
    inputs.part[i] = (ShortVector)(IntVector{} + dword);
  });
  add_products(sums, inputs, weights);
#elif GIOUL_KERNEL_BYTES == 64
  sums.part[0] = (IntVector)_mm512_dpbusd_epi32((__m512i)sums.part[0], _mm512_set1_epi32(dword),
                                                (__m512i)weights.part[0]);
#else
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
    const auto four = (IntVector)weights.part[i];
    for (int byte = 0; byte < 32; byte += 8) {
      sums.part[i] += (dword >> byte & 255) * (four << (24 - byte) >> 24);
    }
  });
#endif
}

// Converts first-layer units, all >= 0, to activations by their `scale`
// (KernelNetView::first_layer_scales) and writes them to `to`. In kernels that multiply bytes, only
// the low bytes go there; the high bytes go to `high`.
[[gnu::always_inline]] inline void store_scaled(std::uint8_t* to,
                                                [[maybe_unused]] std::uint8_t* high,
                                                const Shorts& units, const std::uint16_t* scale) {
  // Twice the activation is in 16 bits, so it never exceeds kMaxActivation.
#if GIOUL_KERNEL_BYTES == 64
  constexpr __mmask32 kAllShorts = 0xFFFFFFFF;
  const __m512i twice =
      _mm512_maskz_mulhi_epu16(kAllShorts, (__m512i)units.part[0], _mm512_loadu_si512(scale));
  const __m512i active = _mm512_maskz_avg_epu16(kAllShorts, twice, _mm512_setzero_si512());
#if defined(GIOUL_KERNEL_DOTS)
  _mm256_storeu_si256((__m256i*)to, _mm512_maskz_cvtepi16_epi8(kAllShorts, active));
  const __m512i shifted = _mm512_maskz_srli_epi16(kAllShorts, active, 8);
  _mm256_storeu_si256((__m256i*)high, _mm512_maskz_cvtepi16_epi8(kAllShorts, shifted));
#else
  _mm512_storeu_si512(to, active);
#endif
#elif GIOUL_KERNEL_BYTES == 32
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
    const __m256i twice =
        _mm256_mulhi_epu16((__m256i)units.part[i], _mm256_loadu_si256((const __m256i*)scale + i));
    _mm256_storeu_si256((__m256i*)to + i, _mm256_avg_epu16(twice, _mm256_setzero_si256()));
  });
#elif defined(GIOUL_KERNEL_SSE2)
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
    const __m128i twice =
        _mm_mulhi_epu16((__m128i)units.part[i], _mm_loadu_si128((const __m128i*)scale + i));
    _mm_storeu_si128((__m128i*)to + i, _mm_avg_epu16(twice, _mm_setzero_si128()));
  });
#else
  std::int16_t plain[kInt16Lanes];
  __builtin_memcpy(plain, &units, sizeof(plain));
  for (int i = 0; i < kInt16Lanes; ++i) {
    const std::uint32_t twice = static_cast<std::uint32_t>(plain[i]) * scale[i] >> 16;
    plain[i] = static_cast<std::int16_t>((twice + 1) / 2);
  }
#if defined(GIOUL_KERNEL_DOTS)
  for (int i = 0; i < kInt16Lanes; ++i) {
    to[i] = static_cast<std::uint8_t>(plain[i] & 255);
    high[i] = static_cast<std::uint8_t>(plain[i] >> 8);
  }
#else
  __builtin_memcpy(to, plain, sizeof(plain));
#endif
#endif
}

// Rounds the lanes of `v`, which must be >= 0, half up, and clamps them to `limit`.
[[gnu::always_inline]] inline Ints round_half_up(const Floats& v, int limit) {
  const Floats bounded = map_parts<Floats>([&](int i) -> Vector {
    const Vector top = Vector{} + static_cast<float>(limit);
#if GIOUL_KERNEL_BYTES == 64
    return _mm512_maskz_min_ps(kAllLanes, v.part[i], top);
#elif GIOUL_KERNEL_BYTES == 32
    return _mm256_min_ps(v.part[i], top);
#elif defined(GIOUL_KERNEL_SSE2)
    return _mm_min_ps(v.part[i], top);
#else
    return v.part[i] < top ? v.part[i] : top;
#endif
  });
  const Floats raised = bounded + broadcast(0.5f);
  return map_parts<Ints>([&](int i) { return __builtin_convertvector(raised.part[i], IntVector); });
}

// Writes kLanes activations of a later layer as lanes of type Narrow, one or two bytes each.
template <typename Narrow>
[[gnu::always_inline]] inline void store_narrowed(std::uint8_t* to, const Ints& v) {
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) {
    const auto narrow = __builtin_convertvector(v.part[i], Narrow);
    __builtin_memcpy(to + i * static_cast<int>(sizeof(narrow)), &narrow, sizeof(narrow));
  });
}
// Activations of one or two bytes for the lanes of an IntVector.
using ByteLanes = std::uint8_t __attribute__((vector_size(kVectorLanes)));
using Int16Lanes = std::int16_t __attribute__((vector_size(2 * kVectorLanes)));

// Writes N times kLanes activations of a later layer, all <= kMaxActivation. In kernels that
// multiply bytes, the high bytes go to `high`.
template <int N>
[[gnu::always_inline]] inline void store_activations(std::uint8_t* to,
                                                     [[maybe_unused]] std::uint8_t* high,
                                                     const Ints (&active)[N]) {
#if !defined(GIOUL_KERNEL_DOTS)
  unroll<N>([&](int n) __attribute__((always_inline)) {
    store_narrowed<Int16Lanes>(to + 2 * kLanes * n, active[n]);
  });
#else
  static_assert(kHighByteScale == 1 << 8);
#if GIOUL_KERNEL_BYTES == 64
  if constexpr (N == 4) {
    // Packing works within quarters; then the order is restored.
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    constexpr __mmask32 kAllShorts = 0xFFFFFFFF;
    const auto shorts = [&](int n) __attribute__((always_inline)) {
      return _mm512_maskz_packs_epi32(kAllShorts, (__m512i)active[n].part[0],
                                      (__m512i)active[n + 1].part[0]);
    };
    const __m512i first = shorts(0);
    const __m512i second = shorts(2);
    const auto pack = [&](const __m512i& a, const __m512i& b) __attribute__((always_inline)) {
      const __m512i bytes = _mm512_maskz_packus_epi16(~__mmask64{0}, a, b);
      return _mm512_maskz_permutexvar_epi32(kAllLanes, order, bytes);
    };
    const __m512i low = _mm512_set1_epi16(kHighByteScale - 1);
    _mm512_storeu_si512(to, pack(first & low, second & low));
    _mm512_storeu_si512(high, pack(_mm512_maskz_srli_epi16(kAllShorts, first, 8),
                                   _mm512_maskz_srli_epi16(kAllShorts, second, 8)));
    return;
  }
#endif
  unroll<N>([&](int n) __attribute__((always_inline)) {
    store_narrowed<ByteLanes>(to + kLanes * n, active[n]);
    Ints shifted;
    unroll<kRegistersPerVector>(
        [&](int i) __attribute__((always_inline)) { shifted.part[i] = active[n].part[i] >> 8; });
    store_narrowed<ByteLanes>(high + kLanes * n, shifted);
  });
#endif
}

#if defined(GIOUL_KERNEL_TILES)
// Lists in `numbers` the indices of the blocks of kLanes dwords that are not all 0 in at least one
// of `count` positions. Returns the number of listed blocks.
[[gnu::always_inline]] inline int list_nonzero_chunks(const std::uint8_t* from, std::size_t stride,
                                                      std::size_t count, int dwords, int* numbers) {
  int found = 0;
  for (int chunk = 0; chunk < dwords / kLanes; ++chunk) {
    Ints any = {};
    for (std::size_t p = 0; p < count; ++p) {
      const Ints here = load((const std::int32_t*)(from + p * stride) + chunk * kLanes);
      unroll<kRegistersPerVector>(
          [&](int i) __attribute__((always_inline)) { any.part[i] |= here.part[i]; });
    }
    const Ints none = {};
    numbers[found] = chunk;
    found += __builtin_memcmp(&any, &none, sizeof(any)) != 0 ? 1 : 0;
  }
  return found;
}
#else
// Lists in `numbers` the indices of the dwords that are not 0 among `count` (a multiple of kLanes);
// returns how many there are. The list needs room for one more vector.
[[gnu::always_inline]] inline std::size_t list_nonzero_dwords(const std::uint8_t* dwords, int count,
                                                              std::uint32_t* numbers) {
  std::uint32_t* to = numbers;
#if GIOUL_KERNEL_BYTES == 64
  __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (int i = 0; i < count; i += kVectorLanes) {
    const __m512i v = _mm512_loadu_si512(dwords + 4 * i);
    const __mmask16 on = _mm512_test_epi32_mask(v, v);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(on, number));
    to += __builtin_popcount(on);
    number = _mm512_add_epi32(number, _mm512_set1_epi32(kVectorLanes));
  }
#elif GIOUL_KERNEL_BYTES == 32
  for (int i = 0; i < count; i += kVectorLanes) {
    const __m256i v = _mm256_loadu_si256((const __m256i*)(dwords + 4 * i));
    const auto on = ~static_cast<unsigned>(_mm256_movemask_ps(
                        _mm256_castsi256_ps(_mm256_cmpeq_epi32(v, _mm256_setzero_si256())))) &
                    255u;
    const __m256i lanes =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kLaneLists.of[on])));
    _mm256_storeu_si256((__m256i*)to, _mm256_add_epi32(lanes, _mm256_set1_epi32(i)));
    to += __builtin_popcount(on);
  }
#else
  for (int i = 0; i < count; ++i) {
    std::int32_t dword;
    __builtin_memcpy(&dword, dwords + 4 * i, sizeof(dword));
    *to = static_cast<std::uint32_t>(i);
    to += dword != 0 ? 1 : 0;
  }
#endif
  return static_cast<std::size_t>(to - numbers);
}
#endif

}  // namespace
}  // namespace gioul
