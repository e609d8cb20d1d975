// What a search has worked out, by position and depth: a chain is decided number by number, and
// each of its decisions looks at the same ends again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// One entry a slot, the newer one stays. What was `Found` is a function of position and `depth`
/// alone (a number for the plies and whatever else it depends on, not negative), so it is what
/// would be computed. The slots, a power of two, are there from the first insert() on.
template <typename Found>
class ValueCache {
 public:
  explicit ValueCache(std::size_t slots) : slots_(slots) {}

  /// What was found, or null. Valid until the next call of insert().
  const Found* find(const Position& position, int depth) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[slot_of(position, depth)];
    const bool is_known =
        entry.epoch == epoch_ && entry.depth == depth && entry.position == position;
    return is_known ? &entry.found : nullptr;
  }

  void insert(const Position& position, int depth, const Found& found) {
    if (entries_.empty()) entries_.resize(slots_);
    entries_[slot_of(position, depth)] = {position, depth, epoch_, found};
  }

  void clear() { ++epoch_; }

 private:
  struct Entry {
    Position position{};
    int depth = 0;
    std::uint32_t epoch = 0;
    Found found{};
  };

  // Of one position several depths are asked for in turn.
  std::size_t slot_of(const Position& position, int depth) const {
    return ((PositionHash{}(position) >> 7) + static_cast<std::size_t>(depth) * 1237) &
           (slots_ - 1);
  }

  std::size_t slots_;
  std::vector<Entry> entries_;
  std::uint32_t epoch_ = 1;  // entries of others are empty
};

}  // namespace gioul
