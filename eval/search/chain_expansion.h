// Lists all positions in which a whole chain can end, with the path to each, so that a doublet is
// one decision instead of up to six. Also works for forfeited numbers and for ordinary rolls, whose
// leaves are their afterstates.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Limits of the expansion. In the middle game a chain of 3's has some 250,000 leaves, one of 1's
/// tens of millions.
struct ChainLimits {
  /// If there are at most so many positions after a number of the chain, all are kept.
  std::size_t exact = 200'000;
  /// Otherwise, the best so many are kept, by static evaluation.
  std::size_t beam = 1'000;
  std::size_t ends = 100;  // maximum number of leaves returned
};

/// One way in which a chain can end: with a last position or with the end of the game.
struct ChainEnd {
  Ending ending = Ending::kNone;
  bool mover_acts = false;     // the player of the chain also moves next, at `path.back()`
  double equity = 0.0;         // static evaluation, for the player of the chain
  std::vector<Position> path;  // positions after each decision, each for its player to move;
                               // without the last one if it ends the game
};

/// The leaves of a chain.
struct ChainLeaves {
  std::vector<ChainEnd> ends;  // best first; at least one
  std::size_t found = 0;       // number of distinct leaves found
  bool is_exact = true;        // all leaves were found; no position was cut off
};

/// Finds the leaves of the decision at `position` (with `dice` if it is a position to roll): the
/// positions at which the next roll or a decision of the opponent follows.
ChainLeaves expand_chain(Game game, const Position& position, Dice dice, Evaluator& evaluator,
                         const ChainLimits& limits = {});

}  // namespace gioul
