// The graph of all single checker moves of one side, for games in which one checker holds a point.
// Its nodes are the arrangements of the side's checkers, by rank (side_index.h). A solver meets the
// same arrangements millions of times and looks up their moves here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/checker_moves.h"
#include "eval/solve/side_index.h"

namespace gioul {

/// A move of one checker by one die: an edge of the graph.
struct SideMove {
  /// Rank of the side's checkers after the move; 0 when all are off.
  std::uint32_t rank_after;
  /// The place on which the checker lands. The move is illegal if the opponent holds this place.
  std::uint8_t landing;
  /// The place from which the checker moves.
  std::uint8_t origin;
};

/// The moves of every arrangement of a side's checkers with every die.
class SideGraph {
 public:
  /// Generates the moves for all arrangements in `sides`, by the rules of game R on a board without
  /// opposing checkers. `checkers` is the number of checkers of these arrangements.
  template <GameRules R>
  static SideGraph make(const SideIndex& sides, int checkers) {
    static_assert(R::kVariant.contact == ContactRule::kBlock && !R::kDiceOrderMatters);
    SideGraph graph;
    // At most one origin per checker and per point.
    graph.stride_ = static_cast<std::size_t>(std::min(checkers, sides.max_place()));
    graph.moves_.resize(sides.count() * 6 * graph.stride_);
    MoveContext context{};
    context.open_points = kAllPoints;
    for (std::size_t rank = 0; rank < sides.count(); ++rank) {
      const Side& side = sides.side(rank);
      for (int die = 1; die <= 6; ++die) {
        SideMove* move = graph.moves_.data() + graph.first_move_index(rank, die);
        PlaceSet from = legal_origins<R>(context, side, die);
        while (from != 0) {
          const int origin = highest_place(from);
          from ^= place_bit(origin);
          const MoverState next = after_move<R>(context, {side, 0}, origin, die);
          *move++ = {static_cast<std::uint32_t>(sides.rank(next.own)),
                     static_cast<std::uint8_t>(destination(origin, die)),
                     static_cast<std::uint8_t>(origin)};
        }
        graph.move_counts_.push_back(static_cast<std::uint8_t>(
            move - (graph.moves_.data() + graph.first_move_index(rank, die))));
      }
    }
    return graph;
  }

  /// Returns the moves of one checker by `die` from the side with this rank, highest origin first.
  std::span<const SideMove> checker_moves(std::size_t rank, int die) const {
    return {moves_.data() + first_move_index(rank, die),
            move_counts_[rank * 6 + static_cast<std::size_t>(die - 1)]};
  }

 private:
  // Returns the index in moves_ of the first move of the side with this rank by `die`.
  std::size_t first_move_index(std::size_t rank, int die) const {
    return (rank * 6 + static_cast<std::size_t>(die - 1)) * stride_;
  }

  std::size_t stride_ = 0;  // maximum number of moves of a side by one die
  // [rank][die - 1][stride_]; of each group of stride_ entries, the first ones are used.
  std::vector<SideMove> moves_;
  std::vector<std::uint8_t> move_counts_;  // [rank][die - 1]
};

}  // namespace gioul
