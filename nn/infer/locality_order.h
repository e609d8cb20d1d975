// Orders positions so that those that share weight rows of the first layer (nn/kernel/row_layout.h)
// are neighbors: the rows of neighbors fit in a near cache, those of a whole batch do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/position.h"

namespace gioul {

/// Computes orders of positions in which neighbors share many weight rows of the first layer. Holds
/// working memory, reused between calls.
class LocalityOrder {
 public:
  /// Maximum number of positions in one call.
  static constexpr std::size_t kMaxPositions = 4096;

  /// Returns the indices of all `positions`, in the new order. The result is valid until the next
  /// call.
  std::span<const std::uint16_t> sorted_indices(std::span<const Position> positions);

 private:
  struct KeyedIndex {
    std::uint32_t key;    // positions are sorted by this: phase, then places of one side
    std::uint16_t index;  // index of the position
  };
  // The keys and indices to be sorted: the input of each pass of a radix sort.
  std::vector<KeyedIndex> keyed_indices_;
  std::vector<KeyedIndex> radix_output_;       // output of the pass; then swapped with the input
  std::vector<std::uint16_t> sorted_indices_;  // the result
};

}  // namespace gioul
