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

/// Fills in the display fields of `plays`, which are plays of `list`, the decision at `position`.
void describe(std::span<ScoredPlay> plays, Game game, const Position& position, Dice dice,
              const AfterstateList& list, const Evaluator& evaluator);

/// Returns all plays of the decision by static evaluation, best first. Does not fill in `value`.
std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   Dice dice);

/// A position's static value and, for a decision, its ranked plays.
struct PositionEvaluation {
  Value value{};                                 // for the player to move
  std::optional<std::vector<ScoredPlay>> plays;  // if dice were given
};

/// Evaluates a position and, if `dice` are given, ranks the plays of that decision. The dice of a
/// pending position are ignored.
PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice);

}  // namespace gioul
