// The plays of a decision in the order in which a net likes them, for evaluations and hints.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct RankedPlay {
  std::string play;
  std::string afterstate;  // as in the second column of `gioul moves`
  float equity;            // for the player who decides
  std::size_t line = 0;    // of the decision's list
};

/// All lines of the decision, best first, each with one lawful play.
std::vector<RankedPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice);

}  // namespace gioul
