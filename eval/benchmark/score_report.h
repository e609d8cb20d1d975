// What players lose on a set of decisions, and what beams miss on its chains, as JSON.
#pragma once

#include <string>
#include <vector>

#include "eval/benchmark/beam_cost.h"
#include "eval/benchmark/decision_score.h"
#include "eval/benchmark/decision_set.h"

namespace gioul {

struct ScoredPlayer {
  std::string name;
  PlayerScore score;
};

/// At least one player; the others are compared with the first.
std::string scores_json(const DecisionSet& set, const std::vector<ScoredPlayer>& players);

std::string beams_json(const DecisionSet& set, const BeamCosts& costs);

}  // namespace gioul
