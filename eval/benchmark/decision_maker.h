// Makes the decisions of a benchmark: draws them from games, rolls out the plays that any sensible
// player might choose, and estimates what the rest costs by search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "eval/benchmark/decision_set.h"
#include "eval/play/player.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct DecisionPlan {
  DecisionSetHeader header;  // of the set; all that the decisions depend on but the evaluators
  std::int64_t first = 0;    // the numbers of the decisions: a set can be made in parts
  std::int64_t count = 0;
  int threads = 1;
};

/// What the decisions are made with.
struct DecisionEvaluators {
  EvaluatorFactory judge;  // chooses what is rolled out, and estimates the rest
  EvaluatorFactory fast;   // plays the games and the trials; the same with less precision, say
  std::vector<PlayerFactory> players = {};  // whose choices are rolled out besides: header.players
  OutsideJudgeFactory outside = {};         // judges the plays instead of rollouts, if given
};

/// Makes the decisions of `plan` whose numbers are not in `known` (which rise). Each depends on
/// its number, the header and the evaluators alone. `made` is called with each as it is done, from
/// one thread at a time. Throws InputError if a kind of decision that the game has can't be found.
void make_decisions(const DecisionPlan& plan, const DecisionEvaluators& evaluators,
                    const std::vector<std::int64_t>& known,
                    const std::function<void(ReferenceDecision)>& made);

/// Whether `file` begins as a set of decisions does.
bool is_decision_set(const std::filesystem::path& file);

/// Writes the new file `out`, which is that of the whole set, and returns how many decisions it
/// has. Throws InputError if it is there already, if a file is no part of a set, if the parts are
/// not of one set, if one is there twice, is missing or has not all its decisions; nothing is
/// written then.
std::size_t join_decision_parts(const std::filesystem::path& out,
                                const std::vector<std::filesystem::path>& parts);

}  // namespace gioul
