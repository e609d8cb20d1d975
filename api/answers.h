// Formats the answers to requests as JSON: one line per object. docs/serve.md and docs/analysis.md
// document the members.
#pragma once

#include <optional>
#include <string>

#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "eval/analysis/evaluation.h"
#include "eval/analysis/rollout_report.h"

namespace gioul {

/// Returns the equity of a net's value, limited to -2..2: the rounded probabilities of a net can
/// sum to a little more than 1.
double limited_equity(const Value& value);

/// Makes the first members of most answers, as a nlohmann::ordered_json: variant, position, dice.
template <typename Json>
Json question_json(Game game, const Position& position, std::optional<Dice> dice) {
  Json json = {{"variant", game.name()}, {"position", format_position(game, position)}};
  if (dice) json["dice"] = format_dice(*dice);
  return json;
}

/// Formats the static evaluation (without search) of a position and its plays.
std::string evaluation_json(const PositionEvaluation& evaluation);

/// Formats a position in all notations. A notation that cannot express the position is null.
std::string position_json(Game game, const Position& position, std::optional<Dice> dice);

/// Formats the list of legal plays. `dice` is nullopt if moves are pending.
std::string moves_json(Game game, const Position& position, std::optional<Dice> dice);

/// Formats the result of a rollout, with standard errors.
std::string rollout_json(const RolloutReport& report);

/// Formats the ranked plays, rolls or chains of an analysis.
std::string analysis_json(const AnalysisReport& report);

/// Formats the grade of a play (the equity that it loses), and the luck of its roll if known.
std::string grade_json(const AnalysisQuery& query, const DecisionGrade& found,
                       const std::optional<RollLuck>& roll);

}  // namespace gioul
