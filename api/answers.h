// Answers to questions as JSON: one object on a line of its own, whose members docs/serve.md and
// docs/analysis.md describe.
#pragma once

#include <optional>
#include <string>

#include "eval/study/analysis.h"
#include "eval/study/evaluation.h"
#include "eval/study/rollout_report.h"

namespace gioul {

std::string evaluation_json(const PositionEvaluation& evaluation);

/// Dice of a pending position have no meaning.
std::string moves_json(Game game, const Position& position, Dice dice);

std::string rollout_json(const RolloutReport& report);

std::string analysis_json(const AnalysisReport& report);

std::string verdict_json(const AnalysisQuestion& question, const Verdict& found,
                         const std::optional<RollLuck>& roll);

}  // namespace gioul
