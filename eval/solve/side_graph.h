// The graph of all single checker moves of one side, between ranks (side_index.h), for games in
// which one checker holds a point. A solver meets the same sides millions of times and looks up
// their moves here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/checker_moves.h"
#include "eval/solve/side_index.h"

namespace gioul {

/// One checker moved by one die.
struct SideMove {
  std::uint32_t to;      // rank of the side afterwards; 0 when all checkers are off
  std::uint8_t landing;  // the place landed on; illegal if the opponent holds it
  std::uint8_t origin;   // the place moved from
};

/// The moves of every side with every die.
class SideGraph {
 public:
  /// Generates the moves of all sides in `sides` by the rules of a game, on a board without an
  /// opponent.
  template <GameRules R>
  static SideGraph make(const SideIndex& sides, int checkers) {
    static_assert(R::kVariant.contact == ContactRule::kBlock && !R::kDiceOrderMatters);
    SideGraph graph;
    // At most one origin per checker and per point.
    graph.stride_ = static_cast<std::size_t>(std::min(checkers, sides.highest()));
    graph.moves_.resize(sides.count() * 6 * graph.stride_);
    MoveContext context{};
    context.open_points = kPoints;
    for (std::size_t rank = 0; rank < sides.count(); ++rank) {
      const Side& side = sides.side(rank);
      for (int die = 1; die <= 6; ++die) {
        SideMove* move = graph.moves_.data() + graph.first(rank, die);
        PlaceSet from = legal_origins<R>(context, side, die);
        while (from != 0) {
          const int origin = highest_place(from);
          from ^= place_bit(origin);
          const MoverState next = after_move<R>(context, {side, 0}, origin, die);
          *move++ = {static_cast<std::uint32_t>(sides.rank(next.own)),
                     static_cast<std::uint8_t>(destination(origin, die)),
                     static_cast<std::uint8_t>(origin)};
        }
        graph.sizes_.push_back(
            static_cast<std::uint8_t>(move - (graph.moves_.data() + graph.first(rank, die))));
      }
    }
    return graph;
  }

  /// Returns the moves of one checker by `die` from the side with this rank, by descending origin.
  std::span<const SideMove> checker_moves(std::size_t rank, int die) const {
    return {moves_.data() + first(rank, die), sizes_[rank * 6 + static_cast<std::size_t>(die - 1)]};
  }

 private:
  std::size_t first(std::size_t rank, int die) const {
    return (rank * 6 + static_cast<std::size_t>(die - 1)) * stride_;
  }

  std::size_t stride_ = 0;
  std::vector<SideMove> moves_;  // [rank][die][stride]
  std::vector<std::uint8_t> sizes_;
};

}  // namespace gioul
