// The value of a position for the player to move: probabilities of the five outcomes of a game,
// from losing 2 points to winning 2.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "engine/rules.h"

namespace gioul {

/// The possible results of a game for one player, in the order in which all arrays store them.
enum class Outcome : unsigned char { kLose2, kLose1, kTie, kWin1, kWin2 };

/// Number of outcomes.
inline constexpr std::size_t kOutcomeCount = 5;

/// Probabilities of the outcomes lose 2, lose 1, tie, win 1 and win 2 points, in single precision
/// as nets compute them. They sum to 1.
using Distribution = std::array<float, kOutcomeCount>;

/// Points that each outcome gives the player (or costs it, if negative).
inline constexpr std::array<int, kOutcomeCount> kOutcomePoints = {-2, -1, 0, 1, 2};

/// Returns the points of an outcome, -2..2.
constexpr int points(Outcome outcome) { return kOutcomePoints[static_cast<std::size_t>(outcome)]; }

/// Returns the same outcome from the other player's viewpoint.
constexpr Outcome flipped(Outcome outcome) {
  return static_cast<Outcome>(kOutcomeCount - 1 - static_cast<std::size_t>(outcome));
}

/// Returns the distribution in which `outcome` has probability 1.
constexpr Distribution one_hot(Outcome outcome) {
  Distribution d{};
  d[static_cast<std::size_t>(outcome)] = 1.0f;
  return d;
}

/// Probabilities of the outcomes for the player to move, in double precision for searches, tables
/// and rollouts. They sum to 1; variance reduction in rollouts can make a single one negative or
/// larger than 1.
using Value = std::array<double, kOutcomeCount>;

/// Returns the same Distribution or Value from the other player's viewpoint.
template <typename T>
constexpr std::array<T, kOutcomeCount> flipped(const std::array<T, kOutcomeCount>& v) {
  return {v[4], v[3], v[2], v[1], v[0]};
}

/// Returns the expected result in points, -2 to 2 if all probabilities are from 0 to 1.
template <typename T>
constexpr T equity(const std::array<T, kOutcomeCount>& v) {
  return T{2} * (v[4] - v[0]) + (v[3] - v[1]);
}

/// Returns the probability of winning any number of points.
constexpr double win_probability(const Value& v) { return v[3] + v[4]; }

/// Returns `value` with probabilities between 0 and 1, which rounding can miss by 1e-16.
constexpr Value clamped(Value value) {
  for (double& probability : value) probability = std::clamp(probability, 0.0, 1.0);
  return value;
}

/// Converts the output of a net to double precision.
constexpr Value to_value(const Distribution& d) { return {d[0], d[1], d[2], d[3], d[4]}; }

/// Returns the value in which `outcome` has probability 1.
constexpr Value one_hot_value(Outcome outcome) { return to_value(one_hot(outcome)); }

/// Adds `factor` times `value` to `sum`, outcome by outcome.
constexpr void add(Value& sum, const Value& value, double factor = 1.0) {
  for (std::size_t o = 0; o < kOutcomeCount; ++o) sum[o] += factor * value[o];
}

/// Returns the outcome of a game for the player whose play ended it by `ending`, which must not be
/// kNone.
constexpr Outcome outcome_of(Ending ending) {
  switch (ending) {
    case Ending::kWin1:
      return Outcome::kWin1;
    case Ending::kWin2:
      return Outcome::kWin2;
    default:
      return Outcome::kTie;
  }
}

}  // namespace gioul
