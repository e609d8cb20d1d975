// How tables write a mean and its standard error: points a game with four decimals, shares in
// percent.
#pragma once

#include <string>

#include "base/statistics.h"
#include "cli/shell/markdown_table.h"

namespace gioul {

inline std::string points_text(const Estimate& points) { return signed_decimals(points.mean, 4); }

inline std::string error_text(const Estimate& points) { return decimals(points.standard_error, 4); }

inline std::string percent_text(const Estimate& share, int digits) {
  return decimals(100 * share.mean, digits);
}

}  // namespace gioul
