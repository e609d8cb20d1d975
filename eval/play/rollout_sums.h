// What a rollout keeps of its trials: means and errors so far, and those of the differences between
// every two starts. Its memory stops growing after a number of trials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.h"
#include "engine/outcome.h"
#include "eval/play/rollout_dice.h"

namespace gioul {

/// What the trials of a start came to, all for the player that it names.
struct RolloutResult {
  Estimate equity;
  Estimate win;                              // of any number of points
  std::array<Estimate, kOutcomes> outcomes;  // by Outcome; their means sum to 1
  /// Of the best start's equity, which is subtracted: 0 for the best, else mostly negative. From
  /// the trials that both have in common, which have the same dice.
  Estimate difference;
  std::int64_t trials = 0;  // 0 for a play that ends the game
  bool dropped = false;     // surely worse than the best (RolloutOptions::certainty)
  Luck luck = Luck::kBest;  // how luck was taken out; kBest if the play ends the game

  /// Of all outcomes.
  std::array<double, kOutcomes> outcome_means() const;
  std::array<double, kOutcomes> outcome_errors() const;
};

/// The trials of all starts. Pairs are added in the order of their numbers: then all estimates are
/// the same to the last bit, whoever played them.
///
/// While all values of a start are kept, its errors come from two passes over them, the second
/// around the mean. With more trials than that the values are let go, and the errors come from
/// running sums, which differ in the last digits.
class RolloutSums {
 public:
  /// Trials of a start whose values are kept: 2.6 MB a start.
  static constexpr std::size_t kKept = std::size_t{1} << 16;

  /// `known` has the equity of each start that needs no trial, and nothing for the others.
  explicit RolloutSums(std::vector<std::optional<double>> known, std::size_t kept = kKept);

  /// A mirrored pair of trials of the starts `rolled`, in ascending order: first[i] and second[i]
  /// are the values of rolled[i]. Who is left out once has no trial after that one.
  void add(std::span<const std::size_t> rolled, std::span<const Value> first,
           std::span<const Value> second);

  /// What its trials say by themselves.
  RolloutResult of(std::size_t start) const;

  /// The equity of `start` less that of `other`, from the trials that both had.
  Estimate difference(std::size_t start, std::size_t other) const;

 private:
  struct Start {
    PairedSample equity;
    PairedSample win;
    std::array<PairedSample, kOutcomes> outcomes;
    std::vector<Value> kept;  // of all its trials, or of none

    std::size_t trials() const { return 2 * static_cast<std::size_t>(equity.pairs()); }
    bool keeps_all() const { return kept.size() == trials(); }
    void add(const Value& first, const Value& second, std::size_t most_kept);
  };

  // Of start a less start b, a < b.
  static std::size_t index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  void add_differences(std::span<const std::size_t> rolled);
  Estimate kept_difference(std::size_t start, std::size_t other) const;
  Estimate running_difference(std::size_t start, std::size_t other) const;

  std::size_t most_kept_;
  std::vector<std::optional<double>> known_;
  std::vector<std::array<double, 2>> equities_;  // of each start in the pair that is being added
  std::vector<Start> starts_;
  std::vector<PairedSample> differences_;
};

}  // namespace gioul
