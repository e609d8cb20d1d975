// What all bearing off has in common once every checker of both sides is in its owner's home.
//
// No move of one side can then hinder the other, in any of the games: the opponent's home is my
// points 19..24 (contrary) or 13..18 (parallel), and I only land on 1..5 or bear off. So nothing is
// blocked, hit or pinned, no mother stands on its start, a runner has long passed, and no prime is
// in front of anybody. And every die can be played while a checker is left: from a point above it,
// from its own, or, if all stand below, by bearing off from the highest. So both dice of a roll are
// played, a doublet to its last move or to the end of the game, and nothing is ever forfeited. What
// a side can do depends on nothing but itself and on whether doublets are chains.
#pragma once

#include <bit>
#include <string_view>

#include "engine/position.h"
#include "engine/rules.h"
#include "eval/solve/side_graph.h"
#include "eval/solve/side_index.h"

namespace gioul {

inline constexpr int kHomePoints = 6;

/// True if all checkers of both sides are in their homes or off.
constexpr bool is_bearoff(const Position& position) {
  return ((position.own.occupied() | position.opp.occupied()) & kOutside) == 0;
}

/// How many checkers are not off.
constexpr int on_board(const Side& side) {
  int count = 0;
  for (int plane = 0; plane < 4; ++plane) {
    count += std::popcount(side.planes[static_cast<std::size_t>(plane)] & kOnBoardOrBar) << plane;
  }
  return count;
}

/// A doublet being played is counted as a chain is: chain_length(n) - m after m moves of its
/// number. The next state after one checker move, 0 when the turn is over: a plain doublet stops
/// where a chain goes on with the next number.
constexpr int bearoff_moves_after(Doublets doublets, int owed) {
  return doublets == Doublets::kChain || chain_moves_left(owed) > 1 ? owed - 1 : 0;
}

/// The moves of one side at home, the same in every game.
SideGraph home_moves(const SideIndex& sides, int checkers);

/// "chain" or "plain", as in the names of files.
constexpr std::string_view doublets_name(Doublets doublets) {
  return doublets == Doublets::kChain ? "chain" : "plain";
}

}  // namespace gioul
