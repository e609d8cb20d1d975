// Encodes stored results as bytes: integers as varints, and IEEE doubles.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace gioul {

/// Appends numbers to a byte string, which a ByteReader can read.
class ByteWriter {
 public:
  /// Appends an integer as a varint: seven bits per byte, lowest first; all bytes but the last have
  /// the highest bit set.
  void write_varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(0x80 | (value & 0x7F));
    bytes_ += static_cast<char>(value);
  }

  /// Appends a double: eight bytes, lowest first.
  void write_double(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(bits >> shift);
  }

  /// Moves the bytes out of the writer.
  std::string take_bytes() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads numbers from the bytes of a ByteWriter, in the same order. Throws InputError, which does
/// not name a file, for invalid bytes.
class ByteReader {
 public:
  /// Reads from the beginning of `bytes`, which must outlive the reader.
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  /// Reads an integer. Throws if it is greater than `limit` or invalid.
  std::uint64_t read_varint(std::uint64_t limit) {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      const std::uint64_t byte = read_byte();
      value |= (byte & 0x7F) << shift;
      if (byte >= 0x80) continue;
      if (value > limit || (byte == 0 && shift != 0)) break;
      return value;
    }
    throw InputError("invalid number");
  }

  /// Reads a double. Throws if it is not finite.
  double read_double() {
    std::uint64_t bits = 0;
    for (int shift = 0; shift < 64; shift += 8) bits |= read_byte() << shift;
    const auto value = std::bit_cast<double>(bits);
    if (!std::isfinite(value)) throw InputError("a number is not finite");
    return value;
  }

  /// Throws InputError if there are bytes left.
  void expect_end() const {
    if (!rest_.empty()) throw InputError("trailing data");
  }

 private:
  std::uint64_t read_byte() {
    if (rest_.empty()) throw InputError("unexpected end of data");
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }

  std::string_view rest_;  // the bytes that were not read yet
};

}  // namespace gioul
