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

/// Fills in the display fields of `plays`, such as the text of the play (see ScoredPlay). `list`
/// has the afterstates of the decision at `position` with `dice`.
void fill_display_fields(std::span<ScoredPlay> plays, Game game, const Position& position,
                         std::optional<Dice> dice, const AfterstateList& list,
                         const Evaluator& evaluator);

/// Ranks all legal plays of a decision by static evaluation, best first. Computes only their
/// equities: ScoredPlay::value is not set.
std::vector<ScoredPlay> rank_plays(Game game, Evaluator& evaluator, const Position& position,
                                   std::optional<Dice> dice);

/// The static evaluation of a position and, for a decision, its ranked plays.
struct PositionEvaluation {
  Value value{};                                 // value for the player to move
  std::optional<std::vector<ScoredPlay>> plays;  // set if there is a decision; best first
};

/// Evaluates a position without search. If `dice` are given or moves are pending (owed from a chain
/// or forfeited by the opponent), also ranks the plays of the decision.
PositionEvaluation evaluate(Game game, Evaluator& evaluator, const Position& position,
                            std::optional<Dice> dice);

}  // namespace gioul
