// The exact value of every position of a small game, as solved by eval/solve/solver.h. Serves as a
// perfect player and as the reference for nets and searches.
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

class InputFile;

/// An array of values by position. Equities are stored separately, since choosing a play reads many
/// equities but only one full value.
class ValueArray {
 public:
  static constexpr std::size_t kBytes = 4 * sizeof(double);  // per value

  explicit ValueArray(std::size_t size = 0) : equity_(size), rest_(size) {}

  std::size_t size() const { return equity_.size(); }
  double equity(std::size_t i) const { return equity_[i]; }
  const double* equities() const { return equity_.data(); }

  Value operator[](std::size_t i) const {
    const auto [lose2, tie, win2] = rest_[i];
    const double difference = equity_[i] - 2.0 * (win2 - lose2);  // P(single win) - P(single loss)
    const double sum = 1.0 - lose2 - tie - win2;
    return {lose2, 0.5 * (sum - difference), tie, 0.5 * (sum + difference), win2};
  }

  void set(std::size_t i, const Value& value) {
    equity_[i] = gioul::equity(value);
    rest_[i] = {value[0], value[2], value[4]};
  }

 private:
  HugeArray<double> equity_;
  HugeArray<std::array<double, 3>> rest_;  // P(lose 2), P(tie), P(win 2); the others follow
};

/// Numbers the extra states of a board: what a position has besides its checkers and pending moves.
/// These are the roll counts of Gul Bara, and the pinned side on each shared point of Plakoto.
class ExtraStateIndex {
 public:
  /// If `first_rolls` is false, covers only positions after the first rolls that the game counts.
  ExtraStateIndex(Game game, int checkers, bool first_rolls = true)
      : game_(game),
        roll_states_(first_rolls ? kRollStates.size() : 1),
        pin_states_(game.variant().contact == ContactRule::kPin ? 1u << checkers : 1u) {}

  /// Returns the maximum number of extra states of a board.
  std::size_t count() const {
    return game_.variant().rolls_before_chains > 0 ? roll_states_ : pin_states_;
  }

  /// Returns the number of the extra state of a position.
  std::size_t index(const Position& position) const;

  /// Sets the extra state of `position` to number `extra`. Returns false if its board does not
  /// allow this state.
  bool apply(std::size_t extra, Position& position) const;

 private:
  // Later states come first: a roll that does not change the board leads to an earlier entry. The
  // last entry is the state at the start, 0/0.
  static constexpr std::array<std::array<int, 2>, 7> kRollStates = {
      {{3, 3}, {2, 3}, {2, 2}, {1, 2}, {1, 1}, {0, 1}, {0, 0}}};

  Game game_;
  std::size_t roll_states_;
  std::size_t pin_states_;
};

/// The values of all positions to roll of a small game. Values of pending positions are computed
/// from them (table_evaluator_factory()).
class ExactTable {
 public:
  /// Allocates a table of positions with `checkers` checkers per side in play and `already_off`
  /// more that are off. If any are off, the table has only positions after the first rolls that the
  /// game counts.
  ExactTable(Game game, int checkers, int already_off = 0);

  Game game() const { return game_; }
  int checkers() const { return checkers_; }
  int already_off() const { return already_off_; }
  const SideIndex& sides() const { return sides_; }
  const ExtraStateIndex& extras() const { return extras_; }
  std::size_t size() const { return values_.size(); }

  /// Returns the index of the value of a position. Positions in which the player to move has the
  /// same side are close together, so all afterstates of a decision are close.
  std::size_t index(const Position& position) const {
    return index(sides_.rank(position.own), sides_.rank(position.opp), extras_.index(position));
  }
  /// Returns the index of a value by the ranks of both sides in sides() and the number of the extra
  /// state.
  std::size_t index(std::size_t own, std::size_t opp, std::size_t extra) const {
    return (extra * sides_.count() + own) * sides_.count() + opp;
  }

  Value value(const Position& position) const { return values_[index(position)]; }
  ValueArray& values() { return values_; }
  const ValueArray& values() const { return values_; }

  /// Writes the table to a file atomically: a line of JSON (game, checkers, version, checksum),
  /// then the values as little-endian F64, five per position in the order of index(). already_off()
  /// must be 0.
  void save(const std::filesystem::path& file, IfExists if_exists = IfExists::kReplace) const;

  /// Reads a table from a file. Throws InputError for a damaged or invalid file, and MemoryError,
  /// which names the file, if memory is short. Memory is allocated only if the length of the file
  /// matches its header.
  static std::shared_ptr<const ExactTable> load(const std::filesystem::path& path);

  /// Returns the memory in bytes that the values take, also for numbers of checkers too large to
  /// solve.
  static double bytes_for(Game game, int checkers, int already_off = 0);

 private:
  // Reads all values from byte `begin` of the file on. Returns their checksum.
  std::uint64_t read_values(const InputFile& file, std::uint64_t begin);

  Game game_;
  int checkers_;
  int already_off_;
  SideIndex sides_;
  ExtraStateIndex extras_;
  ValueArray values_;
};

/// Makes exact evaluators that look up positions in the table. They throw InputError for positions
/// with another number of checkers than the table's.
EvaluatorFactory table_evaluator_factory(std::shared_ptr<const ExactTable> table);

}  // namespace gioul
