// The two-sided bear-off table: exact winning probabilities, in double precision, of positions in
// which each side has only few checkers left, all of them home. Each side has at least one checker
// off, so neither can lose a gammon.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

#include "engine/rules.h"
#include "eval/endgame/bearoff.h"
#include "eval/endgame/table_file.h"

namespace gioul {

/// A loaded two-sided bear-off table. Immutable and thread-safe.
class TwoSidedTable {
 public:
  /// The largest supported number of checkers per side. Its table has 0.5 GB; building it takes 16
  /// GB of memory.
  static constexpr int kMaxTableCheckers = 10;

  /// Builds the contents of the table file, which do not depend on the number of threads.
  /// `checkers` is the maximum number per side. `progress` gets the fraction done (0..1), from one
  /// thread at a time.
  static std::string build(DoubletRule doublet_rule, int checkers, int threads = 1,
                           const std::function<void(double)>& progress = {});
  /// Returns the memory that building a table takes, in bytes.
  static double build_memory_bytes(int checkers);
  /// Returns the identity of the table (kind, rule for doublets, size), which gives its file name.
  static TableId id(DoubletRule doublet_rule, int checkers);

  /// Makes the table from the contents of its file. `checkers` is the maximum number per side.
  TwoSidedTable(TableBytes bytes, DoubletRule doublet_rule, int checkers);

  /// Returns the maximum number of checkers per side.
  int max_checkers() const { return max_checkers_; }

  /// Returns the winning probability of the player to move. is_bearoff(position) must be true;
  /// moves can be pending. Each side must have at most max_checkers() checkers left and at least
  /// one off.
  double win_probability(const Position& position) const;

 private:
  // Returns the probability that the player to roll wins. `own` and `opp` are the ranks in
  // side_index_ of the player's and the opponent's checkers. Both sides must have checkers left.
  double win_probability(std::size_t own, std::size_t opp) const {
    // A sum of rounded products may be slightly above 1.
    return std::clamp(win_probabilities_[own * side_index_.count() + opp], 0.0, 1.0);
  }
  // Returns the winning probability of the side with rank `own`, which first plays `owed` moves
  // (counted as by owed_after_bearoff_move()). If `own_rolls` is true, this side also rolls next;
  // else the opponent does.
  double pending_win_probability(std::size_t own, std::size_t opp, int owed, bool own_rolls) const;

  TableBytes bytes_;
  DoubletRule doublet_rule_;
  int max_checkers_;
  SideIndex side_index_;
  SideGraph graph_;
  const double* win_probabilities_;  // [own rank][opponent's rank], in bytes_
};

}  // namespace gioul
