#include "python/bindings/board_bytes.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "base/error.h"

namespace gioul::python {

namespace {

// Bit i of a byte as byte i of a word: eight places at a time.
constexpr std::array<std::uint64_t, 256> kSpread = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::size_t bits = 0; bits < spread.size(); ++bits) {
    for (std::size_t i = 0; i < 8; ++i) spread[bits] |= std::uint64_t{bits >> i & 1u} << (8 * i);
  }
  return spread;
}();
static_assert(std::endian::native == std::endian::little, "byte i is place i");

}  // namespace

void write_counts(const Side& side, std::int8_t* bytes) {
  std::array<std::uint64_t, 4> words{};
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::size_t plane = 0; plane < side.planes.size(); ++plane) {
      words[word] += kSpread[side.planes[plane] >> (8 * word) & 255u] << plane;
    }
  }
  std::memcpy(bytes, words.data(), kPlaces);
}

Side side_of_counts(const std::int8_t* bytes) {
  Side side{};
  int total = 0;
  for (int place = 0; place < kPlaces; ++place) {
    const int count = bytes[place];
    total += count;
    if (count < 0 || total > kMaxCheckers) {
      throw InputError(std::to_string(count) + " checkers on place " + std::to_string(place) +
                       " (expected 0 or more, and 1 to 15 in all)");
    }
    side.set_count(place, count);
  }
  return side;
}

}  // namespace gioul::python
