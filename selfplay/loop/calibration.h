// What a net predicts about its games, against what happens in them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/outcome.h"
#include "selfplay/record/visit.h"

namespace gioul {

/// Predictions that were alike, and what happened.
struct CalibrationBin {
  std::int64_t count = 0;
  double predicted = 0.0;  // sum of the probabilities
  std::int64_t actual = 0;
};

/// Predictions of a win, a win of 2 and a loss of 2, each in ten bins of equal width.
struct Calibration {
  static constexpr std::size_t kBins = 10;
  std::array<std::array<CalibrationBin, kBins>, 3> bins;

  void add(const Calibration& other);
};

/// Counts what was predicted at the decisions of a game that ended with `last_result` for the last
/// player to act.
void count_predictions(std::span<const Visit> visits, Outcome last_result,
                       Calibration& calibration);

}  // namespace gioul
