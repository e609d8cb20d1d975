// The plays of a decision for other programs and for people: all lawful ways, and what an evaluator
// says of the position and of each play without looking ahead.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// Fills in what people are shown of plays in `list`, the decision at `position`.
void describe(std::span<ScoredPlay> plays, Game game, const Position& position, Dice dice,
              const AfterstateList& list, const Evaluator& evaluator);

/// All plays of the decision, best first, as the evaluator says without looking ahead. Their
/// `value` is left out.
std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice);

struct PositionEvaluation {
  Value value{};                                 // for the player to act
  std::optional<std::vector<ScoredPlay>> plays;  // if the plays of a decision were asked about
};

/// `dice` are those of the decision whose plays are ranked; none: only the position is evaluated.
/// Those of a pending position have no meaning.
PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice);

}  // namespace gioul
