// The one-sided bear-off table, for sides with all checkers home or off. It assumes that each side
// minimizes its mean number of rolls. For each side, it stores two distributions: of the number of
// rolls until its last checker is off, and of the number of rolls until its next checker is off.
// Comparing the distributions of two sides gives the value of a race. The value is approximate,
// since real players adapt their plays to each other.
#pragma once

#include <cstdint>
#include <string>

#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/endgame/bearoff.h"
#include "eval/endgame/table_file.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// The distribution of the number of rolls that a side needs. probabilities[i] is the probability
/// of exactly min_rolls + i rolls, for 0 <= i < length; all other numbers have probability 0.
struct RollCountDistribution {
  const float* probabilities;  // the array of probabilities
  int min_rolls;               // lowest number of rolls with a probability above 0
  int length;                  // length of the array

  /// Returns the mean number of rolls.
  double mean() const;
  /// Returns the probability that `rolls` or more are needed.
  double probability_of_at_least(int rolls) const;
};

/// A loaded one-sided bear-off table. Immutable and thread-safe.
class OneSidedTable {
 public:
  /// The largest supported number of checkers per side: all checkers.
  static constexpr int kMaxTableCheckers = kMaxCheckers;
  /// The number of arrangements of a side: C(6 + 15, 15).
  static constexpr std::size_t kSideCount = 54264;

  /// Builds the contents of the table file, which are the same on every machine.
  static std::string build(DoubletRule doublet_rule);
  /// Returns the identity of the table (kind and rule for doublets), which gives its file name.
  static TableId id(DoubletRule doublet_rule);

  /// Makes the table from the contents of its file.
  explicit OneSidedTable(TableBytes bytes);

  /// Returns the numbering of the arrangements of a side; their ranks index the table.
  const SideIndex& side_index() const { return side_index_; }

  /// Returns the distribution of the number of own rolls until the last checker of a side is off.
  /// `rank` is the rank in side_index() of a side that still has checkers. Throws InputError if the
  /// table is damaged.
  RollCountDistribution rolls_to_last_off(std::size_t rank) const {
    return distribution(last_off_distributions_, rank);
  }
  /// Returns the distribution of the number of own rolls until the next checker of a side is off,
  /// for gammons. `rank` is its rank in side_index(). Throws InputError if the table is damaged.
  RollCountDistribution rolls_to_next_off(std::size_t rank) const {
    return distribution(next_off_distributions_, rank);
  }

  /// Returns the rank in side_index() of a side after it has played `owed` pending moves (counted
  /// as by owed_after_bearoff_move()); 0 if all checkers are off then.
  std::size_t rank_after_owed(std::size_t rank, int owed) const {
    const std::size_t end =
        ranks_after_owed_[rank * kMaxOwedMoves + static_cast<std::size_t>(owed - 1)];
    if (end >= kSideCount) throw_damaged();
    return end;
  }

  /// Returns the approximate value of a position for the player to move. is_bearoff(position) must
  /// be true; moves can be pending. A side that has no checker off yet can lose a gammon.
  Value value(const Position& position) const;

 private:
  // The distributions of one kind, as arrays in the bytes of the table. For the side with rank r,
  // the probability of min_rolls[r] + i rolls is probabilities[first_indices[r] + i], for 0 <= i <
  // lengths[r].
  struct DistributionArrays {
    const std::uint32_t* first_indices = nullptr;
    const std::uint8_t* min_rolls = nullptr;
    const std::uint8_t* lengths = nullptr;
    const float* probabilities = nullptr;
    std::size_t probability_count = 0;  // length of `probabilities`
  };

  [[noreturn]] static void throw_damaged();

  // Returns the distribution of the side with this rank.
  static RollCountDistribution distribution(const DistributionArrays& part, std::size_t rank) {
    const std::size_t begin = part.first_indices[rank];
    const std::uint8_t length = part.lengths[rank];
    if (begin + length > part.probability_count) throw_damaged();
    return {part.probabilities + begin, part.min_rolls[rank], length};
  }

  // Returns the value of a race for the player to roll. `own` and `opp` are the ranks of both
  // sides; a side that has no checker off yet can lose a gammon.
  Value race_value(std::size_t own, std::size_t opp, bool own_has_off, bool opp_has_off) const;

  TableBytes bytes_;
  SideIndex side_index_;
  // By rank of a side and number of owed moves: the rank of the side after these moves.
  const std::uint16_t* ranks_after_owed_ = nullptr;
  // The distributions of the number of rolls until the last, and until the next, checker is off.
  DistributionArrays last_off_distributions_;
  DistributionArrays next_off_distributions_;
};

}  // namespace gioul
