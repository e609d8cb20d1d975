#include "eval/rollout/rollout_stats.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gioul {

namespace {

// Moves the mean probabilities to the nearest possible ones (Michelot, Journal of Optimization
// Theory and Applications 50, 1986): with variance reduction, few trials can give others.
void make_possible(std::array<Estimate, kOutcomeCount>& probabilities) {
  std::vector<Estimate*> positive;
  for (Estimate& probability : probabilities) positive.push_back(&probability);
  while (std::ranges::any_of(positive, [](const Estimate* one) { return one->mean < 0.0; })) {
    std::erase_if(positive, [](Estimate* one) {
      if (one->mean >= 0.0) return false;
      one->mean = 0.0;
      return true;
    });
    double excess = -1.0;
    for (const Estimate* one : positive) excess += one->mean;
    for (Estimate* one : positive) one->mean -= excess / static_cast<double>(positive.size());
  }
}

}  // namespace

RolloutStats::RolloutStats(std::vector<std::optional<double>> known)
    : known_equities_(std::move(known)),
      mirrored_pair_equities_(known_equities_.size()),
      stats_by_start_(known_equities_.size()) {
  for (std::size_t s = 0; s < known_equities_.size(); ++s) {
    if (known_equities_[s]) mirrored_pair_equities_[s] = {*known_equities_[s], *known_equities_[s]};
  }
  if (!known_equities_.empty()) differences_.resize(difference_index(0, known_equities_.size()));
}

void RolloutStats::add(std::span<const std::size_t> played_starts, std::span<const Value> first,
                       std::span<const Value> second) {
  assert(std::ranges::is_sorted(played_starts));
  for (std::size_t i = 0; i < played_starts.size(); ++i) {
    assert(!known_equities_[played_starts[i]]);
    StartStats& start = stats_by_start_[played_starts[i]];
    mirrored_pair_equities_[played_starts[i]] = {equity(first[i]), equity(second[i])};
    start.equity.add(equity(first[i]), equity(second[i]));
    start.win.add(win_probability(first[i]), win_probability(second[i]));
    for (std::size_t o = 0; o < kOutcomeCount; ++o)
      start.outcomes[o].add(first[i][o], second[i][o]);
  }
  add_differences(played_starts);
}

// Differences between two starts that need no trials are known anyway.
void RolloutStats::add_differences(std::span<const std::size_t> played_starts) {
  const auto add_one = [&](std::size_t a, std::size_t b) {
    differences_[difference_index(a, b)].add(
        mirrored_pair_equities_[a][0] - mirrored_pair_equities_[b][0],
        mirrored_pair_equities_[a][1] - mirrored_pair_equities_[b][1]);
  };
  for (std::size_t i = 0; i < played_starts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) add_one(played_starts[j], played_starts[i]);
  }
  for (std::size_t s = 0; s < known_equities_.size(); ++s) {
    if (!known_equities_[s]) continue;
    for (const std::size_t other : played_starts) add_one(std::min(s, other), std::max(s, other));
  }
}

RolloutResult RolloutStats::result(std::size_t start) const {
  const StartStats& stats = stats_by_start_[start];
  RolloutResult totals;
  totals.trial_count = 2 * stats.equity.pair_count();
  totals.equity = stats.equity.estimate();
  totals.win_probability = stats.win.estimate();
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    totals.outcome_probabilities[o] = stats.outcomes[o].estimate();
  }
  if (std::ranges::any_of(totals.outcome_means(), [](double mean) { return mean < 0.0; })) {
    make_possible(totals.outcome_probabilities);
    const Value value = totals.outcome_means();
    totals.equity.mean = equity(value);
    totals.win_probability.mean = win_probability(value);
  }
  return totals;
}

Estimate RolloutStats::difference(std::size_t start, std::size_t other) const {
  if (start == other) return {};
  if (known_equities_[start] && known_equities_[other])
    return {*known_equities_[start] - *known_equities_[other], 0.0};
  if (start < other) return differences_[difference_index(start, other)].estimate();
  Estimate estimate = differences_[difference_index(other, start)].estimate();
  estimate.mean = 0.0 - estimate.mean;  // not -0
  return estimate;
}

std::array<double, kOutcomeCount> RolloutResult::outcome_means() const {
  std::array<double, kOutcomeCount> means{};
  for (std::size_t o = 0; o < kOutcomeCount; ++o) means[o] = outcome_probabilities[o].mean;
  return means;
}

std::array<double, kOutcomeCount> RolloutResult::outcome_errors() const {
  std::array<double, kOutcomeCount> errors{};
  for (std::size_t o = 0; o < kOutcomeCount; ++o)
    errors[o] = outcome_probabilities[o].standard_error;
  return errors;
}

}  // namespace gioul
