// Statistics of a rollout: mean and standard error of each start (position or candidate play), and
// of the difference of any two starts. Memory is bounded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.h"
#include "engine/outcome.h"
#include "eval/play/luck_evaluator.h"

namespace gioul {

/// The rollout result of one start (RolloutStart: a position or a candidate play). It is for the
/// player to move or, for a candidate play, for the player who made it.
struct RolloutResult {
  Estimate equity;           // in points
  Estimate win_probability;  // probability of winning any number of points
  /// Probability of each Outcome; the means sum to 1.
  std::array<Estimate, kOutcomeCount> outcome_probabilities;
  /// The equity minus that of the best start: 0 for the best, usually negative for others. Computed
  /// only from trials that both starts have, since these use the same dice.
  Estimate difference_to_best;
  /// Number of trials; 0 for a play that ends the game.
  std::int64_t trial_count = 0;
  /// True if rolling out this start was stopped early, since it was clearly worse than the best
  /// (RolloutOptions::drop_sigmas).
  bool is_dropped = false;
  /// The method that was used; kAuto for a play that ends the game.
  VarianceReduction variance_reduction = VarianceReduction::kAuto;

  /// Returns the means of the outcome probabilities.
  std::array<double, kOutcomeCount> outcome_means() const;
  /// Returns the standard errors of the outcome probabilities.
  std::array<double, kOutcomeCount> outcome_errors() const;
};

/// Accumulates the trial values of all starts. Mirrored pairs of trials must be added in the order
/// of their numbers; then the estimates are bit-identical, no matter which thread played which
/// trial.
///
/// While all values of a start are stored, its standard errors are computed in two passes. With
/// more trials, the values are discarded, and the errors are computed from running sums. The two
/// methods differ in the last digits.
class RolloutStats {
 public:
  /// The default maximum number of trials of a start whose values are stored. They take 2.6 MB.
  static constexpr std::size_t kMaxStoredTrials = std::size_t{1} << 16;

  /// `known` has one entry per start: its equity if it ended the game and needs no trials, else
  /// nullopt. `max_stored` is the maximum number of trials of a start whose values are stored.
  explicit RolloutStats(std::vector<std::optional<double>> known,
                        std::size_t max_stored = kMaxStoredTrials);

  /// Adds a mirrored pair of trials. `rolled` has the indices, ascending, of the starts that were
  /// played; first[i] and second[i] are the values of start rolled[i] in the two trials. A start
  /// that is missing in one pair must be missing in all later ones.
  void add(std::span<const std::size_t> rolled, std::span<const Value> first,
           std::span<const Value> second);

  /// Returns the result of a start; `difference_to_best`, `is_dropped` and `variance_reduction` are
  /// not set.
  RolloutResult result(std::size_t start) const;

  /// Returns the equity of `start` minus that of `other`, from the trials that both starts have.
  Estimate difference(std::size_t start, std::size_t other) const;

 private:
  // The trial values of one start.
  struct Start {
    PairedSample equity;
    PairedSample win;
    std::array<PairedSample, kOutcomeCount> outcomes;
    std::vector<Value> stored_values;  // of all its trials, or empty

    std::size_t trial_count() const { return 2 * static_cast<std::size_t>(equity.pair_count()); }
    bool stores_all_values() const { return stored_values.size() == trial_count(); }
    void add(const Value& first, const Value& second, std::size_t max_stored);
  };

  // Index of the difference between starts a and b, a < b.
  static std::size_t index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  void add_differences(std::span<const std::size_t> rolled);
  Estimate stored_difference(std::size_t start, std::size_t other) const;
  Estimate running_difference(std::size_t start, std::size_t other) const;

  std::size_t max_stored_;
  std::vector<std::optional<double>> known_equities_;
  std::vector<std::array<double, 2>> pair_equities_;  // of each start, in the pair being added
  std::vector<Start> starts_;
  std::vector<PairedSample> differences_;
};

}  // namespace gioul
