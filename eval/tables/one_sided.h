// The one-sided bearoff table: in how many own rolls a side that is all at home bears off its last
// checker, and its next one, by the plays with the fewest mean rolls to that. Two sides compared
// give the value of a race, but for what they would play differently to win just this one.
#pragma once

#include <cstdint>
#include <string>

#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/solve/exact_table.h"
#include "eval/tables/bearoff.h"
#include "eval/tables/table_file.h"

namespace gioul {

/// The chances that something takes `first`, first + 1, ... rolls, and never more or less.
struct RollDistribution {
  const float* chance;
  int first;
  int length;

  double mean() const;
  /// The chance that it takes `rolls` or more.
  double at_least(int rolls) const;
};

/// Immutable, shared by all threads.
class OneSidedTable {
 public:
  static constexpr int kCheckers = kMaxCheckers;
  static constexpr std::size_t kSides = 54264;  // C(6 + 15, 15)

  /// The bytes of the table. The same on every machine.
  static std::string build(Doublets doublets);
  static TableName name(Doublets doublets);

  explicit OneSidedTable(TableBytes bytes);

  const SideIndex& sides() const { return sides_; }

  /// Own rolls until the last checker is off, and until the next one is. Not for an empty side.
  /// Throws InputError, as all that looks something up does, where a damaged table points outside
  /// itself.
  RollDistribution last_off(std::size_t rank) const { return distribution(last_, rank); }
  RollDistribution next_off(std::size_t rank) const { return distribution(next_, rank); }

  /// The side after it has played what it owes (bearoff_moves_after), 0 if all are off by then.
  std::size_t after_owed(std::size_t rank, int owed) const {
    const std::size_t end = ends_[rank * kMaxOwed + static_cast<std::size_t>(owed - 1)];
    if (end >= kSides) refuse();
    return end;
  }

  /// The value for the player to act at a position that is_bearoff, with anything pending that can
  /// be: gammons count where a side has nothing off.
  Value value(const Position& position) const;

 private:
  // Where the distributions of one kind lie.
  struct Part {
    const std::uint32_t* begin = nullptr;
    const std::uint8_t* first = nullptr;
    const std::uint8_t* length = nullptr;
    const float* chances = nullptr;
    std::size_t all_chances = 0;  // of all sides
  };

  [[noreturn]] static void refuse();

  static RollDistribution distribution(const Part& part, std::size_t rank) {
    const std::size_t begin = part.begin[rank];
    const std::uint8_t length = part.length[rank];
    if (begin + length > part.all_chances) refuse();
    return {part.chances + begin, part.first[rank], length};
  }

  Value race(std::size_t own, std::size_t opp, bool own_has_off, bool opp_has_off) const;

  TableBytes bytes_;
  SideIndex sides_;
  const std::uint16_t* ends_ = nullptr;
  Part last_;
  Part next_;
};

}  // namespace gioul
