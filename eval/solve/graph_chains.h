// Chains, for the graph solver (graph_solver.h): solves a doublet that continues up to the sixes,
// and the moves that are forfeited to the opponent. Stores the values of boards before all moves of
// a number; the boards in between are searched each time.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/huge_array.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/graph_moves.h"

namespace gioul::detail {

inline constexpr double kUnknown = 0.0;
inline constexpr double kShift = 8.0;  // above any equity, so stored values differ from kUnsolved
inline constexpr int kLowestStored = 2;
inline constexpr int kUsedShift = 28;       // in packed moves; all ranks are below 2^28
inline constexpr std::size_t kNumbers = 7;  // size of arrays indexed by a number 2..6
static_assert(kDoubletMoves < 1 << (32 - kUsedShift),
              "a packed line has room for how many it took");

// The result of rolling a chain.
struct ChainRoll {
  Line line;      // the best moves of its first number; only the equity if nothing can be moved
  Value value{};  // for the player who rolls
  bool passes =
      false;  // nothing can be played by either side: the opponent rolls, and `value` is not set
};

// Solves and stores chains and forfeits, for the graph solver.
template <GameRules R>
class BlockChains {
 public:
  // Indexed by the number of the doublet; numbers below kLowestStoredNumber are not stored.
  using Rolls = std::array<ChainRoll, kNumbers>;

  // Looks up positions to roll in `table`. Allocates nothing in games without chains.
  BlockChains(const ExactTable& table, const BlockSteps& steps)
      : table_(table), steps_(steps), count_(steps.count()) {
    if (!kChains) return;
    by_waiting_ = HugeArray<double>(count_ * count_);
    for (std::size_t number = kLowestStored; number < kNumbers; ++number) {
      chain_[number] = HugeArray<double>(count_ * count_);
      chain_line_[number] = HugeArray<std::uint32_t>(count_ * count_);
      forfeit_[number] = HugeArray<double>(count_ * count_);
    }
  }

  // Solves a doublet at a board. All boards with fewer pips must be stored.
  ChainRoll roll(std::size_t mover, std::size_t waiter, int number) const {
    ChainRoll result;
    if (steps_.can_move(mover, waiter, number)) {
      result.line = best_chain(mover, waiter, number);
      result.value = chain_value(result.line, waiter, number);
      return result;
    }
    // Nothing can be moved, so the whole chain is forfeited to the opponent, at the same board.
    const int owed = chain_length(number);
    const Line answer = kForfeits ? best_forfeit(waiter, mover, owed) : Line{};
    result.passes = answer.used == 0;
    if (result.passes) return result;
    result.line.equity = -answer.equity;
    result.value = flipped(forfeit_value(answer, mover, owed));
    return result;
  }

  // Stores the values of a board: when the mover is to roll (`value`), when the opponent is
  // (`other`), and the chains that the mover can roll.
  void store(std::size_t mover, std::size_t waiter, const Value& value, const Value& other,
             const Rolls& rolls) {
    const std::size_t row = waiting_row(mover, waiter);
    by_waiting_[row] = equity(value);
    for (std::size_t number = kLowestStored; number < kNumbers; ++number) {
      const ChainRoll& roll = rolls[number];
      chain_[number][row] = roll.passes ? -equity(other) : roll.line.equity;
      chain_line_[number][row] = packed(roll.line);
    }
  }

 private:
  static constexpr bool kChains = R::kVariant.doublets == DoubletRule::kChain;
  static constexpr bool kForfeits = R::kVariant.unfinished == UnfinishedChainRule::kForfeited;

  // Rows are grouped by the opponent's side; by_waiting_ repeats the equities in that order.
  std::size_t waiting_row(std::size_t mover, std::size_t waiter) const {
    return waiter * count_ + mover;
  }

  // Returns the best moves of the roller, who has all moves of `number` to play.
  Line best_chain(std::size_t mover, std::size_t waiter, int number) const {
    return steps_.best_of_number(
        mover, waiter, number, kDoubletMoves, [&](std::size_t to, int used) {
          if (to == 0) return static_cast<double>(points(steps_.winning(waiter)));
          if (used == kDoubletMoves && number < 6) {
            return chain_[static_cast<std::size_t>(number + 1)][waiting_row(to, waiter)];
          }
          const bool forfeits = kForfeits && used < kDoubletMoves;
          if (forfeits) return -forfeit_equity(waiter, to, chain_length(number) - used);
          return -table_.values().equity(table_.index(waiter, to, 0));
        });
  }

  // Returns the best way to play `owed` forfeited moves. Moves that cannot be played are lost, and
  // the same player rolls.
  Line best_forfeit(std::size_t mover, std::size_t waiter, int owed) const {
    const int moves = chain_moves_left(owed);
    return steps_.best_of_number(mover, waiter, chain_number(owed), moves,
                                 [&](std::size_t to, int used) {
                                   if (to == 0)
                                     return static_cast<double>(points(steps_.winning(waiter)));
                                   const std::size_t row = waiting_row(to, waiter);
                                   if (used < moves || owed == moves) return by_waiting_[row];
                                   return forfeit_equity(to, waiter, owed - moves);
                                 });
  }

  // Few boards are ever reached with forfeited moves, so the values of whole numbers are computed
  // on first use, at boards that are solved. Two threads may do so at once and get the same value.
  double forfeit_equity(std::size_t mover, std::size_t waiter, int owed) const {
    const auto number = static_cast<std::size_t>(chain_number(owed));
    if (chain_moves_left(owed) != kDoubletMoves || number < kLowestStored) {
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

  // --- outcomes at the end of a chain: follows the best moves again, number by number -----------

  Value chain_value(const Line& line, std::size_t waiter, int number) const {
    if (line.to == 0) return one_hot_value(steps_.winning(waiter));
    if (line.used == kDoubletMoves && number < 6) {
      return chain_value_at(line.to, waiter, number + 1);
    }
    if (kForfeits && line.used < kDoubletMoves) {
      return flipped(forfeit_value_at(waiter, line.to, chain_length(number) - line.used));
    }
    return flipped(table_.values()[table_.index(waiter, line.to, 0)]);
  }

  Value chain_value_at(std::size_t mover, std::size_t waiter, int number) const {
    const std::uint32_t line =
        chain_line_[static_cast<std::size_t>(number)][waiting_row(mover, waiter)];
    return chain_value(unpacked(line, mover), waiter, number);
  }

  // Moves in 32 bits. Without any move, the board stays the same.
  static std::uint32_t packed(const Line& line) {
    return line.to | static_cast<std::uint32_t>(line.used) << kUsedShift;
  }
  static Line unpacked(std::uint32_t line, std::size_t mover) {
    const int used = static_cast<int>(line >> kUsedShift);
    const std::uint32_t to = line & ((1u << kUsedShift) - 1);
    return {0.0, used == 0 ? static_cast<std::uint32_t>(mover) : to, used};
  }

  Value forfeit_value(const Line& line, std::size_t waiter, int owed) const {
    if (line.to == 0) return one_hot_value(steps_.winning(waiter));
    const int moves = chain_moves_left(owed);
    if (line.used < moves || owed == moves) {
      return table_.values()[table_.index(line.to, waiter, 0)];
    }
    return forfeit_value_at(line.to, waiter, owed - moves);
  }

  Value forfeit_value_at(std::size_t mover, std::size_t waiter, int owed) const {
    return forfeit_value(best_forfeit(mover, waiter, owed), waiter, owed);
  }

  const ExactTable& table_;
  const BlockSteps& steps_;
  std::size_t count_;
  HugeArray<double> by_waiting_;                   // equities for the mover, to roll
  std::array<HugeArray<double>, kNumbers> chain_;  // before all moves of a number of a chain
  std::array<HugeArray<std::uint32_t>, kNumbers> chain_line_;  // the best moves there
  // The same for moves forfeited to the mover, shifted so that 0 means unsolved. A cache, filled
  // under const.
  mutable std::array<HugeArray<double>, kNumbers> forfeit_;
};

}  // namespace gioul::detail
