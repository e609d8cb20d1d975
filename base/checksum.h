// Checksums and hashes of bytes: FNV-1a identifies nets, tables and games; CRC-32 detects damaged
// game records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gioul {

/// Initial hash of fnv1a(), which is the hash of an empty text: the offset basis of 64-bit FNV-1a.
inline constexpr std::uint64_t kFnvOffsetBasis = 0xCBF29CE484222325u;

/// Returns the 64-bit FNV-1a hash of `bytes`. To continue with more bytes, pass the last result as
/// `hash`. Texts of the same length that differ in one byte never collide, because each step is a
/// bijection of the hash.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvOffsetBasis) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

/// Returns the CRC-32 (IEEE 802.3) of `bytes`. To continue with more bytes, pass the last result as
/// `crc`.
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);

/// Formats a hash as 16 lower-case hexadecimal digits.
inline std::string format_hex(std::uint64_t value) {
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

}  // namespace gioul
