#include "engine/text/position_id.h"

#include <array>
#include <cstddef>

#include "base/error.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t kCharacters = 14;
constexpr std::size_t kBytes = 10;
constexpr std::size_t kBits = 8 * kBytes;

// The 80 bits, the lowest of each byte first. Each place is as many ones as it has checkers, then a
// zero; 15 checkers and 25 places per side need exactly 80 bits.
using Bits = std::array<bool, kBits>;

// Base 64: the highest bits of each byte come first. 14 characters have four bits more than needed.
Bits decode(std::string_view id) {
  if (id.size() != kCharacters) {
    throw InputError("Position ID of " + std::to_string(id.size()) + " characters (expected 14)");
  }
  Bits bits{};
  for (std::size_t i = 0; i < kCharacters; ++i) {
    const std::size_t value = kAlphabet.find(id[i]);
    if (value == std::string_view::npos) {
      throw InputError("column " + std::to_string(i + 1) +
                       ": invalid character in a Position ID (expected A-Z, a-z, 0-9, '+' or '/')");
    }
    for (std::size_t b = 0; b < 6; ++b) {
      const bool set = (value >> (5 - b) & 1u) != 0;
      const std::size_t at = 6 * i + b;
      if (at < kBits) {
        bits[at / 8 * 8 + 7 - at % 8] = set;
      } else if (set) {
        throw InputError("column 14: bits beyond the board (expected A, Q, g or w)");
      }
    }
  }
  return bits;
}

std::string encode(const Bits& bits) {
  std::string id;
  for (std::size_t i = 0; i < kCharacters; ++i) {
    std::size_t value = 0;
    for (std::size_t b = 0; b < 6; ++b) {
      const std::size_t at = 6 * i + b;
      value = value << 1 | (at < kBits && bits[at / 8 * 8 + 7 - at % 8] ? 1u : 0u);
    }
    id += kAlphabet[value];
  }
  return id;
}

Side decode_side(const Bits& bits, std::size_t& at) {
  Side side{};
  int total = 0;
  for (int place = 1; place <= kBar; ++place) {
    int count = 0;
    while (at < kBits && bits[at]) {
      ++at;
      ++count;
    }
    if (at == kBits) throw InputError("Position ID that ends within a side (expected 25 places)");
    ++at;
    total += count;
    if (total > kMaxCheckers) {
      throw InputError("Position ID with more than 15 checkers on one side");
    }
    side.set_count(place, count);
  }
  side.set_count(kOff, kMaxCheckers - total);
  return side;
}

void encode_side(const Side& side, Bits& bits, std::size_t& at) {
  for (int place = 1; place <= kBar; ++place) {
    for (int n = side.count(place); n > 0; --n) bits[at++] = true;
    ++at;
  }
}

}  // namespace

Position parse_position_id(const Variant& variant, std::string_view id) {
  const Bits bits = decode(id);
  std::size_t at = 0;
  Position position{};
  position.opp = decode_side(bits, at);
  position.own = decode_side(bits, at);
  for (; at < kBits; ++at) {
    if (bits[at]) throw InputError("Position ID with bits beyond the board");
  }
  if (variant.rolls_before_chains > 0) {
    position.own_rolls = kMaxCountedRolls;
    position.opp_rolls = kMaxCountedRolls;
  }
  const std::string text = format_position(variant, position);
  try {
    return parse_position(variant, text);
  } catch (const InputError& error) {
    throw InputError("Position ID of " + text + ": " + error.what());
  }
}

std::string format_position_id(const Variant& variant, const Position& position) {
  const auto fail = [](const char* what) {
    throw InputError(std::string("a Position ID cannot hold ") + what);
  };
  if (position.own.total() != kMaxCheckers || position.opp.total() != kMaxCheckers) {
    fail("a game of fewer than 15 checkers");
  }
  if (position.is_pending()) fail("owed or forfeit");
  if (position.own_pinned != 0 || position.opp_pinned != 0) fail("pinned checkers");
  const int rolls = variant.rolls_before_chains > 0 ? kMaxCountedRolls : 0;
  if (position.own_rolls != rolls || position.opp_rolls != rolls) fail("turns");
  Bits bits{};
  std::size_t at = 0;
  encode_side(position.opp, bits, at);
  encode_side(position.own, bits, at);
  return encode(bits);
}

}  // namespace gioul
