// The one-sided bear-off table: the distribution of the number of rolls in which a side with all
// checkers home bears off its last checker, and its next one, if it minimizes the mean number of
// rolls. Comparing two sides gives the value of a race, approximately: real players adapt to each
// other.
#pragma once

#include <cstdint>
#include <string>

#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/endgame/bearoff.h"
#include "eval/endgame/table_file.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// The distribution of a number of rolls: chance[i] is the probability of first + i rolls; all
/// other numbers have probability 0.
struct RollDistribution {
  const float* chance;
  int first;
  int length;

  double mean() const;
  /// Returns the probability of `rolls` or more.
  double at_least(int rolls) const;
};

/// A loaded one-sided bear-off table. Immutable and thread-safe.
class OneSidedTable {
 public:
  static constexpr int kCheckers = kMaxCheckers;
  static constexpr std::size_t kSides = 54264;  // C(6 + 15, 15)

  /// Builds the contents of the table, the same on every machine.
  static std::string build(DoubletRule doublets);
  static TableId id(DoubletRule doublets);

  explicit OneSidedTable(TableBytes bytes);

  const SideIndex& sides() const { return sides_; }

  /// Distributions of the number of own rolls until the last checker is off, and until the next one
  /// is. The side must not be empty. Like all look-ups, throws InputError if a damaged table has an
  /// offset outside itself.
  RollDistribution rolls_to_last_off(std::size_t rank) const { return distribution(last_, rank); }
  RollDistribution rolls_to_next_off(std::size_t rank) const { return distribution(next_, rank); }

  /// Returns the side after it has played the owed moves (bearoff_moves_after()); 0 if all checkers
  /// are off by then.
  std::size_t after_owed(std::size_t rank, int owed) const {
    const std::size_t end = ends_[rank * kMaxOwed + static_cast<std::size_t>(owed - 1)];
    if (end >= kSides) throw_damaged();
    return end;
  }

  /// Returns the value for the player to move at a position for which is_bearoff() holds, pending
  /// or not. Gammons count for a side that has nothing off.
  Value value(const Position& position) const;

 private:
  // The location of the distributions of one kind.
  struct WorkPart {
    const std::uint32_t* begin = nullptr;
    const std::uint8_t* first = nullptr;
    const std::uint8_t* length = nullptr;
    const float* chances = nullptr;
    std::size_t all_chances = 0;  // total of all sides
  };

  [[noreturn]] static void throw_damaged();

  static RollDistribution distribution(const WorkPart& part, std::size_t rank) {
    const std::size_t begin = part.begin[rank];
    const std::uint8_t length = part.length[rank];
    if (begin + length > part.all_chances) throw_damaged();
    return {part.chances + begin, part.first[rank], length};
  }

  Value race(std::size_t own, std::size_t opp, bool own_has_off, bool opp_has_off) const;

  TableBytes bytes_;
  SideIndex sides_;
  const std::uint16_t* ends_ = nullptr;
  WorkPart last_;
  WorkPart next_;
};

}  // namespace gioul
