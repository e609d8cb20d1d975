// Perft: counts move sequences of a given depth, the first test of any move generator.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/movegen.h"

namespace gioul {

/// Counts the sequences of `depth` decisions from a position (notation, section 4). Each of the 21
/// distinct rolls and each distinct afterstate counts once. A sequence that ends the game earlier
/// counts as one.
template <GameRules R>
class Perft {
 public:
  /// Allocates the afterstate lists for sequences of `depth` decisions, at least 0.
  explicit Perft(int depth) : lists_by_depth_(static_cast<std::size_t>(depth)) {}

  /// Returns the number of sequences from `position`.
  std::uint64_t operator()(const Position& position) {
    return count_sequences(position, lists_by_depth_.size());
  }

 private:
  // Counts the sequences of `depth` decisions from a position, over all rolls.
  std::uint64_t count_sequences(const Position& position, std::size_t depth) {
    if (depth == 0) return 1;
    if (position.is_pending()) return count_sequences_of_decision(position, std::nullopt, depth);
    std::uint64_t sum = 0;
    for (const Dice dice : kDistinctRolls)
      sum += count_sequences_of_decision(position, dice, depth);
    return sum;
  }

  // Counts the sequences of `depth` decisions that begin with a play of this decision.
  std::uint64_t count_sequences_of_decision(const Position& position, std::optional<Dice> dice,
                                            std::size_t depth) {
    AfterstateList& list = lists_by_depth_[depth - 1];
    generate_afterstates<R>(position, dice, list);
    if (depth == 1) return list.size();
    std::uint64_t sum = list.size() - list.positions().size();
    for (const Position& next : list.positions()) sum += count_sequences(next, depth - 1);
    return sum;
  }

  std::vector<AfterstateList> lists_by_depth_;  // one for each level of the recursion
};

}  // namespace gioul
