// How far one-sided values are from exact ones, where there are both.
#pragma once

#include <cstddef>

#include "engine/position.h"
#include "eval/tables/endgame.h"

namespace gioul {

/// Differences of equity, in points.
struct EndgameAccuracy {
  std::size_t positions = 0;
  double mean_difference = 0.0;  // of absolute values
  double rms_difference = 0.0;
  double max_difference = 0.0;
  Position worst{};  // where the last one is
};

/// Compares the two at all positions to roll of the two-sided table. Both tables must be there.
EndgameAccuracy compare_one_sided(const EndgameTables& tables);

}  // namespace gioul
