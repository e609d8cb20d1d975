// The two-sided bearoff table: who wins when both sides are all at home with a few checkers left
// and neither can lose a gammon any more. Exact, in double precision.
#pragma once

#include <functional>
#include <string>

#include "engine/rules.h"
#include "eval/tables/bearoff.h"
#include "eval/tables/table_file.h"

namespace gioul {

struct TwoSidedOptions {
  Doublets doublets = Doublets::kChain;
  int checkers = 6;  // a side at most
  int threads = 1;
};

/// Immutable, shared by all threads.
class TwoSidedTable {
 public:
  static constexpr int kMostCheckers = 10;  // a table of 0.5 GB, built in 16 GB

  /// The bytes of the table; they don't depend on the number of threads. `progress` is told the
  /// share done, 0..1, from one thread at a time.
  static std::string build(const TwoSidedOptions& options,
                           const std::function<void(double)>& progress = {});
  /// Memory that building takes.
  static double build_bytes(int checkers);
  static TableName name(Doublets doublets, int checkers);

  TwoSidedTable(TableBytes bytes, Doublets doublets, int checkers);

  int checkers() const { return checkers_; }
  const SideIndex& sides() const { return sides_; }

  /// The chance that the player to act wins from two sides, both with checkers left, before he
  /// rolls.
  double win(std::size_t own, std::size_t opp) const { return wins_[own * sides_.count() + opp]; }

  /// The same at a position that is_bearoff, with anything pending that can be. Each side has at
  /// most checkers() left and something off.
  double win(const Position& position) const;

 private:
  double win_pending(std::size_t own, std::size_t opp, int owed, bool own_rolls) const;

  TableBytes bytes_;
  Doublets doublets_;
  int checkers_;
  SideIndex sides_;
  SideGraph graph_;
  const double* wins_;
};

}  // namespace gioul
