// Endgame tables of all positions in which both sides have only a few checkers left, wherever they
// stand: blocks, pins and forfeits included. Exact, in double precision. As in a whole game nothing
// is borne off before all is at home, those with contact come from set-up positions.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/tables/table_file.h"

namespace gioul {

struct FewCheckersOptions {
  Game game = {};
  int checkers = 2;  // a side at most
  int threads = 1;
  double memory_bytes = 16e9;  // refuse what would need more
};

/// Immutable, shared by all threads. Both sides have something off, and the first rolls of games
/// that count them are over.
class FewCheckersTable {
 public:
  static constexpr int kMostCheckers = 3;

  /// The bytes of the table; they don't depend on the number of threads. Throws InputError for a
  /// game that has none or a table that does not fit.
  static std::string build(const FewCheckersOptions& options,
                           const std::function<void(double)>& progress = {});
  static TableName name(Game game, int checkers);

  FewCheckersTable(TableBytes bytes, Game game, int checkers);

  int checkers() const { return checkers_; }

  /// The value for the player to act. Pending positions are worked out decision by decision.
  Value value(const Position& position) const;

 private:
  Value value_to_roll(const Position& position) const;

  TableBytes bytes_;
  Game game_;
  int checkers_;
  SideIndex sides_;
  ExtraIndex extras_;
  std::size_t columns_;
  const double* values_;
};

}  // namespace gioul
