// Sums by which damage is noticed and things are told apart: FNV-1a names nets, tables and games,
// CRC-32 guards records of games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gioul {

inline constexpr std::uint64_t kFnvStart = 0xCBF29CE484222325u;

/// FNV-1a, 64 bits, of `bytes`; pass the result on to go on with more bytes. Each step is a
/// bijection of the hash, so two texts that differ in one byte only never have the same.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvStart) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

/// CRC-32 (IEEE 802.3, by zlib) of `bytes`; pass the result on to go on with more bytes.
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);

/// A hash as 16 lower-case hexadecimal digits.
inline std::string hex_digits(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace gioul
