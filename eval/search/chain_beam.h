// The best few positions met so far while a chain is played on: a short list, best first, without
// repetitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/position.h"

namespace gioul {

/// A position on the way through a chain, with its equity for whoever plays the chain.
struct BeamEntry {
  Position position;
  float equity;
  bool mover_acts;  // he who plays the chain acts there
};

/// Different ways to play a chain meet in the same positions, which count once.
class ChainBeam {
 public:
  void clear(int width) {
    width_ = static_cast<std::size_t>(width);
    entries_.clear();
  }

  /// Below this nothing is taken any more.
  float threshold() const { return entries_.size() < width_ ? -1e9f : entries_.back().equity; }

  /// Ties are in favour of what came first.
  void offer(const Position& position, float equity, bool mover_acts) {
    if (width_ == 0 || equity <= threshold()) return;
    for (const BeamEntry& entry : entries_) {
      if (entry.position == position) return;
    }
    if (entries_.size() == width_) entries_.pop_back();
    const auto at = std::ranges::find_if(
        entries_, [&](const BeamEntry& entry) { return entry.equity < equity; });
    entries_.insert(at, {position, equity, mover_acts});
  }

  std::span<const BeamEntry> entries() const { return entries_; }

 private:
  std::size_t width_ = 0;
  std::vector<BeamEntry> entries_;
};

}  // namespace gioul
