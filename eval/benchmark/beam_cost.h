// What a beam across a chain misses: how often it ends elsewhere than where the evaluator would
// most like to be, and what that costs by the evaluator's own measure. For games with chains.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/statistics.h"
#include "eval/benchmark/decision_set.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// How often a choice differs from the best one, and what is lost by it.
struct MissedEnds {
  double differs = 0.0;  // share of the chains
  Estimate cost;         // millipoints a chain, those that don't differ included
  double worst = 0.0;    // millipoints
};

struct BeamCost {
  int beam = 0;
  MissedEnds now;     // ends as the evaluator values them
  MissedEnds deeper;  // one ply deeper: the search's best few ends against the best hundred of all
  double median_seconds = 0.0;  // a chain, one ply deep
};

struct BeamCosts {
  std::int64_t chains = 0;      // from here on with two ends or more, all of them known
  std::int64_t left_out = 0;    // with too many ends to list all
  double mean_ends = 0.0;       // of the chains
  std::vector<BeamCost> beams;  // in the order asked for
};

/// Looks at the decisions of chains and forfeits in the set, each from its number to its end.
/// `exact` bounds the positions after one number of a chain whose ends are all listed. The result
/// depends on set, evaluator and beams alone, but for the times. `looked_at` is called from any
/// thread after each.
BeamCosts beam_costs(const DecisionSet& set, const EvaluatorFactory& evaluator,
                     std::span<const int> beams, std::size_t exact, int threads,
                     const std::function<void()>& looked_at = {});

/// How many decisions of the set beam_costs looks at.
std::int64_t count_chains(const DecisionSet& set);

}  // namespace gioul
