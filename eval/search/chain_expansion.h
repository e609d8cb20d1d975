// Lists the leaves of a chain (a doublet that continues with higher numbers): all positions in
// which it can end, each with the path to it. So a chain can be analyzed as one decision instead of
// up to six. Also works for forfeited moves and for ordinary rolls, whose leaves are their
// afterstates.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Limits of the expansion of a chain. In the middle game, a chain of 3's has some 250,000 leaves,
/// and a chain of 1's has tens of millions.
struct ChainLimits {
  /// If at most this many positions are reached after a number of the chain, all are kept.
  std::size_t max_exhaustive_positions = 200'000;
  /// If more than `max_exhaustive_positions` are reached, only this many are kept: the best by
  /// static evaluation.
  std::size_t beam_width = 1'000;
  std::size_t max_ends = 100;  // maximum number of leaves returned, best first
};

/// One leaf of a chain: the last position, or the end of the game, and the path to it.
struct ChainEnd {
  Ending ending = Ending::kNone;  // set if the last play ends the game
  /// True if the player of the chain also moves next, at the last position.
  bool mover_acts_next = false;
  double equity = 0.0;  // static equity in points, for the player of the chain
  /// The positions after each number of the chain, each from the viewpoint of its player to move. A
  /// play that ends the game adds no position.
  std::vector<Position> path;
};

/// The leaves of a chain.
struct ChainLeaves {
  std::vector<ChainEnd> ends;   // the leaves, best first; at least one
  std::size_t found_count = 0;  // number of distinct leaves found
  /// True if all positions were kept after each number, so that all leaves were found.
  bool is_complete = true;
};

/// Receives the fraction of a computation that is done, from 0 to 1.
using FractionListener = std::function<void(double done)>;

/// Finds the leaves of the chain or other decision at `position`; `dice` is nullopt if moves are
/// pending. A leaf is a position at which the next roll or a decision of the opponent follows.
ChainLeaves expand_chain(Game game, const Position& position, std::optional<Dice> dice,
                         Evaluator& evaluator, const ChainLimits& limits = {},
                         const FractionListener& progress = {});

}  // namespace gioul
