// A small hash set of boards of one side, for searches that reach the same board in several ways.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/afterstates.h"
#include "engine/position.h"

namespace gioul {

/// A set of boards of one player (Side), in the order of insertion; at most kMaxAfterstates. Its
/// hash table uses open addressing and grows as needed, because most decisions need few slots and
/// clearing a large table would cost more than filling it.
class SideHashSet {
 public:
  SideHashSet() { clear(); }

  /// Removes all boards.
  void clear() {
    size_ = 0;
    mask_ = kMinSlots - 1;
    std::fill_n(slots_.begin(), kMinSlots, std::uint16_t{0});
  }

  /// Inserts a board unless the set already contains it.
  void insert(const Side& side) {
    const std::size_t slot = find_slot(side);
    if (slots_[slot] != 0) return;
    items_[size_++] = side;
    slots_[slot] = static_cast<std::uint16_t>(size_);
    if (4 * size_ > 3 * mask_ && mask_ + 1 < kMaxSlots) grow();
  }

  /// The boards, in the order in which they were inserted.
  std::span<const Side> items() const { return {items_.data(), size_}; }

 private:
  static constexpr std::size_t kMinSlots = 64;    // size of the hash table of an empty set
  static constexpr std::size_t kMaxSlots = 4096;  // maximum size of the hash table
  static_assert(kMaxAfterstates * 4 <= kMaxSlots * 3, "never more than three quarters full");

  // Returns the index of the hash table slot that holds `side`, or of the free one where it
  // belongs.
  std::size_t find_slot(const Side& side) const {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &side, sizeof(Side));
    const std::uint64_t hash =
        (words[0] * 0x9E3779B97F4A7C15u ^ words[1]) * 0xD6E8FEB86659FD93u >> 32;
    std::size_t slot = hash & mask_;
    while (slots_[slot] != 0 && !(items_[slots_[slot] - 1u] == side)) slot = (slot + 1) & mask_;
    return slot;
  }

  // Makes the hash table four times as large.
  void grow() {
    mask_ = 4 * (mask_ + 1) - 1;
    std::fill_n(slots_.begin(), mask_ + 1, std::uint16_t{0});
    for (std::size_t i = 0; i < size_; ++i) {
      slots_[find_slot(items_[i])] = static_cast<std::uint16_t>(i + 1);
    }
  }

  std::array<Side, kMaxAfterstates> items_;     // the boards, in the order of insertion
  std::array<std::uint16_t, kMaxSlots> slots_;  // the hash table: 1 + index into items_; 0 if free
  std::size_t mask_ = 0;                        // current number of slots minus one, 2^n - 1
  std::size_t size_ = 0;                        // number of boards
};

}  // namespace gioul
