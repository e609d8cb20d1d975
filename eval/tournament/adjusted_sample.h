// The results of mirrored pairs, with and without the luck of the rolls (luck_evaluator.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/statistics.h"
#include "eval/play/play_game.h"

namespace gioul {

/// The results of mirrored pairs of games or matches for one of the players, and the luck of the
/// rolls in them, if it was measured. The two games of a pair share their dice, so standard errors
/// are based on whole pairs. If all pairs have the same result, standard errors are computed as if
/// one pair differed by 2, since a few equal results do not prove that all results would be equal.
/// The intervals are then nearly those of Clopper and Pearson.
class LuckAdjustedSample {
 public:
  /// Makes an empty sample of results in points.
  LuckAdjustedSample() = default;
  /// Makes an empty sample. The mean result of a game is from `lowest` to `highest`.
  LuckAdjustedSample(double lowest, double highest) : min_mean_(lowest), max_mean_(highest) {}

  /// Adds a pair. `result` is the sum of its two results; `luck` is the sum of their luck, in units
  /// of 1 / kLuckUnitsPerPoint, or nullopt if it was not measured.
  void add(std::int64_t result, std::optional<std::int64_t> luck) {
    raw_results_.add(result);
    if (!luck) return;
    luck_sample_.add(*luck);
    adjusted_results_.add(kLuckUnitsPerPoint * result - *luck);
  }
  /// Adds the pairs of another sample.
  void add(const LuckAdjustedSample& other) {
    raw_results_.add(other.raw_results_);
    luck_sample_.add(other.luck_sample_);
    adjusted_results_.add(other.adjusted_results_);
  }

  /// Returns the number of pairs.
  std::int64_t pair_count() const { return raw_results_.count(); }
  /// Returns true if luck was measured in all pairs.
  bool is_adjusted() const {
    return luck_sample_.count() > 0 && luck_sample_.count() == raw_results_.count();
  }

  /// Returns the results of all pairs, without subtracting luck.
  const IntegerSample& raw_sample() const { return raw_results_; }
  /// Returns the results minus luck of all pairs whose luck was measured, in units of 1 /
  /// kLuckUnitsPerPoint.
  const IntegerSample& adjusted_sample() const { return adjusted_results_; }

  /// Returns the mean result per game. Luck is subtracted if it was measured in all pairs.
  Estimate estimate() const {
    return is_adjusted() ? bounded_estimate(adjusted_results_, kLuckUnitsPerPoint) : raw_estimate();
  }
  /// Returns the mean result per game, without subtracting luck.
  Estimate raw_estimate() const { return bounded_estimate(raw_results_, 1); }
  /// Returns the mean luck per game.
  Estimate luck_estimate() const {
    return luck_sample_.estimate(0.5 / kLuckUnitsPerPoint,
                                 kAssumedPairDifference * kLuckUnitsPerPoint);
  }
  /// Returns the benefit of subtracting luck: the factor by which the number of games would have to
  /// grow to reach the same standard error without it; 0 if luck was not measured.
  double saved_games_factor() const {
    if (!is_adjusted()) return 0.0;
    const double ratio = raw_estimate().standard_error / estimate().standard_error;
    return ratio * ratio;
  }

 private:
  // The difference of one pair from the others that is assumed if all pairs are equal.
  static constexpr int kAssumedPairDifference = 2;

  // Returns the mean per game of `sample`, whose numbers are pair sums in units of 1 / `units`.
  // Results minus luck can have an impossible mean if pairs are few: the nearest possible one
  // counts.
  Estimate bounded_estimate(const IntegerSample& sample, int units) const {
    Estimate result = sample.estimate(0.5 / units, kAssumedPairDifference * units);
    result.mean = std::clamp(result.mean, min_mean_, max_mean_);
    result.min_mean = min_mean_;
    result.max_mean = max_mean_;
    result.standard_error = std::min(result.standard_error, (max_mean_ - min_mean_) / 2);
    return result;
  }

  double min_mean_ = -2.0;          // least possible mean result of a game
  double max_mean_ = 2.0;           // greatest possible mean result of a game
  IntegerSample raw_results_;       // sum of the two results of each pair
  IntegerSample luck_sample_;       // sum of their luck, in units of 1 / kLuckUnitsPerPoint
  IntegerSample adjusted_results_;  // results minus luck, in units of 1 / kLuckUnitsPerPoint
};

}  // namespace gioul
