// Statistics of a rollout: the means and standard errors of the results of each start (a position
// or a candidate play), and of the equity difference of any two starts. Memory is bounded.
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
  Estimate equity;           // equity in points
  Estimate win_probability;  // probability of winning any number of points
  /// Probability of each Outcome; the means sum to 1 and are not negative.
  std::array<Estimate, kOutcomeCount> outcome_probabilities;
  /// The equity of this start minus that of the best start; usually 0 or negative. Computed from
  /// the trials that both starts have, which use the same dice.
  Estimate difference_to_best;
  /// Number of trials; 0 for a play that ends the game.
  std::int64_t trial_count = 0;
  /// True if rolling out this start was stopped early, since it was clearly worse than the best
  /// (RolloutOptions::drop_sigmas).
  bool is_dropped = false;
  /// The method of variance reduction that was used; kAuto for a play that ends the game.
  VarianceReduction variance_reduction = VarianceReduction::kAuto;

  /// Returns the means of the outcome probabilities.
  std::array<double, kOutcomeCount> outcome_means() const;
  /// Returns the standard errors of the outcome probabilities.
  std::array<double, kOutcomeCount> outcome_errors() const;
};

/// Accumulates the trial values of all starts. Mirrored pairs of trials must be added in the order
/// of their numbers; then the estimates do not depend on which thread played which trial, bit for
/// bit.
class RolloutStats {
 public:
  /// `known` has one entry per start: its equity if the play ended the game, so that it needs no
  /// trials, else nullopt.
  explicit RolloutStats(std::vector<std::optional<double>> known);

  /// Adds a mirrored pair of trials. `played_starts` has the indices, ascending, of the starts that
  /// were played; first[i] and second[i] are the values of start played_starts[i] in the two
  /// trials. A start that is missing in one pair must be missing in all later ones.
  void add(std::span<const std::size_t> played_starts, std::span<const Value> first,
           std::span<const Value> second);

  /// Returns the result of a start; `difference_to_best`, `is_dropped` and `variance_reduction` are
  /// not set.
  RolloutResult result(std::size_t start) const;

  /// Returns the equity of `start` minus that of `other`, from the trials that both starts have.
  Estimate difference(std::size_t start, std::size_t other) const;

 private:
  // The trials of one start.
  struct StartStats {
    PairedSample equity;                               // equity in points
    PairedSample win;                                  // probability of winning
    std::array<PairedSample, kOutcomeCount> outcomes;  // probability of each Outcome
  };

  // Returns the index in differences_ of the difference between starts a and b, a < b.
  static std::size_t difference_index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  // Adds to differences_ the equity differences between the starts `played_starts` in the mirrored
  // pair of trials that is being added (mirrored_pair_equities_).
  void add_differences(std::span<const std::size_t> played_starts);

  // By start: its equity if the play ended the game, else nullopt.
  std::vector<std::optional<double>> known_equities_;
  // By start: its equities in the two trials of the mirrored pair that is being added. For a start
  // that needs no trials, both are its known equity.
  std::vector<std::array<double, 2>> mirrored_pair_equities_;
  std::vector<StartStats> stats_by_start_;
  std::vector<PairedSample> differences_;  // equity differences of all pairs of starts
};

}  // namespace gioul
