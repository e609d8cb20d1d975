// The solver for games in which one checker holds a point and the order of the dice is free (Gioul,
// Gul Bara): the same sweep as eval/solve/solver.cpp, but decisions are walked on the graph of
// single steps, which is several times faster than listing afterstates.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <vector>

#include "base/huge_array.h"
#include "engine/frame.h"
#include "engine/games/variants.h"
#include "engine/games/visit.h"
#include "engine/outcome.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/side_graph.h"
#include "eval/solve/sweep.h"

namespace gioul {

/// True for the games that solve_block_game can solve.
template <Rules R>
inline constexpr bool kIsPlainBlockGame = R::kAxes.contact == Contact::kBlock && !R::kOrderMatters;

namespace detail {

inline constexpr double kNone = -3.0;  // below any equity
inline constexpr double kUnknown = 0.0;
inline constexpr double kShift = 8.0;  // above any equity
inline constexpr int kLowestStored = 2;
inline constexpr int kUsedShift = 28;  // of a packed line: ranks are below 2^28 in all that fits
inline constexpr std::size_t kNumbers = 7;  // arrays indexed by a number 2..6

// The best way to play one number: the board it leads to, and how many checker moves it took.
struct Line {
  double equity = kNone;  // for the mover
  std::uint32_t to = 0;   // 0: the mover has won
  int used = 0;
};

template <Rules R>
class BlockSolver {
 public:
  BlockSolver(ExactTable& table, int threads)
      : table_(table),
        sides_(table.sides()),
        count_(sides_.count()),
        graph_(SideGraph::of<R>(sides_, table.checkers())),
        threads_(threads),
        by_waiting_(kChains ? count_ * count_ : 0) {
    for (std::size_t rank = 0; rank < count_; ++rank) {
      closed_.push_back(mirrored(R::kAxes.movement, sides_.side(rank).occupied()));
    }
    note_extras();
    for (std::size_t number = kLowestStored; kChains && number < kNumbers; ++number) {
      chain_[number] = HugeArray<double>(count_ * count_);
      chain_line_[number] = HugeArray<std::uint32_t>(count_ * count_);
      forfeit_[number] = HugeArray<double>(count_ * count_);
    }
  }

  void run(const std::function<void(double)>& progress) {
    sweep_by_pips(sides_, threads_, progress,
                  [&](std::size_t own, std::size_t opp) { solve_boards(own, opp); });
  }

 private:
  static constexpr bool kChains = R::kAxes.doublets == Doublets::kChain;
  static constexpr bool kForfeits = R::kAxes.unfinished == Unfinished::kForfeited;

  // A board seen by one player, `mover` his side's rank, with the state of the roll counts.
  struct View {
    std::size_t mover;
    std::size_t waiter;
    std::size_t extra;
    std::size_t next_extra;  // after the mover's roll, seen by the other
    bool chains;
  };

  // All rolls of one view but the passes, whose value is not known yet.
  struct Evaluated {
    View view;
    Value sums{};
    double passed = 0.0;               // weight of the passes
    std::array<Line, kNumbers> chain;  // before a full four of a number
    std::array<bool, kNumbers> chain_passes{};
  };

  void solve_boards(std::size_t a, std::size_t b) {
    if ((sides_.side(a).occupied() & closed_[b]) != 0) return;
    for (std::size_t extra = 0; extra < table_.extras().count(); ++extra) {
      const View here = view(a, b, extra);
      const View there = view(b, a, extra);
      if (here.next_extra == extra) {
        solve_pair(here, there);
      } else {  // counted rolls: a pass leads to a state that is solved already
        solve_alone(here);
        if (a != b) solve_alone(there);
      }
    }
  }

  View view(std::size_t mover, std::size_t waiter, std::size_t extra) const {
    return {mover, waiter, extra, next_extra_[extra], chains_[extra]};
  }

  // How the roll counts go on does not depend on the board.
  void note_extras() {
    for (std::size_t extra = 0; extra < table_.extras().count(); ++extra) {
      Position position{};
      table_.extras().apply(extra, position);
      const Position next = frame_after<R>(position, Dice{2, 1}, 0).position;
      next_extra_.push_back(table_.extras().of(next));
      chains_.push_back(kChains && rolls_chain(game_of<R>(), position));
    }
  }

  void solve_alone(const View& view) {
    const Evaluated here = evaluate(view);
    const Value next = table_.values()[table_.index(view.waiter, view.mover, view.next_extra)];
    Value value = here.sums;
    for (std::size_t o = 0; o < kOutcomes; ++o) value[o] += here.passed * flipped(next)[o];
    table_.values().set(table_.index(view.mover, view.waiter, view.extra), value);
  }

  // V = A + p V' and V' = A' + p' V, each seen by its own player.
  void solve_pair(const View& here, const View& there) {
    const Evaluated mine = evaluate(here);
    const Evaluated theirs = evaluate(there);
    const double share = 1.0 / (1.0 - mine.passed * theirs.passed);
    Value value;
    Value other;
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      const std::size_t turned = kOutcomes - 1 - o;
      value[o] = share * (mine.sums[o] + mine.passed * theirs.sums[turned]);
      other[o] = share * (theirs.sums[o] + theirs.passed * mine.sums[turned]);
    }
    store(mine, value, other);
    store(theirs, other, value);
  }

  void store(const Evaluated& done, const Value& value, const Value& other) {
    const View& view = done.view;
    table_.values().set(table_.index(view.mover, view.waiter, view.extra), value);
    if (!view.chains) return;
    const std::size_t row = waiting_row(view.mover, view.waiter);
    by_waiting_[row] = equity(value);
    for (std::size_t number = kLowestStored; number < kNumbers; ++number) {
      chain_[number][row] = done.chain_passes[number] ? -equity(other) : done.chain[number].equity;
      chain_line_[number][row] = packed(done.chain[number]);
    }
  }

  Evaluated evaluate(const View& view) const {
    Evaluated result{.view = view, .chain = {}};
    for (const Dice dice : kRolls) {
      if (!dice.is_doublet()) {
        add_ordinary(result, dice);
      } else if (view.chains) {
        add_chain(result, dice.high);
      } else {
        add_plain_doublet(result, dice.high);
      }
    }
    return result;
  }

  static void add(Evaluated& result, double weight, const Value& value) {
    for (std::size_t o = 0; o < kOutcomes; ++o) result.sums[o] += weight * value[o];
  }

  static bool is_open(const SideStep& step, PlaceSet closed) {
    return (closed >> step.landing & 1u) == 0;
  }

  Outcome winning(std::size_t waiter) const {
    const bool has_off = (sides_.side(waiter).occupied() & place_bit(kOff)) != 0;
    return has_off ? Outcome::kWin1 : Outcome::kWin2;
  }

  // --- ordinary rolls and plain doublets ----------------------------------------------------

  // The other player's equity at `to` is the mover's, turned round.
  double after_turn(const View& view, std::size_t to) const {
    if (to == 0) return points(winning(view.waiter));
    return -table_.values().equity(table_.index(view.waiter, to, view.next_extra));
  }

  Value value_after_turn(const View& view, std::size_t to) const {
    if (to == 0) return certain_value(winning(view.waiter));
    return flipped(table_.values()[table_.index(view.waiter, to, view.next_extra)]);
  }

  void add_ordinary(Evaluated& result, Dice dice) const {
    const View& view = result.view;
    const PlaceSet closed = closed_[view.waiter];
    const double* const row =
        table_.values().equities() + table_.index(view.waiter, 0, view.next_extra);
    Line best;
    bool two_used = false;
    const std::array<int, 2> order = {dice.high, dice.low};
    for (std::size_t i = 0; i < 2; ++i) {
      for (const SideStep& first : graph_.steps(view.mover, order[i])) {
        if (!is_open(first, closed)) continue;
        if (first.to == 0) {  // won with one die: lawful whatever the others use
          consider(best, points(winning(view.waiter)), 0, 1);
          continue;
        }
        for (const SideStep& then : graph_.steps(first.to, order[1 - i])) {
          if (!is_open(then, closed)) continue;
          two_used = true;
          // Two different checkers that stay on the board have been met in the other order.
          if (i == 1 && then.landing != kOff && then.origin != first.landing) continue;
          const double won = then.to == 0 ? points(winning(view.waiter)) : -row[then.to];
          consider(best, won, then.to, 2);
        }
      }
    }
    if (!two_used) {
      const bool high = consider_one_die(view, dice.high, best);
      if (!high) consider_one_die(view, dice.low, best);
    }
    const double share = weight(dice) / 36.0;
    if (best.used == 0) {
      result.passed += share;
    } else {
      add(result, share, value_after_turn(view, best.to));
    }
  }

  // False if the die can't be played at all.
  bool consider_one_die(const View& view, int die, Line& best) const {
    bool playable = false;
    for (const SideStep& step : graph_.steps(view.mover, die)) {
      if (!is_open(step, closed_[view.waiter])) continue;
      playable = true;
      consider(best, after_turn(view, step.to), step.to, 1);
    }
    return playable;
  }

  void add_plain_doublet(Evaluated& result, int die) const {
    const View& view = result.view;
    const Line line = best_of_number(view.mover, view.waiter, die, 4,
                                     [&](std::size_t to, int) { return after_turn(view, to); });
    if (line.used == 0) {
      result.passed += 1.0 / 36.0;
    } else {
      add(result, 1.0 / 36.0, value_after_turn(view, line.to));
    }
  }

  static void consider(Line& best, double equity, std::size_t to, int used) {
    if (equity > best.equity) best = {equity, static_cast<std::uint32_t>(to), used};
  }

  // --- one number, several times ------------------------------------------------------------

  // The best way to play `moves` of `die`, or as many as can be: equity_of(to, used) tells what
  // each end is worth. Origins descend, which reaches every end once.
  template <typename EquityOf>
  Line best_of_number(std::size_t mover, std::size_t waiter, int die, int moves,
                      const EquityOf& equity_of) const {
    Line best;
    walk_number(mover, closed_[waiter], die, moves, 0, kStart, equity_of, best);
    return best;
  }

  template <typename EquityOf>
  void walk_number(std::size_t at, PlaceSet closed, int die, int moves, int used, int limit,
                   const EquityOf& equity_of, Line& best) const {
    if (used == moves || at == 0) return consider(best, equity_of(at, used), at, used);
    bool moved = false;
    for (const SideStep& step : graph_.steps(at, die)) {
      if (!is_open(step, closed)) continue;
      moved = true;
      if (step.origin > limit) continue;
      walk_number(step.to, closed, die, moves, used + 1, step.origin, equity_of, best);
    }
    if (!moved) consider(best, equity_of(at, used), at, used);
  }

  // --- chains -------------------------------------------------------------------------------

  // Values at the same waiter's board are a row; V is kept once more in that order.
  std::size_t waiting_row(std::size_t mover, std::size_t waiter) const {
    return waiter * count_ + mover;
  }

  // The roller before a full four of `number`, at a board with fewer pips if `used` tells so.
  Line best_chain(std::size_t mover, std::size_t waiter, int number) const {
    return best_of_number(mover, waiter, number, 4, [&](std::size_t to, int used) {
      if (to == 0) return static_cast<double>(points(winning(waiter)));
      if (used == 4 && number < 6) {
        return chain_[static_cast<std::size_t>(number + 1)][waiting_row(to, waiter)];
      }
      const bool forfeits = kForfeits && used < 4;
      if (forfeits) return -forfeit_equity(waiter, to, chain_length(number) - used);
      return -table_.values().equity(table_.index(waiter, to, 0));
    });
  }

  // The player who plays `owed` forfeited moves; what he can't play is dead, and he rolls.
  Line best_forfeit(std::size_t mover, std::size_t waiter, int owed) const {
    const int moves = chain_moves_left(owed);
    return best_of_number(mover, waiter, chain_number(owed), moves, [&](std::size_t to, int used) {
      if (to == 0) return static_cast<double>(points(winning(waiter)));
      const std::size_t row = waiting_row(to, waiter);
      if (used < moves || owed == moves) return by_waiting_[row];
      return forfeit_equity(to, waiter, owed - moves);
    });
  }

  // Most boards are never reached with something forfeited: full fours are worked out when they are
  // first asked for, at boards that are solved. Two threads may do so at once, and find the same.
  double forfeit_equity(std::size_t mover, std::size_t waiter, int owed) const {
    const auto number = static_cast<std::size_t>(chain_number(owed));
    if (chain_moves_left(owed) != 4 || number < kLowestStored) {
      return best_forfeit(mover, waiter, owed).equity;
    }
    const std::atomic_ref<double> stored(forfeit_[number][waiting_row(mover, waiter)]);
    double shifted = stored.load(std::memory_order_relaxed);
    if (shifted == kUnknown) {
      shifted = best_forfeit(mover, waiter, owed).equity + kShift;
      stored.store(shifted, std::memory_order_relaxed);
    }
    return shifted - kShift;
  }

  void add_chain(Evaluated& result, int number) const {
    const View& view = result.view;
    const std::size_t mover = view.mover;
    const std::size_t waiter = view.waiter;
    const double share = 1.0 / 36.0;
    Line line = best_chain_here(mover, waiter, number);
    bool passes = false;
    if (line.used > 0) {
      add(result, share, chain_value(line, waiter, number));
    } else {
      // Nothing of the chain could be played: the whole of it is the opponent's, at the same board.
      const Line answer = kForfeits ? best_forfeit(waiter, mover, chain_length(number)) : Line{};
      passes = answer.used == 0;
      if (!passes) {
        line.equity = -answer.equity;
        add(result, share, flipped(forfeit_value(answer, mover, chain_length(number))));
      }
    }
    if (passes) result.passed += share;
    result.chain[static_cast<std::size_t>(number)] = line;
    result.chain_passes[static_cast<std::size_t>(number)] = passes;
  }

  // As best_chain at the board that is being solved, where a line without a move has no value yet.
  Line best_chain_here(std::size_t mover, std::size_t waiter, int number) const {
    for (const SideStep& step : graph_.steps(mover, number)) {
      if (is_open(step, closed_[waiter])) return best_chain(mover, waiter, number);
    }
    return {};
  }

  // --- outcomes at the end of a chain: the best lines once more, number by number ------------

  Value chain_value(const Line& line, std::size_t waiter, int number) const {
    if (line.to == 0) return certain_value(winning(waiter));
    if (line.used == 4 && number < 6) {
      return chain_value_at(line.to, waiter, number + 1);
    }
    if (kForfeits && line.used < 4) {
      return flipped(forfeit_value_at(waiter, line.to, chain_length(number) - line.used));
    }
    return flipped(table_.values()[table_.index(waiter, line.to, 0)]);
  }

  Value chain_value_at(std::size_t mover, std::size_t waiter, int number) const {
    const std::uint32_t line =
        chain_line_[static_cast<std::size_t>(number)][waiting_row(mover, waiter)];
    return chain_value(unpacked(line, mover), waiter, number);
  }

  // A line in 32 bits; without a move it stays where it is.
  static std::uint32_t packed(const Line& line) {
    return line.to | static_cast<std::uint32_t>(line.used) << kUsedShift;
  }
  static Line unpacked(std::uint32_t line, std::size_t mover) {
    const int used = static_cast<int>(line >> kUsedShift);
    const std::uint32_t to = line & ((1u << kUsedShift) - 1);
    return {0.0, used == 0 ? static_cast<std::uint32_t>(mover) : to, used};
  }

  Value forfeit_value(const Line& line, std::size_t waiter, int owed) const {
    if (line.to == 0) return certain_value(winning(waiter));
    const int moves = chain_moves_left(owed);
    if (line.used < moves || owed == moves) {
      return table_.values()[table_.index(line.to, waiter, 0)];
    }
    return forfeit_value_at(line.to, waiter, owed - moves);
  }

  Value forfeit_value_at(std::size_t mover, std::size_t waiter, int owed) const {
    return forfeit_value(best_forfeit(mover, waiter, owed), waiter, owed);
  }

  ExactTable& table_;
  const SideIndex& sides_;
  std::size_t count_;
  SideGraph graph_;
  int threads_;
  std::vector<std::size_t> next_extra_;            // by extra: the other player's after a roll
  std::vector<bool> chains_;                       // by extra: a doublet is a chain
  std::vector<PlaceSet> closed_;                   // by rank, in the other player's numbering
  HugeArray<double> by_waiting_;                   // equities of the mover to roll
  std::array<HugeArray<double>, kNumbers> chain_;  // ... before a full four of his chain
  std::array<HugeArray<std::uint32_t>, kNumbers> chain_line_;  // ... and how he plays it
  // ... of what was forfeited to him, shifted away from the zero that means unknown. A memory of
  // results, filled under const.
  mutable std::array<HugeArray<double>, kNumbers> forfeit_;
};

}  // namespace detail

/// Bytes that solve_block_game takes besides the table, in a game with chains.
inline double block_solver_bytes(int checkers) {
  const double sides = SideIndex::count_for(checkers);
  constexpr double kStored = detail::kNumbers - detail::kLowestStored;
  return sides * sides * (8.0 + kStored * (8.0 + 4.0 + 8.0));
}

/// Fills `table`, for such a game. See solve() in eval/solve/solver.h.
template <Rules R>
void solve_block_game(ExactTable& table, int threads, const std::function<void(double)>& progress) {
  detail::BlockSolver<R>(table, threads).run(progress);
}

}  // namespace gioul
