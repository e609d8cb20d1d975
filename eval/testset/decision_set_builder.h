// Builds a test set: takes decisions from games, rolls out the plays that a sensible player might
// choose, and estimates the losses of all others by search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/work_part.h"
#include "eval/play/player.h"
#include "eval/testset/decision_set.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The decisions to build.
struct DecisionSetSpec {
  DecisionSetHeader header;  // everything but the evaluators that the decisions depend on
  std::int64_t count = 0;    // number of decisions of the whole set, which are numbered from 0
  WorkPart part = {};        // the part of the set to build
  int threads = 1;
};

/// The evaluators and players that a test set is built with.
struct ReferenceEvaluators {
  /// Selects the plays to roll out, and estimates the losses of the others.
  EvaluatorFactory accurate;
  EvaluatorFactory fast;  // chooses plays in the games and trials; can be less precise
  /// Of header.players: the plays they choose are rolled out, too.
  std::vector<PlayerFactory> players = {};
  ExternalEvaluatorFactory external = {};  // if set, values the plays instead of rollouts
};

/// Builds the decisions of a work part, except those in `known`, which is sorted by number. Each
/// depends only on its number, the header and the evaluators. Calls made(decision) for each
/// decision as soon as it is ready, from one thread at a time. Throws InputError if the game has a
/// kind of decision of which none can be found.
void make_decisions(const DecisionSetSpec& spec, const ReferenceEvaluators& evaluators,
                    const std::vector<ReferenceDecision>& known,
                    const std::function<void(ReferenceDecision)>& made);

}  // namespace gioul
