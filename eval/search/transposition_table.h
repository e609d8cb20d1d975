// A transposition table: caches search results by position and search settings. Useful for chains,
// which are decided number by number, since each of these decisions meets the same positions again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// A cache of search results by position and search settings. Each slot holds one entry, and a new
/// entry replaces the old one. `settings_key` is a non-negative number that encodes the depth and
/// all other settings of the search: a result must depend only on the position and `settings_key`,
/// so that a cached result equals a computed one.
template <typename Result>
class TranspositionTable {
 public:
  /// `slots` is the number of slots, a power of two. Their memory is allocated by the first
  /// insert().
  explicit TranspositionTable(std::size_t slots) : slot_count_(slots) {}

  /// Returns the cached result of a search, or null. Valid until the next insert().
  const Result* find(const Position& position, int settings_key) const {
    if (entries_.empty()) return nullptr;
    const Entry& entry = entries_[slot_of(position, settings_key)];
    const bool is_known =
        entry.epoch == epoch_ && entry.settings_key == settings_key && entry.position == position;
    return is_known ? &entry.result : nullptr;
  }

  /// Stores the result of a search.
  void insert(const Position& position, int settings_key, const Result& result) {
    if (entries_.empty()) entries_.resize(slot_count_);
    entries_[slot_of(position, settings_key)] = {position, settings_key, epoch_, result};
  }

  /// Removes all entries.
  void clear() { ++epoch_; }

 private:
  struct Entry {
    Position position{};
    int settings_key = 0;     // encodes the depth and all other settings of the search
    std::uint32_t epoch = 0;  // value of epoch_ when the entry was stored
    Result result{};
  };

  // Returns the index of the slot of an entry. The slot depends on the settings, too, since a
  // position is looked up at several depths in turn.
  std::size_t slot_of(const Position& position, int settings_key) const {
    return ((PositionHash{}(position) >> 7) + static_cast<std::size_t>(settings_key) * 1237) &
           (slot_count_ - 1);
  }

  std::size_t slot_count_;
  std::vector<Entry> entries_;
  std::uint32_t epoch_ = 1;  // number of calls of clear() plus 1; older entries count as removed
};

}  // namespace gioul
