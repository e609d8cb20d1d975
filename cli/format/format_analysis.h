// Formats the result of `gioul analyze` as text.
#pragma once

#include <cstddef>
#include <string>

#include "base/statistics.h"
#include "eval/analysis/analysis.h"

namespace gioul {

/// Limits the length of the text.
struct AnalysisDetail {
  std::size_t plays = 10;  // and chains
  bool rolls = true;       // list the best play of every roll
};

/// Lines have at most 100 columns, except for very long plays.
std::string format_analysis(const AnalysisReport& report, const AnalysisDetail& length);

/// Returns a frequency of a rollout in percent, at least 0: with variance reduction, estimates can
/// be slightly negative.
double to_percent(const Estimate& share);

}  // namespace gioul
