// A faster solver for games in which one checker holds a point and the dice can be played in either
// order (Gioul, Gul Bara). It visits positions in the same order as the general solver
// (eval/solve/solver.cpp), but finds the best plays in a graph of single checker moves, which is
// several times faster than listing afterstates.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "engine/decision_rules.h"
#include "engine/games/dispatch.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/graph_chains.h"
#include "eval/solve/graph_moves.h"
#include "eval/solve/side_graph.h"
#include "eval/solve/sweep.h"

namespace gioul {

/// True for games that the graph solver supports: one checker holds a point, and the dice can be
/// played in either order.
template <GameRules R>
inline constexpr bool kSupportsGraphSolver =
    R::kVariant.contact == ContactRule::kBlock && !R::kDiceOrderMatters;

namespace detail {

// Computes the exact values of all positions of a small game, and stores them in a table. Used by
// solve() for the games that it supports (kSupportsGraphSolver).
template <GameRules R>
class GraphSolver {
 public:
  GraphSolver(ExactTable& table, int threads)
      : table_(table),
        side_index_(table.side_index()),
        moves_(side_index_, R::kVariant.movement,
               SideGraph::make<R>(side_index_, table.checkers())),
        chains_(table, moves_),
        threads_(threads) {
    compute_extra_transitions();
  }

  /// Solves the whole game. `progress` gets the fraction done (0..1).
  void run(const std::function<void(double)>& progress) {
    sweep_by_pips(side_index_, threads_, progress,
                  [&](std::size_t own, std::size_t opp) { solve_boards(own, opp); });
  }

 private:
  static constexpr bool kHasChains = R::kVariant.doublets == DoubletRule::kChain;

  // A board and its extra state, from the viewpoint of the player to roll.
  struct BoardView {
    std::size_t mover;     // rank (SideIndex) of the checkers of the player to roll
    std::size_t opponent;  // rank of the opponent's checkers
    // The numbers (ExtraStateIndex) of the extra state, which has the roll counts, now and after
    // the roll, then from the viewpoint of the opponent.
    std::size_t extra_state;
    std::size_t next_extra_state;
    bool doublets_are_chains;  // true if doublets are chains
  };

  // The part of the value of a board that comes from rolls with which the mover can move. The
  // values of the other rolls (passes) are not known yet.
  struct PartialValue {
    BoardView view;
    // Sum of the values of all rolls that are not passes, weighted by their probabilities.
    Value weighted_sum{};
    double pass_probability = 0.0;  // probability of a roll that is a pass
    // The results of chains, by the number of the doublet; set only if doublets are chains.
    typename GraphChainSolver<R>::RollsByNumber chain_rolls;
  };

  // Solves the board with these ranks for both players, in all extra states.
  void solve_boards(std::size_t a, std::size_t b) {
    if ((side_index_.side(a).occupied() & moves_.points_closed_by(b)) != 0) return;
    for (std::size_t extra = 0; extra < table_.extra_state_index().count(); ++extra) {
      const BoardView here = make_view(a, b, extra);
      const BoardView there = make_view(b, a, extra);
      if (here.next_extra_state == extra) {
        solve_pair(here, there);
      } else {  // rolls are still counted: a pass leads to a state that is solved already
        solve_alone(here);
        if (a != b) solve_alone(there);
      }
    }
  }

  BoardView make_view(std::size_t mover, std::size_t opponent, std::size_t extra) const {
    return {mover, opponent, extra, next_extra_state_[extra], doublets_are_chains_[extra]};
  }

  // Fills in next_extra_state_ and doublets_are_chains_, which do not depend on the board.
  void compute_extra_transitions() {
    for (std::size_t extra = 0; extra < table_.extra_state_index().count(); ++extra) {
      Position position{};
      table_.extra_state_index().set_extra_state(extra, position);
      const Position next = make_afterstate_skeleton<R>(position, Dice{2, 1}, 0).position;
      next_extra_state_.push_back(table_.extra_state_index().index_of(next));
      doublets_are_chains_.push_back(kHasChains &&
                                     doublet_starts_chain(game_with_rules<R>(), position));
    }
  }

  // Solves a board whose passes lead to an extra state that is solved already.
  void solve_alone(const BoardView& view) {
    const PartialValue here = evaluate(view);
    const Value next =
        table_.values()[table_.index(view.opponent, view.mover, view.next_extra_state)];
    Value value = here.weighted_sum;
    add(value, flipped(next), here.pass_probability);
    table_.values().set(table_.index(view.mover, view.opponent, view.extra_state), value);
  }

  // Solves the two views of a board, whose passes lead to each other: V = A + p V' and V' = A' + p'
  // V, each for its own player to roll.
  void solve_pair(const BoardView& here, const BoardView& there) {
    const PartialValue mine = evaluate(here);
    const PartialValue theirs = evaluate(there);
    const double share = 1.0 / (1.0 - mine.pass_probability * theirs.pass_probability);
    Value value;
    Value other;
    for (std::size_t o = 0; o < kOutcomeCount; ++o) {
      const std::size_t turned = kOutcomeCount - 1 - o;
      value[o] =
          share * (mine.weighted_sum[o] + mine.pass_probability * theirs.weighted_sum[turned]);
      other[o] =
          share * (theirs.weighted_sum[o] + theirs.pass_probability * mine.weighted_sum[turned]);
    }
    store(mine, value, other);
    store(theirs, other, value);
  }

  // Stores the value of a view for its player to roll. `other` is the value of the view in which
  // the opponent is to roll.
  void store(const PartialValue& done, const Value& value, const Value& other) {
    const BoardView& view = done.view;
    table_.values().set(table_.index(view.mover, view.opponent, view.extra_state), value);
    if (view.doublets_are_chains)
      chains_.store(view.mover, view.opponent, value, other, done.chain_rolls);
  }

  // Returns the value of all rolls at a board except passes.
  PartialValue evaluate(const BoardView& view) const {
    PartialValue result{.view = view, .chain_rolls = {}};
    for (const Dice dice : kDistinctRolls) {
      const double share = count_permutations(dice) / 36.0;
      bool passes = false;
      Value value{};  // if it is not a pass
      if (dice.is_doublet() && view.doublets_are_chains) {
        ChainRollResult& roll = result.chain_rolls[static_cast<std::size_t>(dice.high)];
        roll = chains_.solve_doublet(view.mover, view.opponent, dice.high);
        passes = roll.neither_can_move;
        value = roll.value;
      } else {
        const BestMoves best = dice.is_doublet() ? best_moves_of_plain_doublet(view, dice.high)
                                                 : best_moves_of_ordinary_roll(view, dice);
        passes = best.move_count == 0;
        if (!passes) value = value_after_turn(view, best.rank_after);
      }
      if (passes) {
        result.pass_probability += share;
      } else {
        add(result.weighted_sum, value, share);
      }
    }
    return result;
  }

  // Returns the equity for the mover after a turn that ends with its side at rank `to`.
  double equity_after_turn(const BoardView& view, std::size_t to) const {
    if (to == 0) return points(moves_.winning_outcome(view.opponent));
    return -table_.values().equity(table_.index(view.opponent, to, view.next_extra_state));
  }

  // Returns the value for the mover after a turn that ends with its side at rank `to`.
  Value value_after_turn(const BoardView& view, std::size_t to) const {
    if (to == 0) return one_hot_value(moves_.winning_outcome(view.opponent));
    return flipped(table_.values()[table_.index(view.opponent, to, view.next_extra_state)]);
  }

  // Returns the best way to play a roll of two different numbers.
  BestMoves best_moves_of_ordinary_roll(const BoardView& view, Dice dice) const {
    const PlaceSet closed = moves_.points_closed_by(view.opponent);
    const double* const row =
        table_.values().equities() + table_.index(view.opponent, 0, view.next_extra_state);
    BestMoves best;
    bool two_used = false;
    const std::array<int, 2> order = {dice.high, dice.low};
    for (std::size_t i = 0; i < 2; ++i) {
      for (const SideMove& first : moves_.checker_moves(view.mover, order[i])) {
        if (!GraphMoves::is_open(first, closed)) continue;
        if (first.rank_after == 0) {  // a win with one die is legal even if other plays use both
          update_best(best, points(moves_.winning_outcome(view.opponent)), 0, 1);
          continue;
        }
        for (const SideMove& then : moves_.checker_moves(first.rank_after, order[1 - i])) {
          if (!GraphMoves::is_open(then, closed)) continue;
          two_used = true;
          // Moving two different checkers in the other order gives the same board, already seen.
          if (i == 1 && then.landing != kOff && then.origin != first.landing) continue;
          const double won = then.rank_after == 0 ? points(moves_.winning_outcome(view.opponent))
                                                  : -row[then.rank_after];
          update_best(best, won, then.rank_after, 2);
        }
      }
    }
    if (!two_used) {
      const bool high = update_best_by_one_die(view, dice.high, best);
      if (!high) update_best_by_one_die(view, dice.low, best);
    }
    return best;
  }

  // Updates `best` by all moves of one checker by `die`. Returns false if there are none.
  bool update_best_by_one_die(const BoardView& view, int die, BestMoves& best) const {
    bool playable = false;
    for (const SideMove& move : moves_.checker_moves(view.mover, die)) {
      if (!GraphMoves::is_open(move, moves_.points_closed_by(view.opponent))) continue;
      playable = true;
      update_best(best, equity_after_turn(view, move.rank_after), move.rank_after, 1);
    }
    return playable;
  }

  // Returns the best way to play a doublet that is not a chain.
  BestMoves best_moves_of_plain_doublet(const BoardView& view, int die) const {
    return moves_.best_moves_of_number(
        view.mover, view.opponent, die, kDoubletMoves,
        [&](std::size_t to, int) { return equity_after_turn(view, to); });
  }

  ExactTable& table_;
  const SideIndex& side_index_;
  GraphMoves moves_;
  GraphChainSolver<R> chains_;
  int threads_;
  // By extra state: the extra state after a roll, from the viewpoint of the opponent.
  std::vector<std::size_t> next_extra_state_;
  std::vector<bool> doublets_are_chains_;  // by extra state: true if a doublet is a chain
};

}  // namespace detail

/// Returns the memory in bytes that the graph solver needs in addition to the table, in a game with
/// chains.
inline double graph_solver_memory_bytes(int checkers) {
  const double sides = SideIndex::count_arrangements(checkers);
  constexpr double kStoredNumberCount = detail::kNumberArraySize - detail::kLowestStoredNumber;
  return sides * sides * (8.0 + kStoredNumberCount * (8.0 + 4.0 + 8.0));
}

}  // namespace gioul
