// The bear-off phase of all games: every checker of both sides is in its home or off.
//
// In this phase the sides cannot interfere with each other in any of the games. The opponent's home
// is on the player's points 19..24 (contrary movement) or 13..18 (parallel movement), while the
// player's checkers land only on points 1..5 or off. So no move is blocked, nothing can be hit or
// pinned, no mother is on its starting point, every runner has passed, and no prime is ahead of any
// checker. As long as a checker is left, every die can be played: by a checker on a higher point,
// by one on the point of that number or, if all checkers are lower, by bearing off the highest. So
// both dice of a roll are played, a doublet is played to its last move or to the end of the game,
// and nothing is forfeited. The moves of a side depend only on that side and on whether doublets
// are chains.
#pragma once

#include <string_view>

#include "engine/games/gioul.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/solve/side_graph.h"
#include "eval/solve/side_index.h"

namespace gioul {

/// The number of points of a home board, which are points 1..6.
inline constexpr int kHomePoints = 6;

/// Returns true if all checkers of both sides are home or off, so that the sides cannot interfere.
constexpr bool is_bearoff(const Position& position) {
  return ((position.own.occupied() | position.opp.occupied()) & kOutsideHome) == 0;
}

/// Returns the number of checkers of a side that are not off: on the board or on the bar.
constexpr int checkers_left(const Side& side) { return side.count_on(kOnBoardOrBar); }

/// Returns true if at least one checker of a side is off.
constexpr bool has_off(const Side& side) { return (side.occupied() & place_bit(kOff)) != 0; }

/// Returns the new value of `owed` after one of the owed checker moves is made in the bear-off; 0
/// when the turn is over. After m moves of a doublet n, `owed` is chain_length(n) - m, both for
/// chains, which continue with the next number, and for plain doublets, which end after four moves.
constexpr int owed_after_bearoff_move(DoubletRule doublet_rule, int owed) {
  return doublet_rule == DoubletRule::kChain || moves_left_of_number(owed) > 1 ? owed - 1 : 0;
}

/// Builds the graph of checker moves of one side that has `checkers` checkers, all in its home or
/// off. Uses Gioul's rules, since the graph is the same in every game (see the comment at the top).
/// `sides` numbers the arrangements of these checkers.
inline SideGraph make_home_side_graph(const SideIndex& sides, int checkers) {
  return SideGraph::make<Gioul>(sides, checkers);
}

/// Returns the name of a rule for doublets in the file names of tables: "chain" (doublets continue
/// with the next number) or "plain".
constexpr std::string_view doublet_rule_name(DoubletRule doublet_rule) {
  return doublet_rule == DoubletRule::kChain ? "chain" : "plain";
}

}  // namespace gioul
