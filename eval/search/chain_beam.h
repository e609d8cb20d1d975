// A beam for searching chains: a bounded list of the best distinct positions found so far, best
// first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/position.h"

namespace gioul {

/// A position reached inside a chain (a doublet that continues with higher numbers), and its equity
/// for the player of the chain.
struct BeamEntry {
  Position position;
  float equity;          // in points or as a utility, for the player of the chain
  bool mover_acts_next;  // true if the player of the chain moves next
};

/// A bounded list of the best positions found, best first. A position is in it only once, even if
/// several ways to play the chain lead to it.
class ChainBeam {
 public:
  /// Empties the beam and sets its maximum number of positions.
  void clear(int width) {
    width_ = static_cast<std::size_t>(width);
    entries_.clear();
  }

  /// Returns the equity that a position must exceed to be added to the beam: that of the worst
  /// entry if the beam is full.
  float equity_threshold() const {
    return entries_.size() < width_ ? -1e9f : entries_.back().equity;
  }

  /// Adds a position if its equity exceeds equity_threshold() and it is not in the beam yet. If the
  /// beam is full, the worst entry is removed. Of positions with equal equity, the earlier one
  /// comes first.
  void add_if_better(const Position& position, float equity, bool mover_acts) {
    if (width_ == 0 || equity <= equity_threshold()) return;
    for (const BeamEntry& entry : entries_) {
      if (entry.position == position) return;
    }
    if (entries_.size() == width_) entries_.pop_back();
    const auto at = std::ranges::find_if(
        entries_, [&](const BeamEntry& entry) { return entry.equity < equity; });
    entries_.insert(at, {position, equity, mover_acts});
  }

  /// Returns the positions in the beam, best first.
  std::span<const BeamEntry> entries() const { return entries_; }

 private:
  std::size_t width_ = 0;  // maximum number of entries
  std::vector<BeamEntry> entries_;
};

}  // namespace gioul
