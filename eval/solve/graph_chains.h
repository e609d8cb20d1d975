// Solves chains for the graph solver (graph_solver.h): doublets that continue with the next numbers
// up to 6, and the moves that are forfeited to the opponent. Stores the equities of boards at which
// all four moves of a number are still to play. Boards at which some of them have been made are
// searched each time.
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

/// Marks an equity that is not stored yet.
inline constexpr double kUnsolved = 0.0;
// Added to stored equities, so that they differ from kUnsolved. Greater than any equity.
inline constexpr double kEquityShift = 8.0;

/// The lowest number of a chain whose equities are stored. Those of 1 are not needed, since no
/// chain continues with 1.
inline constexpr int kLowestStoredNumber = 2;
// Bit position of the number of moves (BestMoves::move_count) in moves packed in 32 bits; the lower
// bits hold the rank of a side, below 2^28.
inline constexpr int kMoveCountShift = 28;

// The length of arrays that are indexed by a number of the dice, 2..6.
inline constexpr std::size_t kNumberArraySize = 7;
static_assert(kDoubletMoves < 1 << (32 - kMoveCountShift),
              "the number of moves must fit into the upper bits");

// The result of rolling a doublet that begins a chain.
struct ChainRollResult {
  /// The best moves of the first number of the chain. If no checker can be moved, only their equity
  /// is set.
  BestMoves moves;
  Value value{};  // value for the player who rolls
  /// True if neither side can play any move. Then the opponent rolls, and `value` is not set.
  bool neither_can_move = false;
};

// Solves chains and forfeited moves for the graph solver, and stores their equities. A board is
// given by the ranks (SideIndex) of both sides' checkers: `mover` is the side that plays,
// `opponent` the other one.
template <GameRules R>
class GraphChainSolver {
 public:
  // The results of the chains that can be rolled at a board, by the number of the doublet.
  using RollsByNumber = std::array<ChainRollResult, kNumberArraySize>;

  // Looks up the values of positions to roll in `table`. Allocates no memory in games without
  // chains.
  GraphChainSolver(const ExactTable& table, const GraphMoves& moves)
      : table_(table), moves_(moves), side_count_(moves.side_count()) {
    if (!kHasChains) return;
    equities_by_opponent_ = HugeArray<double>(side_count_ * side_count_);
    for (std::size_t number = kLowestStoredNumber; number < kNumberArraySize; ++number) {
      chain_equities_[number] = HugeArray<double>(side_count_ * side_count_);
      best_chain_moves_[number] = HugeArray<std::uint32_t>(side_count_ * side_count_);
      forfeited_move_equities_[number] = HugeArray<double>(side_count_ * side_count_);
    }
  }

  // Solves the chain that the mover begins by rolling a doublet of `number`. All boards with fewer
  // pips must be stored already.
  ChainRollResult solve_doublet(std::size_t mover, std::size_t opponent, int number) const {
    ChainRollResult result;
    if (moves_.can_move(mover, opponent, number)) {
      result.moves = best_moves_in_chain(mover, opponent, number);
      result.value = chain_value(result.moves, opponent, number);
      return result;
    }
    // Nothing can be moved, so the whole chain is forfeited to the opponent, at the same board.
    const int owed = chain_length(number);
    const BestMoves answer =
        kHasForfeits ? best_forfeited_moves(opponent, mover, owed) : BestMoves{};
    result.neither_can_move = answer.move_count == 0;
    if (result.neither_can_move) return result;
    result.moves.equity = -answer.equity;
    result.value = flipped(forfeited_moves_value(answer, mover, owed));
    return result;
  }

  // Stores the results of a solved board: `value` is the value for the mover when the mover is to
  // roll, `other` is the value for the opponent when the opponent is to roll, and `rolls` are the
  // chains that the mover can roll.
  void store(std::size_t mover, std::size_t opponent, const Value& value, const Value& other,
             const RollsByNumber& rolls) {
    const std::size_t row = index_by_opponent(mover, opponent);
    equities_by_opponent_[row] = equity(value);
    for (std::size_t number = kLowestStoredNumber; number < kNumberArraySize; ++number) {
      const ChainRollResult& roll = rolls[number];
      chain_equities_[number][row] = roll.neither_can_move ? -equity(other) : roll.moves.equity;
      best_chain_moves_[number][row] = pack(roll.moves);
    }
  }

 private:
  static constexpr bool kHasChains = R::kVariant.doublets == DoubletRule::kChain;
  static constexpr bool kHasForfeits =
      R::kVariant.unfinished_chain == UnfinishedChainRule::kForfeited;

  // Returns the index of a board in the arrays of this class, in which boards with the same
  // opponent are adjacent.
  std::size_t index_by_opponent(std::size_t mover, std::size_t opponent) const {
    return opponent * side_count_ + mover;
  }

  // Returns the best moves of the mover, who has all four moves of a number of its chain to play.
  BestMoves best_moves_in_chain(std::size_t mover, std::size_t opponent, int number) const {
    return moves_.best_moves_of_number(
        mover, opponent, number, kDoubletMoves, [&](std::size_t to, int used) {
          if (to == 0) return static_cast<double>(points(moves_.winning_outcome(opponent)));
          if (used == kDoubletMoves && number < 6) {
            return chain_equities_[static_cast<std::size_t>(number + 1)]
                                  [index_by_opponent(to, opponent)];
          }
          const bool rest_is_forfeited = kHasForfeits && used < kDoubletMoves;
          if (rest_is_forfeited)
            return -forfeited_moves_equity(opponent, to, chain_length(number) - used);
          return -table_.values().equity(table_.index(opponent, to, 0));
        });
  }

  // Returns the best way for the mover to play the first number of `owed` forfeited moves. Moves
  // that cannot be played are lost. After the forfeited moves, the mover rolls.
  BestMoves best_forfeited_moves(std::size_t mover, std::size_t opponent, int owed) const {
    const int moves = moves_left_of_number(owed);
    return moves_.best_moves_of_number(
        mover, opponent, next_chain_number(owed), moves, [&](std::size_t to, int used) {
          if (to == 0) return static_cast<double>(points(moves_.winning_outcome(opponent)));
          const std::size_t row = index_by_opponent(to, opponent);
          if (used < moves || owed == moves) return equities_by_opponent_[row];
          return forfeited_moves_equity(to, opponent, owed - moves);
        });
  }

  // Returns the equity for the mover, who has `owed` forfeited moves to play at a solved board. If
  // all moves of a number are still to play, it is stored on first use, since few boards are ever
  // reached with forfeited moves. Two threads may compute it at once and get the same value.
  double forfeited_moves_equity(std::size_t mover, std::size_t opponent, int owed) const {
    const auto number = static_cast<std::size_t>(next_chain_number(owed));
    if (moves_left_of_number(owed) != kDoubletMoves || number < kLowestStoredNumber) {
      return best_forfeited_moves(mover, opponent, owed).equity;
    }
    const std::atomic_ref<double> stored(
        forfeited_move_equities_[number][index_by_opponent(mover, opponent)]);
    double shifted = stored.load(std::memory_order_relaxed);
    if (shifted == kUnsolved) {
      shifted = best_forfeited_moves(mover, opponent, owed).equity + kEquityShift;
      stored.store(shifted, std::memory_order_relaxed);
    }
    return shifted - kEquityShift;
  }

  // --- values at the end of a chain: follow the best moves again, number by number --------------

  // Returns the value for the player of a chain who has made the `best` moves of `number`.
  Value chain_value(const BestMoves& best, std::size_t opponent, int number) const {
    if (best.rank_after == 0) return one_hot_value(moves_.winning_outcome(opponent));
    if (best.move_count == kDoubletMoves && number < 6) {  // all moves of the next number follow
      const std::uint32_t packed = best_chain_moves_[static_cast<std::size_t>(number + 1)]
                                                    [index_by_opponent(best.rank_after, opponent)];
      return chain_value(unpack(packed, best.rank_after), opponent, number + 1);
    }
    if (kHasForfeits && best.move_count < kDoubletMoves) {
      return flipped(forfeited_moves_value_at(opponent, best.rank_after,
                                              chain_length(number) - best.move_count));
    }
    return flipped(table_.values()[table_.index(opponent, best.rank_after, 0)]);
  }

  // Packs moves, without their equity, into 32 bits. In unpack(), `mover` is the rank before the
  // moves, needed if no move was made.
  static std::uint32_t pack(const BestMoves& best) {
    return best.rank_after | static_cast<std::uint32_t>(best.move_count) << kMoveCountShift;
  }
  static BestMoves unpack(std::uint32_t packed, std::size_t mover) {
    const int used = static_cast<int>(packed >> kMoveCountShift);
    const std::uint32_t to = packed & ((1u << kMoveCountShift) - 1);
    return {0.0, used == 0 ? static_cast<std::uint32_t>(mover) : to, used};
  }

  // Returns the value for the player of `owed` forfeited moves who has made the `best` moves of
  // their first number.
  Value forfeited_moves_value(const BestMoves& best, std::size_t opponent, int owed) const {
    if (best.rank_after == 0) return one_hot_value(moves_.winning_outcome(opponent));
    const int moves = moves_left_of_number(owed);
    if (best.move_count < moves || owed == moves) {
      return table_.values()[table_.index(best.rank_after, opponent, 0)];
    }
    return forfeited_moves_value_at(best.rank_after, opponent, owed - moves);
  }

  // Returns the value for a player who has `owed` forfeited moves to play.
  Value forfeited_moves_value_at(std::size_t mover, std::size_t opponent, int owed) const {
    return forfeited_moves_value(best_forfeited_moves(mover, opponent, owed), opponent, owed);
  }

  const ExactTable& table_;
  const GraphMoves& moves_;
  std::size_t side_count_;
  // Indexed by index_by_opponent(): the equity for the mover, who is to roll.
  HugeArray<double> equities_by_opponent_;
  // By number: equities for a mover who has all moves of this number of a chain to play, and the
  // best of these moves (pack()).
  std::array<HugeArray<double>, kNumberArraySize> chain_equities_;
  std::array<HugeArray<std::uint32_t>, kNumberArraySize> best_chain_moves_;
  // By number: equities for a mover who has all forfeited moves of this number to play.
  // kEquityShift is added to them; 0 (kUnsolved) means that the equity is not computed yet. Const
  // functions fill in entries on first use.
  mutable std::array<HugeArray<double>, kNumberArraySize> forfeited_move_equities_;
};

}  // namespace gioul::detail
