// Builds a test set: samples decisions from games, rolls out the plays that a sensible player might
// choose, and estimates the loss of all others by search.
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

/// The decisions to make.
struct DecisionSetSpec {
  DecisionSetHeader header;  // everything that the decisions depend on, except the evaluators
  std::int64_t count = 0;    // of the whole set, numbered from 0
  WorkPart part = {};        // the range of decisions to make
  int threads = 1;
};

/// The evaluators and players that a test set is built with.
struct ReferenceEvaluators {
  EvaluatorFactory accurate;  // selects the plays to roll out, and estimates the others
  EvaluatorFactory fast;      // plays the games and the trials; may be less precise
  std::vector<PlayerFactory> players = {};  // their choices are rolled out too (header.players)
  ExternalEvaluatorFactory outside = {};    // if given, values the plays instead of rollouts
};

/// Builds the decisions of a work part, except those in `known`, which is sorted by number. Each
/// depends only on its number, the header and the evaluators. Calls made(decision) for each as soon
/// as it is ready, from one thread at a time. Throws InputError if it finds no decision of a kind
/// that the game has.
void make_decisions(const DecisionSetSpec& spec, const ReferenceEvaluators& evaluators,
                    const std::vector<ReferenceDecision>& known,
                    const std::function<void(ReferenceDecision)>& made);

}  // namespace gioul
