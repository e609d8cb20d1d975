// Makes the decisions of a benchmark: draws them from games, rolls out the plays that any sensible
// player might choose, and estimates what the rest costs by search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/part.h"
#include "eval/benchmark/decision_set.h"
#include "eval/play/player.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct DecisionPlan {
  DecisionSetHeader header;  // all that the decisions depend on but the evaluators
  std::int64_t count = 0;    // of the whole set, numbered from 0
  Part part = {};            // of them in a row, to be made
  int threads = 1;
};

/// What the decisions are made with.
struct DecisionEvaluators {
  EvaluatorFactory judge;  // chooses what is rolled out, and estimates the rest
  EvaluatorFactory fast;   // plays the games and the trials; the same with less precision, say
  std::vector<PlayerFactory> players = {};  // whose choices are rolled out besides: header.players
  OutsideJudgeFactory outside = {};         // judges the plays instead of rollouts, if given
};

/// Makes those decisions of the part that are not in `known`, whose numbers rise. Each depends on
/// its number, the header and the evaluators alone. `made` is called with each as it is done, from
/// one thread at a time. Throws InputError if a kind of decision that the game has can't be found.
void make_decisions(const DecisionPlan& plan, const DecisionEvaluators& evaluators,
                    const std::vector<ReferenceDecision>& known,
                    const std::function<void(ReferenceDecision)>& made);

}  // namespace gioul
