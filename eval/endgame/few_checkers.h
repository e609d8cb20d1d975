// Endgame tables of all positions in which both sides have only a few checkers left, on any points:
// blocks, pins and forfeits included. Exact, in double precision. Since games bear off only when
// all checkers are home, positions with contact come mostly from set-up boards.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/endgame/table_file.h"
#include "eval/solve/exact_table.h"

namespace gioul {

struct FewCheckersOptions {
  Game game = {};
  int checkers = 2;  // maximum per side
  int threads = 1;
  double memory_bytes = 16e9;  // larger tables are refused
};

/// A table of all positions with few checkers. Immutable and thread-safe. In all its positions both
/// sides have borne off at least one checker, and the first rolls, which some games count, are
/// over.
class FewCheckersTable {
 public:
  static constexpr int kMaxTableCheckers = 3;

  /// Builds the contents of the table; they do not depend on the number of threads. `progress` gets
  /// the fraction done (0..1). Throws InputError for a game that has no such table or a table that
  /// is too large.
  static std::string build(const FewCheckersOptions& options,
                           const std::function<void(double)>& progress = {});
  static TableId id(Game game, int checkers);

  FewCheckersTable(TableBytes bytes, Game game, int checkers);

  int checkers() const { return checkers_; }

  /// Returns the value for the player to move. Pending positions are solved by trying all plays.
  Value value(const Position& position) const;

 private:
  Value value_to_roll(const Position& position) const;

  TableBytes bytes_;
  Game game_;
  int checkers_;
  SideIndex sides_;
  ExtraStateIndex extras_;
  std::size_t columns_;
  const double* values_;
};

}  // namespace gioul
