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

/// The test set to build, or the part of it to build.
struct DecisionSetSpec {
  DecisionSetHeader header;  // parameters of the set; they determine its decisions
  /// Number of decisions of the whole set. They are numbered from 0.
  std::int64_t decision_count = 0;
  WorkPart part = {};  // the part of the set to build; default: all of it
  int threads = 1;
};

/// The evaluators and players that a test set is built with.
struct ReferenceEvaluators {
  /// Selects the candidate plays to roll out, and estimates the losses of the others.
  EvaluatorFactory candidate_evaluator;
  /// Chooses plays in the games and in the trials of rollouts; may be less precise.
  EvaluatorFactory rollout_evaluator;
  /// One per player of the header; the plays that they choose are rolled out, too.
  std::vector<PlayerFactory> player_factories = {};
  /// If set, the equities of this external program replace the rollouts.
  ExternalEvaluatorFactory external_evaluator = {};
};

/// Builds the decisions of a part of a test set, except those in `known`, which is sorted by
/// number. Each decision depends only on its number, the header and the evaluators. Calls
/// on_decision(decision) for each decision as soon as it is ready, from one thread at a time.
/// Throws InputError if the games that are played lack a kind of decision that the variant has.
void build_reference_decisions(const DecisionSetSpec& spec, const ReferenceEvaluators& evaluators,
                               const std::vector<ReferenceDecision>& known,
                               const std::function<void(ReferenceDecision)>& on_decision);

}  // namespace gioul
