// Formats the result of `gioul analyze` as text.
#pragma once

#include <cstddef>
#include <string>

#include "base/statistics.h"
#include "engine/outcome.h"
#include "eval/analysis/analysis.h"

namespace gioul {

/// Selects how much of an analysis is listed.
struct AnalysisDetail {
  std::size_t max_plays = 10;  // maximum number of plays or chains to list
  bool list_rolls = true;      // whether to list the best play of every roll
};

/// Formats an analysis as text; `detail` selects how much. Lines have at most 100 columns, except
/// for very long plays.
std::string format_analysis(const AnalysisReport& report, const AnalysisDetail& detail);

/// Formats the probabilities of the five outcomes, one per line.
std::string format_outcomes(const Value& value);

/// Converts the mean of a frequency that a rollout has estimated to percent. Estimates with
/// variance reduction can be slightly negative; for these, returns 0.
double to_percent(const Estimate& share);

}  // namespace gioul
