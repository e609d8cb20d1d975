// The plays of a decision for other programs and for people: all lawful ways, and what an evaluator
// says of the position and of each play without looking ahead.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
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

struct PositionEvaluation {
  Value value{};                                 // for the player to act
  std::optional<std::vector<RankedPlay>> plays;  // if the plays of a decision were asked about
};

/// `dice` are those of the decision whose plays are ranked; none: only the position is evaluated.
/// Those of a pending position have no meaning.
PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice);

/// One object of JSON on a line of its own.
std::string evaluation_json(const PositionEvaluation& evaluation);

/// One object of JSON on a line of its own; docs/serve.md has its fields. Dice of a pending
/// position have no meaning.
std::string moves_json(Game game, const Position& position, Dice dice);

}  // namespace gioul
