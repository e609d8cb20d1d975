// Endgame tables of all positions in which each side has only a few checkers left, on any points.
// Unlike in the bear-off, checkers can be blocked, pinned and hit, and moves can be forfeited. The
// values are exact, in double precision. Positions with contact are rare in games, where bearing
// off begins only when all checkers are home; they come mostly from boards set up by users.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/endgame/table_file.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"

namespace gioul {

/// A table of the exact values of all positions with few checkers left, in which both sides have
/// borne off at least one checker. In Gul Bara, it has only positions after the first rolls, whose
/// rules are special. Immutable and thread-safe.
class FewCheckersTable {
 public:
  /// The largest supported number of checkers per side.
  static constexpr int kMaxTableCheckers = 3;

  /// Builds the contents of the table file, which do not depend on the number of threads.
  /// `options.checkers` is the maximum number per side; `options.already_off` is ignored.
  /// `progress` gets the fraction done (0..1). Throws InputError if there is no such table for the
  /// game or it is too large.
  static std::string build(SolveOptions options, const std::function<void(double)>& progress = {});
  /// Returns the identity of the table (kind, rules, size), which gives its file name.
  static TableId id(Game game, int checkers);

  /// Makes the table from the contents of its file. `checkers` is the maximum number per side.
  FewCheckersTable(TableBytes bytes, Game game, int checkers);

  /// Returns the maximum number of checkers per side.
  int max_checkers() const { return max_checkers_; }

  /// Returns the exact value for the player to move. If moves are pending (owed from a chain or
  /// forfeited by the opponent), the value is that of the best way to play them.
  Value value(const Position& position) const;

 private:
  // Returns the value for the player to move at a position to roll, as stored in the table.
  Value value_before_roll(const Position& position) const;

  TableBytes bytes_;
  Game game_;
  int max_checkers_;
  SideIndex side_index_;
  ExtraStateIndex extra_state_index_;
  std::size_t numbers_per_value_;  // number of outcome probabilities stored per position
  const double* values_;           // the stored outcome probabilities, in bytes_
};

}  // namespace gioul
