#include "eval/solver.h"

#include <tbb/enumerable_thread_specific.h>

#include <array>
#include <cassert>
#include <cmath>
#include <cstdio>

#include "engine/error.h"
#include "engine/movegen.h"
#include "engine/variants.h"
#include "eval/parallel.h"
#include "eval/player.h"

namespace gioul {

namespace {

constexpr int kLowestStored =
    2;  // of a chain's numbers; what is owed from 1 on is only passed through
constexpr std::size_t kStoredNumbers = 5;

void add_scaled(ExactValue& sums, double weight, const ExactValue& value, bool flip) {
  for (std::size_t o = 0; o < kOutcomes; ++o) {
    sums[o] += weight * value[flip ? kOutcomes - 1 - o : o];
  }
}

ExactValue certainly(Outcome outcome) {
  ExactValue value{};
  value[static_cast<std::size_t>(outcome)] = 1.0;
  return value;
}

// Values of pending decisions that stand before a full four of `number`: for the roller of a chain,
// and for whoever plays what was forfeited to him. Row by row of the player who waits, since only
// the checkers of the other one move.
class PendingTable {
 public:
  PendingTable(const ExactTable& table, bool exists) : table_(table) {
    if (!exists) return;
    const std::size_t boards = table.sides().count() * table.sides().count();
    for (auto& values : values_) values.resize(boards);
  }

  ExactValue& at(const Position& position, int number, bool forfeited) {
    const std::size_t board = table_.sides().rank(position.opp) * table_.sides().count() +
                              table_.sides().rank(position.own);
    const auto slot =
        static_cast<std::size_t>(number - kLowestStored) + (forfeited ? kStoredNumbers : 0);
    return values_[slot][board];
  }

 private:
  const ExactTable& table_;
  std::array<std::vector<ExactValue>, 2 * kStoredNumbers> values_;
};

// What a decision is worth to the player who makes it. If nothing moved and nothing is left to
// play, it is a pass: its value is that of whoever rolls next at the same board.
struct DecisionValue {
  ExactValue value{};
  bool passes = false;
  bool other_rolls = true;  // after a pass
};

template <Rules R>
class Solver {
 public:
  Solver(ExactTable& table, int threads)
      : table_(table), pending_(table, kChains), threads_(threads) {}

  void run(const std::function<void(double)>& progress) {
    const SideIndex& sides = table_.sides();
    const int most = kStart * table_.checkers();
    std::vector<std::vector<std::size_t>> by_pips(static_cast<std::size_t>(most) + 1);
    for (std::size_t rank = 0; rank < sides.count(); ++rank) {
      by_pips[static_cast<std::size_t>(sides.pips(rank))].push_back(rank);
    }
    // A side without pips has won: such a board has no value of its own.
    for (int total = 2; total <= 2 * most; ++total) {
      for (int own = std::max(1, total - most); 2 * own <= total; ++own) {
        const auto& owns = by_pips[static_cast<std::size_t>(own)];
        const auto& opps = by_pips[static_cast<std::size_t>(total - own)];
        parallel_for(threads_, owns.size(), [&](std::size_t i) {
          for (const std::size_t opp : opps) {
            if (2 * own < total || owns[i] <= opp) solve_boards(owns[i], opp);
          }
        });
      }
      if (progress) progress(static_cast<double>(total) / (2.0 * most));
    }
  }

 private:
  static constexpr bool kChains = R::kAxes.doublets == Doublets::kChain;
  static constexpr bool kCountsRolls = R::kAxes.plain_rolls > 0;

  using Lists = std::array<AfterstateList, 2>;  // a decision, and the forfeit that follows it

  // One position with all its rolls, but for the passes, whose value is not known yet.
  struct Evaluated {
    Position position;
    ExactValue sums{};    // of all rolls that don't pass
    double passed = 0.0;  // weight of those that do
    std::array<DecisionValue, 2 * kStoredNumbers> pending;
  };

  static bool may_chain(const Position& position) {
    return kChains && (!kCountsRolls || (position.own_rolls == kRollsCounted &&
                                         position.opp_rolls == kRollsCounted));
  }

  // All positions on one board and its mirror image, in an order in which passes look back.
  void solve_boards(std::size_t own, std::size_t opp) {
    Position board{};
    board.own = table_.sides().side(own);
    board.opp = table_.sides().side(opp);
    const PlaceSet shared =
        board.own.occupied() & mirrored(R::kAxes.movement, board.opp.occupied());
    if (R::kAxes.contact == Contact::kBlock && shared != 0) return;
    if (R::kAxes.refuse != nullptr && !R::kAxes.refuse(board).empty()) return;
    Lists& lists = *memory_.local();
    for (std::size_t extra = 0; extra < table_.extras().count(); ++extra) {
      Position position = board;
      if (!table_.extras().apply(extra, position)) continue;
      if (kCountsRolls && extra > 0) {
        solve_first_rolls(position, lists);
        Position mirror_image = position;
        std::swap(mirror_image.own, mirror_image.opp);
        if (own != opp) solve_first_rolls(mirror_image, lists);
      } else {
        solve_pair(position, lists);
      }
    }
  }

  // Gul Bara's first rolls are counted, so a pass leads to a later state, solved already.
  void solve_first_rolls(const Position& position, Lists& lists) {
    const Evaluated here = evaluate(position, lists);
    const Position next = frame_after<R>(position, Dice{2, 1}, 0).position;
    ExactValue sums = here.sums;
    add_scaled(sums, here.passed, table_.value(next), true);
    table_[table_.index(position)] = sums;
  }

  void solve_pair(const Position& position, Lists& lists) {
    const Evaluated here = evaluate(position, lists);
    const Evaluated there = evaluate(position.flipped(), lists);
    store(here, there);
    store(there, here);
    if (may_chain(position)) {
      store_pending(here);
      store_pending(there);
    }
  }

  Evaluated evaluate(const Position& position, Lists& lists) {
    Evaluated result{.position = position, .pending = {}};
    const auto add_roll = [&](Dice dice, const DecisionValue& decision) {
      const double share = weight(dice) / 36.0;
      if (decision.passes) {
        assert(decision.other_rolls);
        result.passed += share;
      } else {
        add_scaled(result.sums, share, decision.value, false);
      }
    };
    const bool chains = may_chain(position);
    if (chains) evaluate_pending(result, lists);
    for (const Dice dice : kRolls) {
      if (chains && dice.is_doublet() && dice.high >= kLowestStored) {
        add_roll(dice, result.pending[slot_of(dice.high, false)]);
      } else {
        add_roll(dice, decide(position, dice, lists, 0));
      }
    }
    return result;
  }

  void evaluate_pending(Evaluated& result, Lists& lists) {
    for (int number = kLowestStored; number <= 6; ++number) {
      for (const bool forfeited : {false, true}) {
        Position position = result.position;
        position.owed = static_cast<unsigned>(chain_length(number)) & 31u;
        position.forfeited = forfeited ? 1 : 0;
        result.pending[slot_of(number, forfeited)] = decide(position, Dice{1, 1}, lists, 0);
      }
    }
  }

  // V = A + p V' and V' = A' + p' V, each seen by its own player: V = (A + p A') / (1 - p p').
  void store(const Evaluated& here, const Evaluated& there) {
    const double both_pass = here.passed * there.passed;
    ExactValue& value = table_[table_.index(here.position)];
    if (both_pass > 1.0 - 1e-12) {
      value = certainly(Outcome::kTie);  // nobody can ever move: no game leads here
      return;
    }
    for (std::size_t o = 0; o < kOutcomes; ++o) {
      value[o] = (here.sums[o] + here.passed * there.sums[kOutcomes - 1 - o]) / (1.0 - both_pass);
    }
  }

  void store_pending(const Evaluated& done) {
    for (int number = kLowestStored; number <= 6; ++number) {
      for (const bool forfeited : {false, true}) {
        const DecisionValue& decision = done.pending[slot_of(number, forfeited)];
        ExactValue& stored = pending_.at(done.position, number, forfeited);
        if (!decision.passes) {
          stored = decision.value;
        } else if (decision.other_rolls) {
          stored = flipped(table_.value(done.position.flipped()));
        } else {
          stored = table_.value(done.position);
        }
      }
    }
  }

  // The best line of a decision, by equity.
  DecisionValue decide(const Position& position, Dice dice, Lists& lists, std::size_t depth) {
    AfterstateList& list = lists[depth];
    generate_afterstates<R>(position, dice, list);
    const auto positions = list.positions();
    const bool same_player = list.mover_acts_next();
    if (list.lines() == 1 && positions.size() == 1 &&
        mover_side(list, positions[0]) == position.own) {
      return without_move(positions[0], same_player, lists, depth);
    }
    DecisionValue best;
    double best_equity = -3.0;
    const auto consider = [&](const ExactValue& value, bool flip) {
      const double won = flip ? -equity(value) : equity(value);
      if (won <= best_equity) return;
      best_equity = won;
      best.value = flip ? flipped(value) : value;
    };
    for (const Position& next : positions) consider(value_of(next, lists, depth), !same_player);
    for (std::size_t line = positions.size(); line < list.lines(); ++line) {
      consider(certainly(outcome_of(list.ending(line))), false);
    }
    return best;
  }

  // Nobody moved: what was not played is perhaps forfeited, else it is a pass.
  DecisionValue without_move(const Position& next, bool same_player, Lists& lists,
                             std::size_t depth) {
    if (!next.is_pending()) return {.passes = true, .other_rolls = !same_player};
    const Position forfeit = next;  // the list is used again
    DecisionValue result = decide(forfeit, Dice{1, 1}, lists, depth + 1);
    result.value = flipped(result.value);
    result.other_rolls = true;
    return result;
  }

  // The value of a position with fewer pips than the one being solved.
  ExactValue value_of(const Position& next, Lists& lists, std::size_t depth) {
    if (!next.is_pending()) return table_.value(next);
    const int number = chain_number(static_cast<int>(next.owed));
    const bool full = chain_moves_left(static_cast<int>(next.owed)) == 4;
    if (full && number >= kLowestStored) return pending_.at(next, number, next.forfeited != 0);
    assert(next.forfeited != 0 && depth == 0);
    Position rolls = next;
    const DecisionValue decision = decide(next, Dice{1, 1}, lists, depth + 1);
    if (!decision.passes) return decision.value;
    rolls.owed = 0;
    rolls.forfeited = 0;
    return table_.value(rolls);
  }

  static constexpr std::size_t slot_of(int number, bool forfeited) {
    return static_cast<std::size_t>(number - kLowestStored) + (forfeited ? kStoredNumbers : 0);
  }

  ExactTable& table_;
  PendingTable pending_;
  int threads_;
  tbb::enumerable_thread_specific<std::unique_ptr<Lists>> memory_{
      [] { return std::make_unique<Lists>(); }};
};

std::string megabytes(double bytes) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.0f MB", std::ceil(bytes / 1e6));
  return text;
}

}  // namespace

double solve_bytes(const Axes& axes, int checkers) {
  const double sides = SideIndex::count_for(checkers);
  const double pending = axes.doublets == Doublets::kChain
                             ? 2.0 * kStoredNumbers * sides * sides * sizeof(ExactValue)
                             : 0.0;
  return ExactTable::bytes_for(axes, checkers) + pending;
}

std::shared_ptr<const ExactTable> solve(const SolveOptions& options,
                                        const std::function<void(double)>& progress) {
  std::shared_ptr<ExactTable> table;
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    if constexpr (R::kAxes.contact == Contact::kHit) {
      throw InputError(std::string(R::kAxes.name) +
                       " can't be solved by one sweep: a hit sends checkers back");
    } else {
      const double bytes = solve_bytes(R::kAxes, options.checkers);
      if (bytes > options.memory_bytes) {
        throw InputError(std::string(R::kAxes.name) + " with " + std::to_string(options.checkers) +
                         " checkers needs " + megabytes(bytes) + " of memory, more than the " +
                         megabytes(options.memory_bytes) + " allowed");
      }
      table = std::make_shared<ExactTable>(R::kAxes, options.checkers);
      Solver<R>(*table, options.threads).run(progress);
    }
  });
  return table;
}

}  // namespace gioul
