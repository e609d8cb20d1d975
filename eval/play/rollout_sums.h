// What a rollout keeps of its trials: means and errors so far, and those of the differences between
// every two starts. Its memory does not grow with the trials.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/statistics.h"
#include "engine/outcome.h"

namespace gioul {

/// The trials of one start, all for one player.
struct StartSums {
  PairedSample equity;
  PairedSample win;  // of any number of points
  std::array<PairedSample, kOutcomes> outcomes;

  void add(const Value& first, const Value& second);
};

/// The trials of all starts. Pairs are added in the order of their numbers: then all sums are the
/// same to the last bit, whoever played them.
class RolloutSums {
 public:
  /// `known` has the equity of each start that needs no trial, and nothing for the others.
  explicit RolloutSums(std::vector<std::optional<double>> known);

  /// A mirrored pair of trials of the starts `rolled`, in ascending order: first[i] and second[i]
  /// are the values of rolled[i]. Who is left out once has no trial after that one.
  void add(std::span<const std::size_t> rolled, std::span<const Value> first,
           std::span<const Value> second);

  const StartSums& of(std::size_t start) const { return sums_[start]; }

  /// The equity of `start` less that of `other`, from the trials that both had.
  Estimate difference(std::size_t start, std::size_t other) const;

 private:
  // Of start a less start b, a < b.
  static std::size_t index(std::size_t a, std::size_t b) { return b * (b - 1) / 2 + a; }

  void add_differences(std::span<const std::size_t> rolled);

  std::vector<std::optional<double>> known_;
  std::vector<std::array<double, 2>> equities_;  // of each start in the pair that is being added
  std::vector<StartSums> sums_;
  std::vector<PairedSample> differences_;
};

}  // namespace gioul
