// Endgame tables of all positions in which each side has only a few checkers left, on any points.
// Unlike in the bear-off, checkers can be blocked, pinned and hit, and moves can be forfeited. The
// values are exact, in double precision. Since games bear off only when all checkers are home,
// positions with contact come mostly from set-up boards.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/endgame/table_file.h"
#include "eval/solve/exact_table.h"

namespace gioul {

/// The table to build, and the resources to use.
struct FewCheckersOptions {
  Game game = {};
  int checkers = 2;  // maximum number per side that are not off
  int threads = 1;
  double memory_bytes = 16e9;  // tables that need more memory are refused
};

/// A table of the exact values of all positions with few checkers left. In its positions, both
/// sides have borne off at least one checker. In Gul Bara, whose first rolls have special rules,
/// these rolls are over. Immutable and thread-safe.
class FewCheckersTable {
 public:
  /// The largest supported number of checkers per side.
  static constexpr int kMaxTableCheckers = 3;

  /// Builds the contents of the table file, which do not depend on the number of threads.
  /// `progress` gets the fraction done (0..1). Throws InputError if there is no such table for the
  /// game or it is too large.
  static std::string build(const FewCheckersOptions& options,
                           const std::function<void(double)>& progress = {});
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
  Value value_before_roll(const Position& position) const;

  TableBytes bytes_;
  Game game_;
  int max_checkers_;
  SideIndex side_index_;
  ExtraStateIndex extra_state_index_;
  std::size_t numbers_per_value_;  // number of outcome probabilities stored per position
  const double* values_;
};

}  // namespace gioul
