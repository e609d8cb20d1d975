// Values that a search has worked out, by position and depth: a chain is decided number by number,
// and each of its decisions looks at the same ends again.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/outcome.h"
#include "engine/position.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// One entry a slot, the newer one stays. A value is a function of position and `depth` alone (a
/// number for the plies and whatever else it depends on, not negative), so what is found here is
/// what would be computed.
class ValueCache {
 public:
  /// The value, or null. Valid until the next call of insert().
  const Value* find(const Position& position, int depth) const {
    const Entry& entry = entries_[slot_of(position)];
    const bool is_known =
        entry.epoch == epoch_ && entry.depth == depth && entry.position == position;
    return is_known ? &entry.value : nullptr;
  }

  void insert(const Position& position, int depth, const Value& value) {
    entries_[slot_of(position)] = {position, depth, epoch_, value};
  }

  void clear() { ++epoch_; }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 13;  // 0.8 MB, about a core's own cache

  struct Entry {
    Position position{};
    int depth = 0;
    std::uint32_t epoch = 0;
    Value value{};
  };

  static std::size_t slot_of(const Position& position) {
    return PositionHash{}(position) >> 7 & (kSlots - 1);
  }

  std::vector<Entry> entries_ = std::vector<Entry>(kSlots);
  std::uint32_t epoch_ = 1;  // entries of others are empty
};

}  // namespace gioul
