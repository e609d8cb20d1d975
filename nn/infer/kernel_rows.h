// Lists of rows for all places of a side at once; included by kernel_impl.h, under its rules.

#include "nn/infer/kernel_vector.h"

namespace gioul {
namespace {

// Calls offset(place) for the places of `set`, or for sixteen of them at a time where an
// instruction packs those that are in the set, and appends what it gives.
template <typename Offset>
[[gnu::always_inline]] inline std::uint32_t* append_rows(std::uint32_t set, std::uint32_t* rows,
                                                         const Offset& offset) {
#if GIOUL_KERNEL_BYTES == 64
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  for (int first = 0; first < 32; first += 16) {
    const auto on = static_cast<__mmask16>(set >> first);
    const IntVector places = (IntVector)lane + first;
    _mm512_storeu_si512(rows, _mm512_maskz_compress_epi32(on, (__m512i)offset(places, first)));
    rows += __builtin_popcount(on);
  }
#else
  for (; set != 0; set &= set - 1) *rows++ = offset(static_cast<unsigned>(__builtin_ctz(set)));
#endif
  return rows;
}

std::uint32_t* list_counts(const std::uint32_t* planes, std::uint32_t first, std::uint32_t values,
                           std::uint32_t width, std::uint32_t* rows) {
  const std::uint32_t set = planes[0] | planes[1] | planes[2] | planes[3];
#if GIOUL_KERNEL_BYTES == 64
  const auto offset = [&](const IntVector& places, int begin) {
    auto row = (__m512i)(places * static_cast<int>(values) + static_cast<int>(first));
    for (int i = 0; i < 4; ++i) {
      row = _mm512_mask_add_epi32(row, static_cast<__mmask16>(planes[i] >> begin), row,
                                  _mm512_set1_epi32(1 << i));
    }
    return (IntVector)row * static_cast<int>(width);
  };
#else
  const auto offset = [&](unsigned place) {
    std::uint32_t count = 0;
    for (int i = 0; i < 4; ++i) count |= (planes[i] >> place & 1) << i;
    return (first + place * values + count) * width;
  };
#endif
  return append_rows(set, rows, offset);
}

std::uint32_t* list_patterns(std::uint32_t set, std::uint32_t points, std::uint32_t first,
                             std::uint32_t values, std::uint32_t width, std::uint32_t* rows) {
  // No point is beyond 24, so that nothing is shifted out.
#if GIOUL_KERNEL_BYTES == 64
  const __m512i ahead = _mm512_set1_epi32(static_cast<int>(points << 6));
  const auto offset = [&](const IntVector& places, int) {
    const auto pattern = (IntVector)_mm512_maskz_srlv_epi32(kAllLanes, ahead, (__m512i)places) & 63;
    return (places * static_cast<int>(values) + static_cast<int>(first) + pattern) *
           static_cast<int>(width);
  };
#else
  const auto offset = [&](unsigned place) {
    return (first + place * values + (points << 6 >> place & 63)) * width;
  };
#endif
  return append_rows(set, rows, offset);
}

}  // namespace
}  // namespace gioul
