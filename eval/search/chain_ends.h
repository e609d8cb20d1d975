// All the places where a whole chain can end, with the way there: a doublet as one line of play
// instead of up to six decisions. The same for forfeited numbers, and for ordinary rolls, whose
// ends are their afterstates.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/dice.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// How much to look at. From the middle game a chain of 3's has some 250,000 ends, one of 1's tens
/// of millions.
struct ChainLimits {
  std::size_t exact = 200'000;  // positions after one number: up to here all of them are kept,
  std::size_t beam = 1'000;     // else so many, the best by the evaluator's word
  std::size_t ends = 100;       // returned at most
};

struct ChainEnd {
  Ending ending = Ending::kNone;
  bool mover_acts = false;    // the player of the chain acts at `way.back()`
  double equity = 0.0;        // the evaluator's, for the player of the chain
  std::vector<Position> way;  // after each decision, each seen by whoever acts there; without the
                              // last one if it ends the game
};

struct ChainEnds {
  std::vector<ChainEnd> ends;  // best first; at least one
  std::size_t found = 0;       // different ends that were looked at
  bool is_exact = true;        // these are all there are
};

/// Plays on from the decision at `position` (with `dice` if it is to roll) to where the dice are
/// rolled next or the opponent decides.
ChainEnds find_chain_ends(Game game, const Position& position, Dice dice, Evaluator& evaluator,
                          const ChainLimits& limits = {});

}  // namespace gioul
