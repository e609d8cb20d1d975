// The exact values of all positions of a small game (few checkers), computed by
// eval/solve/solver.h. They serve as a perfect player and as the reference for nets and searches.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/huge_array.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/solve/side_index.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// A compact array of values (outcome probabilities). Equities are stored separately, since
/// choosing a play reads many equities but only one full value.
class ValueArray {
 public:
  /// Memory of one value, in bytes.
  static constexpr std::size_t kBytesPerValue = 4 * sizeof(double);

  explicit ValueArray(std::size_t size = 0) : equities_(size), other_probabilities_(size) {}

  std::size_t size() const { return equities_.size(); }
  /// Returns the equity of value `i`.
  double equity(std::size_t i) const { return equities_[i]; }
  /// Returns the array of all equities.
  const double* equities() const { return equities_.data(); }

  /// Returns value `i`, with single wins and losses computed from its equity.
  Value operator[](std::size_t i) const {
    const auto [lose2, tie, win2] = other_probabilities_[i];
    const double difference =
        equities_[i] - 2.0 * (win2 - lose2);  // P(single win) - P(single loss)
    const double sum = 1.0 - lose2 - tie - win2;
    return {lose2, 0.5 * (sum - difference), tie, 0.5 * (sum + difference), win2};
  }

  /// Stores value `i`.
  void set(std::size_t i, const Value& value) {
    equities_[i] = gioul::equity(value);
    other_probabilities_[i] = {value[0], value[2], value[4]};
  }

 private:
  HugeArray<double> equities_;
  HugeArray<std::array<double, 3>> other_probabilities_;  // P(lose 2), P(tie), P(win 2)
};

/// Numbers the extra states of a board. The extra state is everything in a position besides the
/// checkers and pending moves. In Gul Bara, it is the number of rolls of each player, as long as
/// the special rules of the first rolls apply; in Plakoto, it is the side that is pinned on each
/// shared point. Other games have one extra state.
class ExtraStateIndex {
 public:
  /// If `first_rolls` is false, there are only positions after the first rolls of Gul Bara, whose
  /// rules are special.
  ExtraStateIndex(Game game, int checkers, bool first_rolls = true) : game_(game) {
    if (game.variant().rolls_before_chains > 0) {
      if (first_rolls) count_ = kRollCountStates.size();
    } else if (game.variant().contact == ContactRule::kPin) {
      count_ = std::size_t{1} << checkers;
    }
  }

  /// Returns the maximum number of extra states of a board.
  std::size_t count() const { return count_; }

  /// Returns the number of the extra state of a position.
  std::size_t index_of(const Position& position) const;

  /// Sets the extra state of `position` to number `extra`. Returns false if its board does not
  /// allow this state.
  bool set_extra_state(std::size_t extra, Position& position) const;

 private:
  // The roll counts of both players, for each extra state of Gul Bara. Later states come first, so
  // a roll that does not change the board leads to an earlier entry. The last entry is the state at
  // the start of the game, 0/0.
  static constexpr std::array<std::array<int, 2>, 7> kRollCountStates = {
      {{3, 3}, {2, 3}, {2, 2}, {1, 2}, {1, 1}, {0, 1}, {0, 0}}};

  Game game_;
  std::size_t count_ = 1;  // maximum number of extra states of a board
};

/// The exact values of all positions to roll of a small game. The values of pending positions
/// (moves owed from a chain or forfeited by the opponent) are not stored; the evaluators of
/// table_evaluator_factory() compute them from these.
class ExactTable {
 public:
  /// Allocates a table of positions in which each side has `checkers` checkers in play and
  /// `already_off` more that are off. If `already_off` > 0, the table has only positions after the
  /// first rolls of Gul Bara, whose rules are special.
  ExactTable(Game game, int checkers, int already_off = 0);

  Game game() const { return game_; }
  /// Returns the number of checkers per side in play.
  int checkers() const { return checkers_; }
  /// Returns the number of additional checkers per side that are off.
  int already_off() const { return already_off_; }
  /// Returns the numbering of the arrangements of one side's checkers.
  const SideIndex& side_index() const { return side_index_; }
  /// Returns the numbering of the extra states of a board.
  const ExtraStateIndex& extra_state_index() const { return extra_state_index_; }
  /// Returns the number of positions, including impossible ones.
  std::size_t size() const { return values_.size(); }

  /// Returns the index of the value of a position. Positions in which the player to move has the
  /// same arrangement of checkers are stored close together, so all afterstates of a decision are.
  std::size_t index(const Position& position) const {
    return index(side_index_.rank(position.own), side_index_.rank(position.opp),
                 extra_state_index_.index_of(position));
  }
  /// Returns the index of the value of a position, given the ranks in side_index() of the checkers
  /// of the player to move (`own`) and of the opponent (`opp`), and the number of the extra state.
  std::size_t index(std::size_t own, std::size_t opp, std::size_t extra) const {
    return (extra * side_index_.count() + own) * side_index_.count() + opp;
  }

  /// Returns the value of a position to roll, for the player to move.
  Value value(const Position& position) const { return clamped(values_[index(position)]); }
  /// Returns the values of all positions, indexed by index().
  ValueArray& values() { return values_; }
  /// Returns the values of all positions, indexed by index().
  const ValueArray& values() const { return values_; }

  /// Writes the table to a file atomically. The file has a line of JSON (game, checkers, version,
  /// checksum), then the values as little-endian F64, five per position in the order of index().
  /// already_off() must be 0.
  void save(const std::filesystem::path& file, IfExists if_exists = IfExists::kReplace) const;

  /// Reads a table from a file. Throws InputError for a damaged or invalid file, and MemoryError,
  /// which names the file, if there is not enough memory. If the length of the file does not match
  /// its header, no memory is allocated.
  static std::shared_ptr<const ExactTable> load(const std::filesystem::path& path);

  /// Returns the memory in bytes of the values of a table with these arguments. Also works for
  /// numbers of checkers that are too large to solve.
  static double memory_bytes(Game game, int checkers, int already_off = 0);

 private:
  // Reads all values from byte `begin` of the file on. Returns their checksum.
  std::uint64_t read_values(const InputFile& file, std::uint64_t begin);

  Game game_;
  int checkers_;
  int already_off_;
  SideIndex side_index_;
  ExtraStateIndex extra_state_index_;
  ValueArray values_;
};

/// Makes exact evaluators that look up positions in the table. They throw InputError for positions
/// whose number of checkers differs from that of the table.
EvaluatorFactory table_evaluator_factory(std::shared_ptr<const ExactTable> table);

}  // namespace gioul
