#include "eval/solve/solver.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "base/error.h"
#include "base/format_number.h"
#include "base/parallel.h"
#include "engine/games/dispatch.h"
#include "engine/games/game.h"
#include "engine/movegen.h"
#include "engine/outcome.h"
#include "eval/solve/graph_chains.h"
#include "eval/solve/graph_solver.h"
#include "eval/solve/sweep.h"
#include "eval/value/evaluator.h"

namespace gioul {

namespace {

constexpr std::size_t kStoredNumbers = 5;

// Returns the index in arrays of pending decisions of the one before all four moves of a number,
// either for the roller of a chain or for a player with forfeited moves.
constexpr std::size_t pending_index(int number, bool forfeited) {
  return static_cast<std::size_t>(number - detail::kLowestStoredNumber) +
         (forfeited ? kStoredNumbers : 0);
}

// A reference to a value in an array, or a value of its own in `scratch`.
struct ValueRef {
  const ValueArray* values;
  std::size_t index;
  Value scratch;

  double equity() const {
    return values != nullptr ? values->equity(index) : gioul::equity(scratch);
  }
  Value value() const { return values != nullptr ? (*values)[index] : scratch; }
};

// The value of a decision for the player who makes it. If nothing moved and nothing is left to
// play, it is a pass, whose value is that of the next player to roll at the same board.
struct DecisionValue {
  Value value{};
  bool passes = false;
  bool other_rolls = true;  // after a pass: whether the opponent rolls
};

template <GameRules R>
class Solver {
 public:
  Solver(ExactTable& table, int threads)
      : table_(table),
        count_(table.side_index().count()),
        previous_(kHits ? table.size() : 0),
        threads_(threads) {
    if (!kHasChains) return;
    for (ValueArray& values : pending_) values = ValueArray(count_ * count_);
  }

  void run(const std::function<void(double)>& progress) {
    const auto sweep = [&](const std::function<void(double)>& report) {
      sweep_by_pips(table_.side_index(), threads_, report,
                    [&](std::size_t own, std::size_t opp) { solve_boards(own, opp); });
    };
    if constexpr (!kHits) return sweep(progress);
    // A hit leads to more pips, whose values are taken from the previous sweep.
    double before = 1.0;  // the change of the previous sweep
    double shrinks = 0.0;
    for (double change = 1.0; change > kSettled; before = change) {
      sweep({});
      change = 0.0;
      for (std::size_t i = 0; i < previous_.size(); ++i) {
        change = std::max(change, std::abs(table_.values().equity(i) - previous_.equity(i)));
      }
      // The changes soon shrink by the same factor everywhere, so the sum of all future changes can
      // be extrapolated. Later sweeps check that this was right.
      const double factor = change / before;
      const bool is_steady = factor < 0.9 && std::abs(factor - shrinks) < 0.01;
      const double ahead = is_steady ? factor / (1.0 - factor) : 0.0;
      shrinks = is_steady ? 0.0 : factor;
      for (std::size_t i = 0; i < previous_.size(); ++i) {
        Value value = table_.values()[i];
        gioul::add(value, value, ahead);
        gioul::add(value, previous_[i], -ahead);
        previous_.set(i, value);
      }
      if (progress) {
        progress(std::min(1.0, std::log(std::max(change, kSettled)) / std::log(kSettled)));
      }
    }
  }

 private:
  static constexpr bool kHasChains = R::kVariant.doublets == DoubletRule::kChain;
  static constexpr bool kHits = R::kVariant.contact == ContactRule::kHit;
  static constexpr double kSettled = 1e-13;  // points; smaller changes are rounding errors
  static constexpr bool kCountsRolls = R::kVariant.rolls_before_chains > 0;

  using Lists = std::array<AfterstateList, 2>;  // for a decision and the forfeit that follows it

  // A position and the ranks of its sides.
  struct Board {
    Position position;
    std::size_t own;
    std::size_t opp;

    Board flipped() const { return {position.flipped(), opp, own}; }
  };

  // The value of a position over all rolls except passes, whose value is not known yet.
  struct PartialValue {
    Board board;
    Value sums{};         // of all rolls that do not pass
    double passed = 0.0;  // probability of a pass
    std::array<DecisionValue, 2 * kStoredNumbers> pending;
  };

  // Solves all positions on one board and its mirror image, in an order in which passes lead to
  // solved positions.
  void solve_boards(std::size_t own, std::size_t opp) {
    Position board{};
    board.own = table_.side_index().side(own);
    board.opp = table_.side_index().side(opp);
    const PlaceSet shared =
        board.own.occupied() & to_opponent_numbering(R::kVariant.movement, board.opp.occupied());
    if (R::kVariant.contact != ContactRule::kPin && (shared & kAllPoints) != 0) return;
    if (R::kVariant.illegal_reason != nullptr && !R::kVariant.illegal_reason(board).empty()) return;
    Lists& lists = *memory_.local();
    for (std::size_t extra = 0; extra < table_.extra_state_index().count(); ++extra) {
      Position position = board;
      if (!table_.extra_state_index().set_extra_state(extra, position)) continue;
      if (kCountsRolls && extra > 0) {
        solve_first_rolls({position, own, opp}, lists);
        std::swap(position.own, position.opp);
        if (own != opp) solve_first_rolls({position, opp, own}, lists);
      } else {
        solve_pair({position, own, opp}, lists);
      }
    }
  }

  // In Gul Bara's first rolls, a pass leads to a later roll count, which is solved already.
  void solve_first_rolls(const Board& board, Lists& lists) {
    const PartialValue here = evaluate(board, lists);
    const Position next = make_afterstate_skeleton<R>(board.position, Dice{2, 1}, 0).position;
    Value value = here.sums;
    gioul::add(value, flipped(table_.values()[index_of(board.opp, board.own, next)]), here.passed);
    table_.values().set(index_of(board.own, board.opp, board.position), value);
  }

  void solve_pair(const Board& board, Lists& lists) {
    const PartialValue here = evaluate(board, lists);
    const PartialValue there = evaluate(board.flipped(), lists);
    store(here, there);
    store(there, here);
    if (doublet_starts_chain(R::kVariant, board.position)) {
      store_pending(here);
      store_pending(there);
    }
  }

  PartialValue evaluate(const Board& board, Lists& lists) {
    PartialValue result{.board = board, .pending = {}};
    const auto add_roll = [&](Dice dice, const DecisionValue& decision) {
      const double share = count_permutations(dice) / 36.0;
      if (decision.passes) {
        assert(decision.other_rolls);
        result.passed += share;
      } else {
        gioul::add(result.sums, decision.value, share);
      }
    };
    const bool chains = doublet_starts_chain(R::kVariant, board.position);
    if (chains) evaluate_pending(result, lists);
    for (const Dice dice : kDistinctRolls) {
      if (chains && dice.is_doublet() && dice.high >= detail::kLowestStoredNumber) {
        add_roll(dice, result.pending[pending_index(dice.high, false)]);
      } else {
        add_roll(dice, decide(board, dice, lists, 0));
      }
    }
    return result;
  }

  void evaluate_pending(PartialValue& result, Lists& lists) {
    Board board = result.board;
    for (int number = detail::kLowestStoredNumber; number <= 6; ++number) {
      for (const bool forfeited : {false, true}) {
        board.position.owed_moves = static_cast<unsigned>(chain_length(number)) & 31u;
        board.position.is_forfeited = forfeited ? 1 : 0;
        result.pending[pending_index(number, forfeited)] = decide(board, std::nullopt, lists, 0);
      }
    }
  }

  // Solves V = A + p V' and V' = A' + p' V, each for its own player to move: V = (A + p A') / (1 -
  // p p').
  void store(const PartialValue& here, const PartialValue& there) {
    const double both_pass = here.passed * there.passed;
    Value value = one_hot_value(Outcome::kTie);  // if no side can ever move: not in real games
    if (both_pass < 1.0 - 1e-12) {
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        value[o] =
            (here.sums[o] + here.passed * there.sums[kOutcomeCount - 1 - o]) / (1.0 - both_pass);
      }
    }
    table_.values().set(index_of(here.board.own, here.board.opp, here.board.position), value);
  }

  void store_pending(const PartialValue& done) {
    const Board& board = done.board;
    const Value to_roll = table_.value(board.position);
    const Value other_to_roll = table_.value(board.position.flipped());
    for (int number = detail::kLowestStoredNumber; number <= 6; ++number) {
      for (const bool forfeited : {false, true}) {
        const DecisionValue& decision = done.pending[pending_index(number, forfeited)];
        Value value = decision.value;
        if (decision.passes) value = decision.other_rolls ? flipped(other_to_roll) : to_roll;
        pending_[pending_index(number, forfeited)].set(index_by_opponent(board.own, board.opp),
                                                       value);
      }
    }
  }

  // Returns the value of the best play of a decision.
  DecisionValue decide(const Board& board, std::optional<Dice> dice, Lists& lists,
                       std::size_t depth) {
    AfterstateList& list = lists[depth];
    generate_afterstates<R>(board.position, dice, list);
    const auto positions = list.positions();
    const bool passes_turn = !list.mover_acts_next();
    if (list.size() == 1 && positions.size() == 1 &&
        mover_side(list, positions[0]) == board.position.own) {
      return pass_value(board, positions[0], passes_turn, lists, depth);
    }
    ValueRef best{};
    double best_equity = -3.0;
    for (const Position& next : positions) {
      const ValueRef found = value_of(next, passes_turn, board, lists, depth);
      const double won = passes_turn ? -found.equity() : found.equity();
      if (won <= best_equity) continue;
      best_equity = won;
      best = found;
    }
    DecisionValue result;
    if (!positions.empty()) result.value = passes_turn ? flipped(best.value()) : best.value();
    for (std::size_t index = positions.size(); index < list.size(); ++index) {
      const Outcome outcome = outcome_of(list.ending(index));
      if (points(outcome) <= best_equity) continue;
      best_equity = points(outcome);
      result.value = one_hot_value(outcome);
    }
    return result;
  }

  // Handles a decision without a move: the unplayed rest may be forfeited; else it is a pass.
  DecisionValue pass_value(const Board& board, const Position& next, bool passes_turn, Lists& lists,
                           std::size_t depth) {
    if (!next.is_pending()) return {.passes = true, .other_rolls = passes_turn};
    assert(passes_turn);
    DecisionValue result = decide({next, board.opp, board.own}, std::nullopt, lists, depth + 1);
    result.value = flipped(result.value);
    result.other_rolls = true;
    return result;
  }

  // Returns the value of an afterstate of a decision at `board`, for its player to move.
  ValueRef value_of(const Position& next, bool passes_turn, const Board& board, Lists& lists,
                    std::size_t depth) {
    const SideIndex& sides = table_.side_index();
    const std::size_t moved = sides.rank(passes_turn ? next.opp : next.own);
    const std::size_t opponent =
        kHits ? sides.rank(passes_turn ? next.own : next.opp) : board.opp;  // else unchanged
    const std::size_t own = passes_turn ? opponent : moved;
    const std::size_t opp = passes_turn ? moved : opponent;
    if (kHits && sides.pip_count(own) + sides.pip_count(opp) >=
                     sides.pip_count(board.own) + sides.pip_count(board.opp)) {
      return {&previous_, index_of(own, opp, next), {}};
    }
    if (!next.is_pending()) return {&table_.values(), index_of(own, opp, next), {}};
    const int number = next_chain_number(next.owed_moves);
    const bool full = moves_left_of_number(next.owed_moves) == kDoubletMoves;
    if (full && number >= detail::kLowestStoredNumber) {
      return {&pending_[pending_index(number, next.is_forfeited != 0)],
              index_by_opponent(own, opp),
              {}};
    }
    assert(next.is_forfeited != 0 && depth == 0);
    const DecisionValue decision = decide({next, own, opp}, std::nullopt, lists, depth + 1);
    if (decision.passes) return {&table_.values(), index_of(own, opp, next), {}};
    return {nullptr, 0, decision.value};
  }

  // Rows are grouped by the side that does not move in the decision, so that all boards the mover
  // can reach are close together: the player to move next after an ordinary roll, the waiting
  // player in a chain.
  std::size_t index_of(std::size_t own, std::size_t opp, const Position& position) const {
    return table_.index(own, opp, table_.extra_state_index().index_of(position));
  }
  std::size_t index_by_opponent(std::size_t own, std::size_t opp) const {
    return opp * count_ + own;
  }

  ExactTable& table_;
  std::size_t count_;                                   // number of arrangements of a side
  ValueArray previous_;                                 // of the previous sweep, in games with hits
  std::array<ValueArray, 2 * kStoredNumbers> pending_;  // by pending_index()
  int threads_;
  PerThread<std::unique_ptr<Lists>> memory_{[] { return std::make_unique<Lists>(); }};
};

// Returns the memory in bytes that solving a game takes: for the values of its positions (two
// copies in games with hits, whose sweeps are repeated) and, in games with chains, for the values
// of boards inside chains.
double solve_memory_bytes(Game game, int checkers, int already_off) {
  const double boards =
      std::pow(SideIndex::count_arrangements(checkers, SideIndex::max_place_in(game.variant())), 2);
  double bytes = ExactTable::memory_bytes(game, checkers, already_off);
  if (game.variant().contact == ContactRule::kHit) bytes *= 2.0;  // and the previous sweep
  if (game.variant().doublets == DoubletRule::kChain) {
    bytes += game.variant().contact == ContactRule::kBlock
                 ? graph_solver_memory_bytes(checkers)
                 : 2.0 * kStoredNumbers * boards * static_cast<double>(ValueArray::kBytesPerValue);
  }
  return bytes;
}

std::string megabytes(double bytes) { return format_fixed(std::ceil(bytes / 1e6), 0) + " MB"; }

}  // namespace

double default_memory_limit() {
  return 0.9 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(sysconf(_SC_PAGE_SIZE));
}

std::shared_ptr<const ExactTable> solve(const SolveOptions& options,
                                        const std::function<void(double)>& progress) {
  std::shared_ptr<ExactTable> table;
  dispatch_game(options.game, [&]<GameRules R>(std::type_identity<R>) {
    const double bytes =
        solve_memory_bytes(game_with_rules<R>(), options.checkers, options.already_off);
    if (bytes > options.max_memory_bytes) {
      throw InputError(std::string(R::kVariant.name) + " with " + std::to_string(options.checkers) +
                       " checkers needs " + megabytes(bytes) + " of memory, more than the " +
                       megabytes(options.max_memory_bytes) + " allowed");
    }
    table =
        std::make_shared<ExactTable>(game_with_rules<R>(), options.checkers, options.already_off);
    if constexpr (kSupportsGraphSolver<R>) {
      if (options.method == SolveMethod::kFastest) {
        detail::GraphSolver<R>(*table, options.threads).run(progress);
        return;
      }
    }
    Solver<R>(*table, options.threads).run(progress);
  });
  return table;
}

}  // namespace gioul
