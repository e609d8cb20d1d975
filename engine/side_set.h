// A small set of boards of one side, for the searches that meet the same board on several ways.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include "engine/afterstates.h"
#include "engine/position.h"

namespace gioul {

/// Insertion-ordered set with open addressing. Holds at most kMaxAfterstates boards, the bound on
/// what one decision can reach; the table is kept under three quarters full.
class SideSet {
 public:
  SideSet() { clear(); }

  void clear() {
    size_ = 0;
    slots_.fill(0);
  }

  void insert(const Side& side) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &side, sizeof(Side));
    std::uint64_t slot = (words[0] * 0x9E3779B97F4A7C15u ^ words[1]) * 0xD6E8FEB86659FD93u >> 52;
    for (; slots_[slot] != 0; slot = (slot + 1) % kSlotCount) {
      if (items_[slots_[slot] - 1u] == side) return;
    }
    items_[size_++] = side;
    slots_[slot] = static_cast<std::uint16_t>(size_);
  }

  std::span<const Side> items() const { return {items_.data(), size_}; }

 private:
  static constexpr std::uint64_t kSlotCount = 4096;  // 2^12: the hash keeps the upper 12 bits
  static_assert(kMaxAfterstates * 4 <= kSlotCount * 3);

  std::array<Side, kMaxAfterstates> items_;
  std::array<std::uint16_t, kSlotCount> slots_;  // 1 + index into items_, 0 for a free slot
  std::size_t size_ = 0;
};

}  // namespace gioul
