// An order in which positions that have rows of the first layer in common follow each other: the
// rows of all positions of a batch fit no near cache, those of neighbours do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.h"

namespace gioul {

/// Memory to put positions in order; reused from call to call.
class NeighbourOrder {
 public:
  /// Most positions at a time.
  static constexpr std::size_t kMost = 4096;

  /// Each index of `positions` once. Valid until the next call.
  std::span<const std::uint16_t> of(std::span<const Position> positions);

 private:
  struct Place {
    std::uint32_t key;
    std::uint16_t index;
  };
  std::vector<Place> places_;
  std::vector<Place> sorted_;
  std::vector<std::uint16_t> order_;
};

}  // namespace gioul
