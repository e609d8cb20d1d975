// Stores the decisions of a test set while it is being built, so that building can be stopped,
// resumed and split into parts.
#pragma once

#include <vector>

#include "eval/store/result_store.h"
#include "eval/testset/decision_set.h"
#include "eval/testset/decision_set_builder.h"

namespace gioul {

/// Returns the specification of a test set for its result store. Each decision is one work unit,
/// stored as its line of the test set file (format_reference_decision()).
WorkSpec make_decisions_work_spec(const DecisionSetSpec& spec);

/// Returns the stored decisions, sorted by number. Throws as ResultStore::for_each_unit() does.
std::vector<ReferenceDecision> load_decisions(const ResultStore& file, const DecisionSetSpec& spec);

}  // namespace gioul
