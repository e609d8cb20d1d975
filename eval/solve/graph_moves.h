// Checker moves of one side against a fixed opponent, and the best way to play one number several
// times, for games in which one checker holds a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/outcome.h"
#include "engine/rules.h"
#include "eval/solve/side_graph.h"
#include "eval/solve/side_index.h"

namespace gioul::detail {

/// The initial value in searches for the best equity, lower than any equity.
inline constexpr double kWorstEquity = -3.0;

// The best way to play a roll, or one number of a chain: the side that results and the number of
// checker moves.
struct BestMoves {
  double equity = kWorstEquity;  // equity after the moves, for the mover
  std::uint32_t rank_after = 0;  // rank of the mover's side afterwards; 0: the mover has won
  int move_count = 0;            // number of checker moves made
};

// Replaces `best` by moves that lead to the side with rank `to` if their equity is higher.
inline void update_best(BestMoves& best, double equity, std::size_t to, int used) {
  if (equity > best.equity) best = {equity, static_cast<std::uint32_t>(to), used};
}

// Finds checker moves on a board. A board is a pair of ranks (SideIndex): of the mover's checkers
// and of the opponent's checkers.
class GraphMoves {
 public:
  /// `graph` has the moves of a side on a board without an opponent; `movement` says which of the
  /// opponent's points block them.
  GraphMoves(const SideIndex& sides, Movement movement, SideGraph graph)
      : side_index_(sides), graph_(std::move(graph)) {
    for (std::size_t rank = 0; rank < sides.count(); ++rank) {
      closed_points_.push_back(to_opponent_numbering(movement, sides.side(rank).occupied()));
    }
  }

  /// Returns the number of arrangements of a side.
  std::size_t side_count() const { return closed_points_.size(); }

  // Returns the points that the opponent holds, in the mover's numbering.
  PlaceSet points_closed_by(std::size_t opponent) const { return closed_points_[opponent]; }

  /// Returns the moves of one checker by `die` from the side with this rank, including moves to
  /// points that the opponent holds.
  std::span<const SideMove> checker_moves(std::size_t rank, int die) const {
    return graph_.checker_moves(rank, die);
  }

  /// Returns true if `move` does not land on one of the points `closed`.
  static bool is_open(const SideMove& move, PlaceSet closed) {
    return (closed >> move.landing & 1u) == 0;
  }

  /// Returns true if the mover has a legal move by `die`.
  bool can_move(std::size_t mover, std::size_t opponent, int die) const {
    for (const SideMove& move : checker_moves(mover, die)) {
      if (is_open(move, closed_points_[opponent])) return true;
    }
    return false;
  }

  // Returns the outcome for the mover after bearing off the last checker: a gammon if the opponent
  // has no checker off.
  Outcome winning_outcome(std::size_t opponent) const {
    const bool has_off = (side_index_.side(opponent).occupied() & place_bit(kOff)) != 0;
    return has_off ? Outcome::kWin1 : Outcome::kWin2;
  }

  // Returns the best way to play `moves` moves of `die`, or as many of them as possible.
  // equity_of(to, used) must return the equity, for the mover, after `used` moves that lead to the
  // side with rank `to`. Origins are tried in descending order, which reaches each board once.
  template <typename EquityOf>
  BestMoves best_moves_of_number(std::size_t mover, std::size_t opponent, int die, int moves,
                                 const EquityOf& equity_of) const {
    BestMoves best;
    search_moves_of_number(mover, closed_points_[opponent], die, moves, 0, kStartPoint, equity_of,
                           best);
    return best;
  }

 private:
  // Tries all ways to play the rest of `moves` moves of `die` from the side with rank `at`, after
  // `used` of them, with origins up to `limit`. Stores the best way in `best`.
  template <typename EquityOf>
  void search_moves_of_number(std::size_t at, PlaceSet closed, int die, int moves, int used,
                              int limit, const EquityOf& equity_of, BestMoves& best) const {
    if (used == moves || at == 0) return update_best(best, equity_of(at, used), at, used);
    bool moved = false;
    for (const SideMove& move : checker_moves(at, die)) {
      if (!is_open(move, closed)) continue;
      moved = true;
      if (move.origin > limit) continue;
      search_moves_of_number(move.rank_after, closed, die, moves, used + 1, move.origin, equity_of,
                             best);
    }
    if (!moved) update_best(best, equity_of(at, used), at, used);
  }

  const SideIndex& side_index_;
  SideGraph graph_;
  std::vector<PlaceSet> closed_points_;  // by the opponent's rank: points_closed_by()
};

}  // namespace gioul::detail
