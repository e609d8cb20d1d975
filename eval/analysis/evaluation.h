// Lists the legal plays of a decision and ranks them by static evaluation.
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

/// Fills in the fields of `plays` that are for display (see ScoredPlay). `list` has the afterstates
/// of the decision at `position` with `dice`.
void describe(std::span<ScoredPlay> plays, Game game, const Position& position, Dice dice,
              const AfterstateList& list, const Evaluator& evaluator);

/// Ranks all plays of a decision by static evaluation, best first. ScoredPlay::value is not set.
std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice);

/// A position's static value and, for a decision, its ranked plays.
struct PositionEvaluation {
  Value value{};                                 // for the player to move
  std::optional<std::vector<ScoredPlay>> plays;  // set if dice were given; best first
};

/// Evaluates a position statically and, if `dice` are given, ranks the plays of the decision. For a
/// pending position any dice can be given; their values are ignored.
PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice);

}  // namespace gioul
