// The results of mirrored pairs, with and without the luck of the rolls (luck_evaluator.h).
#pragma once

#include <cstdint>
#include <optional>

#include "base/statistics.h"
#include "eval/play/play_game.h"

namespace gioul {

/// The results of mirrored pairs of games or matches for one of the players, and the luck of the
/// rolls in them, if it was measured. The two games of a pair share their dice, so standard errors
/// are based on whole pairs. If all pairs have the same result, standard errors are computed as if
/// one differed by 2, since a few equal results do not prove that all would be. This gives nearly
/// the intervals of Clopper and Pearson.
class AdjustedSample {
 public:
  /// The results are points.
  AdjustedSample() = default;
  /// The mean result of a game is from `lowest` to `highest`.
  AdjustedSample(double lowest, double highest) : lowest_(lowest), highest_(highest) {}

  /// Adds a pair: the sum of its two results and, if it was measured, of their luck in units of
  /// 1 / kLuckUnitsPerPoint.
  void add(std::int64_t result, std::optional<std::int64_t> luck) {
    raw_.add(result);
    if (!luck) return;
    luck_.add(*luck);
    adjusted_.add(kLuckUnitsPerPoint * result - *luck);
  }
  /// Adds the pairs of another sample.
  void add(const AdjustedSample& other) {
    raw_.add(other.raw_);
    luck_.add(other.luck_);
    adjusted_.add(other.adjusted_);
  }

  /// Returns the number of pairs.
  std::int64_t count() const { return raw_.count(); }
  /// Returns the sum of all results, without subtracting luck.
  std::int64_t sum() const { return raw_.sum(); }
  /// Returns true if luck was measured in all pairs.
  bool is_adjusted() const { return luck_.count() > 0 && luck_.count() == raw_.count(); }

  /// Returns the results of all pairs, without subtracting luck.
  const IntegerSample& raw_sample() const { return raw_; }
  /// Returns the results minus luck of all pairs whose luck was measured, in units of 1 /
  /// kLuckUnitsPerPoint.
  const IntegerSample& adjusted_sample() const { return adjusted_; }

  /// Returns the mean result per game. Luck is subtracted if it was measured in all pairs.
  Estimate estimate() const {
    return is_adjusted() ? bounded(adjusted_, kLuckUnitsPerPoint) : raw();
  }
  /// Returns the mean result per game, without subtracting luck.
  Estimate raw() const { return bounded(raw_, 1); }
  /// Returns the mean luck per game.
  Estimate luck() const {
    return luck_.estimate(0.5 / kLuckUnitsPerPoint, kStep * kLuckUnitsPerPoint);
  }
  /// Returns the benefit of subtracting luck: the factor by which the number of games would have to
  /// grow to reach the same standard error without it; 0 if luck was not measured.
  double games_factor() const {
    if (!is_adjusted()) return 0.0;
    const double ratio = raw().standard_error / estimate().standard_error;
    return ratio * ratio;
  }

 private:
  static constexpr int kStep = 2;  // assumed difference of one pair if all are equal

  Estimate bounded(const IntegerSample& sample, int units) const {
    Estimate result = sample.estimate(0.5 / units, kStep * units);
    result.min_mean = lowest_;
    result.max_mean = highest_;
    return result;
  }

  double lowest_ = -2.0;  // least possible mean result of a game
  double highest_ = 2.0;  // greatest possible mean result of a game
  IntegerSample raw_;
  IntegerSample luck_;
  IntegerSample adjusted_;
};

}  // namespace gioul
