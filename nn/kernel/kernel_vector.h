// Vectors of kLanes floats for any instruction set; kernels (kernel_impl.h) are written in terms of
// these. The header is included once per instruction set under the same rule as kernel_impl.h: no
// symbol may be shared between instruction sets.
//
// Define GIOUL_KERNEL_BYTES, the vector length of the instruction set: 16, 32 or 64.

#pragma once

#include <cstddef>

#include "nn/kernel/kernel.h"

#if defined(__x86_64__) || defined(__wasm_simd128__)  // Emscripten supports SSE2
#include <immintrin.h>
#endif

namespace gioul {
namespace {

// One register of floats or 32-bit integers. GCC would split longer vectors itself, but keeps the
// parts in memory.
using Vector = float __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
using IntVector = int __attribute__((vector_size(GIOUL_KERNEL_BYTES)));
/// Floats per register.
constexpr int kVectorLanes = GIOUL_KERNEL_BYTES / static_cast<int>(sizeof(float));
constexpr int kRegistersPerVector = kLanes / kVectorLanes;  // registers per vector of kLanes floats

// Numbers of vectors that are computed together, powers of two that fit the registers.
struct RegisterTile {
  int first_layer;              // vectors of kInt16Lanes first-layer units
  int first_layer_and_outputs;  // the same, computed along with the outputs
  // Vectors of kLanes units of a later layer, with two sums each or for `positions` positions.
  int later_layer;
  std::size_t positions;
  int later_layer_sparse;  // the same for one position, when zeros are skipped
};
constexpr RegisterTile kTile = GIOUL_KERNEL_BYTES == 64   ? RegisterTile{16, 4, 4, 4, 4}
                               : GIOUL_KERNEL_BYTES == 32 ? RegisterTile{4, 1, 2, 2, 4}
                                                          : RegisterTile{2, 1, 1, 2, 2};

#if GIOUL_KERNEL_BYTES == 64
// GCC 12 warns of uninitialized values in the unmasked forms of some intrinsics (bug 105593). A
// constant full mask costs nothing.
constexpr __mmask16 kAllLanes = 0xFFFF;
#endif

// N SIMD vectors of floats that are adjacent in memory.
template <int N>
struct Vectors {
  Vector part[N];
};
// A vector of kLanes floats, in one or more registers.
using Floats = Vectors<kRegistersPerVector>;

// Calls f(0), ..., f(N - 1) without a loop: GCC unrolls loops too late to keep arrays in registers.
template <int N, typename F>
[[gnu::always_inline]] inline void unroll(const F& f) {
  if constexpr (N > 1) unroll<N - 1>(f);
  f(N - 1);
}

// Returns the vector of type V (Floats, Shorts, Ints) whose part (register) i is f(i).
template <typename V, typename F>
[[gnu::always_inline]] inline V map_parts(const F& f) {
  V result;
  unroll<kRegistersPerVector>([&](int i) __attribute__((always_inline)) { result.part[i] = f(i); });
  return result;
}

[[gnu::always_inline]] inline Floats operator+(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) { return a.part[i] + b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator-(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) { return a.part[i] - b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator*(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) { return a.part[i] * b.part[i]; });
}
[[gnu::always_inline]] inline Floats operator/(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) { return a.part[i] / b.part[i]; });
}

// Loads a vector from memory, which needs no alignment: copies of a known size become unaligned
// loads and stores.
[[gnu::always_inline]] inline Vector load_vector(const float* from) {
  Vector v;
  __builtin_memcpy(&v, from, sizeof(v));
  return v;
}

// Stores a vector to memory, which needs no alignment.
[[gnu::always_inline]] inline void store_vector(float* to, const Vector& v) {
  __builtin_memcpy(to, &v, sizeof(v));
}

// Loads N vectors from consecutive floats, which need no alignment.
template <int N>
[[gnu::always_inline]] inline Vectors<N> load_vectors(const float* from) {
  Vectors<N> v;
  unroll<N>([&](int i) __attribute__((always_inline)) {
    v.part[i] = load_vector(from + i * kVectorLanes);
  });
  return v;
}

// Loads kLanes floats from memory, which needs no alignment.
[[gnu::always_inline]] inline Floats load(const float* from) {
  return load_vectors<kRegistersPerVector>(from);
}

// Stores N vectors to consecutive floats, which need no alignment.
template <int N>
[[gnu::always_inline]] inline void store(float* to, const Vectors<N>& v) {
  unroll<N>([&](int i)
                __attribute__((always_inline)) { store_vector(to + i * kVectorLanes, v.part[i]); });
}

// Returns a vector with `x` in all lanes.
[[gnu::always_inline]] inline Floats broadcast(float x) {
  return map_parts<Floats>([&](int) { return Vector{} + x; });
}

// Returns the larger of a and b in each lane; b if they are equal. x86 has an instruction for this,
// but GCC emits a comparison and a blend.
[[gnu::always_inline]] inline Floats max_lanes(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) -> Vector {
#if GIOUL_KERNEL_BYTES == 64
    return _mm512_maskz_max_ps(kAllLanes, a.part[i], b.part[i]);
#elif GIOUL_KERNEL_BYTES == 32
    return _mm256_max_ps(a.part[i], b.part[i]);
#elif defined(GIOUL_KERNEL_SSE2)
    return _mm_max_ps(a.part[i], b.part[i]);
#else
    return a.part[i] > b.part[i] ? a.part[i] : b.part[i];
#endif
  });
}

// Returns max(0, x) of each lane.
[[gnu::always_inline]] inline Floats relu(const Floats& v) { return max_lanes(v, broadcast(0.0f)); }

// Four lanes of a vector, called a quarter as a vector of sixteen lanes has four. Shuffles stay
// within quarters.
using Quarter = float __attribute__((vector_size(16)));

// Picks lanes from a and b within quarters: each quarter of the result is {a, b}[A], {a, b}[B], {a,
// b}[C], {a, b}[D], where {a, b} are the eight lanes of that quarter in a and b.
template <int A, int B, int C, int D>
[[gnu::always_inline]] inline Floats shuffle(const Floats& a, const Floats& b) {
  return map_parts<Floats>([&](int i) {
    constexpr int kFar = kVectorLanes - 4;  // offset of b's lanes in longer vectors
    constexpr int kA = A < 4 ? A : A + kFar, kB = B < 4 ? B : B + kFar;
    constexpr int kC = C < 4 ? C : C + kFar, kD = D < 4 ? D : D + kFar;
#if GIOUL_KERNEL_BYTES == 64
    return __builtin_shufflevector(a.part[i], b.part[i], kA, kB, kC, kD, kA + 4, kB + 4, kC + 4,
                                   kD + 4, kA + 8, kB + 8, kC + 8, kD + 8, kA + 12, kB + 12,
                                   kC + 12, kD + 12);
#elif GIOUL_KERNEL_BYTES == 32
    return __builtin_shufflevector(a.part[i], b.part[i], kA, kB, kC, kD, kA + 4, kB + 4, kC + 4,
                                   kD + 4);
#else
    return __builtin_shufflevector(a.part[i], b.part[i], kA, kB, kC, kD);
#endif
  });
}

// Transposes each quarter of the four vectors as a 4 x 4 matrix. A second call restores the
// vectors.
[[gnu::always_inline]] inline void transpose_quarters(Floats (&v)[4]) {
  const Floats low01 = shuffle<0, 4, 1, 5>(v[0], v[1]);
  const Floats low23 = shuffle<0, 4, 1, 5>(v[2], v[3]);
  const Floats high01 = shuffle<2, 6, 3, 7>(v[0], v[1]);
  const Floats high23 = shuffle<2, 6, 3, 7>(v[2], v[3]);
  v[0] = shuffle<0, 1, 4, 5>(low01, low23);
  v[1] = shuffle<2, 3, 6, 7>(low01, low23);
  v[2] = shuffle<0, 1, 4, 5>(high01, high23);
  v[3] = shuffle<2, 3, 6, 7>(high01, high23);
}

// Returns the sum of the four quarters of `v`, in the order (0 + 2) + (1 + 3).
[[gnu::always_inline]] inline Quarter quarter_sum(const Floats& v) {
#if GIOUL_KERNEL_BYTES == 16
  return (v.part[0] + v.part[2]) + (v.part[1] + v.part[3]);
#else
#if GIOUL_KERNEL_BYTES == 64
  const auto half = __builtin_shufflevector(v.part[0], v.part[0], 0, 1, 2, 3, 4, 5, 6, 7) +
                    __builtin_shufflevector(v.part[0], v.part[0], 8, 9, 10, 11, 12, 13, 14, 15);
#else
  const Vector half = v.part[0] + v.part[1];
#endif
  return __builtin_shufflevector(half, half, 0, 1, 2, 3) +
         __builtin_shufflevector(half, half, 4, 5, 6, 7);
#endif
}

// Returns four sums: element o is the sum of all lanes of v[o]. The order is fixed: (0 + 2) + (1 +
// 3) in each quarter, then the quarters as in quarter_sum().
[[gnu::always_inline]] inline Quarter lane_sums(const Floats (&v)[4]) {
  const Floats a = shuffle<0, 4, 1, 5>(v[0], v[1]) + shuffle<2, 6, 3, 7>(v[0], v[1]);
  const Floats b = shuffle<0, 4, 1, 5>(v[2], v[3]) + shuffle<2, 6, 3, 7>(v[2], v[3]);
  return quarter_sum(shuffle<0, 1, 4, 5>(a, b) + shuffle<2, 3, 6, 7>(a, b));
}

#if GIOUL_KERNEL_BYTES == 32
// The lanes that each 8-bit mask selects: of[mask] holds the indices of the mask's set bits in
// ascending order, one byte each, from the lowest byte on.
struct LaneLists {
  std::uint64_t of[256];
  constexpr LaneLists() : of() {
    for (unsigned set = 0; set < 256; ++set) {
      unsigned entry_shift = 0;
      for (std::uint64_t lane = 0; lane < 8; ++lane) {
        if ((set >> lane & 1) == 0) continue;
        of[set] |= lane << entry_shift;
        entry_shift += 8;
      }
    }
  }
};
constexpr LaneLists kLaneLists;
#endif

}  // namespace
}  // namespace gioul
