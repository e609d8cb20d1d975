// Writes lists with one value for each place of a set (PlaceSet), in ascending order. Compiled once
// per instruction set as part of kernel_impl.h; see its rules.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/position.h"
#include "nn/kernel/kernel_vector.h"

namespace gioul {
namespace {

#if GIOUL_KERNEL_BYTES >= 32

// Processes sixteen or eight places at once: one instruction compresses those in the set. This
// avoids branches that depend on the position, which processors cannot predict.
#define GIOUL_PLACES_AT_ONCE

// Returns a vector of consecutive places: first, first + 1, ...
[[gnu::always_inline]] inline IntVector consecutive_places(int first) {
#if GIOUL_KERNEL_BYTES == 64
  const IntVector lanes =
      (IntVector)_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#else
  const IntVector lanes = (IntVector)_mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
#endif
  return lanes + first;
}

// Returns a vector with `bits` >> place for each lane of `places`.
[[gnu::always_inline]] inline IntVector shifted_right_by(std::uint32_t bits,
                                                         const IntVector& places) {
#if GIOUL_KERNEL_BYTES == 64
  return (IntVector)_mm512_maskz_srlv_epi32(kAllLanes, _mm512_set1_epi32(static_cast<int>(bits)),
                                            (__m512i)places);
#else
  return (IntVector)_mm256_srlv_epi32(_mm256_set1_epi32(static_cast<int>(bits)), (__m256i)places);
#endif
}

// Appends the row offsets of the places in `set` to the list `rows`, and returns its new end.
// offsets(first) returns a vector with the offsets of the places from `first` on. May write up to
// kLanes values beyond the end.
template <typename Offsets>
[[gnu::always_inline]] inline std::uint32_t* append_packed_offsets(std::uint32_t set,
                                                                   std::uint32_t* rows,
                                                                   const Offsets& offsets) {
  for (int first = 0; first < 32; first += kVectorLanes) {
    const IntVector values = offsets(first);
#if GIOUL_KERNEL_BYTES == 64
    const auto on = static_cast<__mmask16>(set >> first);
    _mm512_storeu_si512(rows, _mm512_maskz_compress_epi32(on, (__m512i)values));
#else
    const unsigned on = set >> first & 255u;
    const __m256i lanes =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kLaneLists.of[on])));
    _mm256_storeu_si256((__m256i*)rows, _mm256_permutevar8x32_epi32((__m256i)values, lanes));
#endif
    rows += __builtin_popcount(on);
  }
  return rows;
}

// Appends the row offsets of the places in `set` to the list `rows`, and returns its new end.
// `table` holds one offset per place. May write up to kLanes values beyond the end.
[[gnu::always_inline]] inline std::uint32_t* append_packed_offsets(std::uint32_t set,
                                                                   std::uint32_t* rows,
                                                                   const std::uint32_t* table) {
  return append_packed_offsets(set, rows, [&](int first) __attribute__((always_inline)) {
    IntVector values;
    __builtin_memcpy(&values, table + first, sizeof(values));
    return values;
  });
}

#endif

}  // namespace
}  // namespace gioul
