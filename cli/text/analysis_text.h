// What `gioul analyze` has found out, as text for a player.
#pragma once

#include <cstddef>
#include <string>

#include "base/statistics.h"
#include "eval/study/analysis.h"

namespace gioul {

/// How much of it is printed.
struct AnalysisLength {
  std::size_t plays = 10;  // and chains
  bool rolls = true;
};

/// At most 100 columns wide, but for plays of great length.
std::string analysis_text(const AnalysisReport& report, const AnalysisLength& length);

/// Of a rollout: with luck taken out, what never happens can come to a little less than nothing.
double share_in_percent(const Estimate& share);

}  // namespace gioul
