#include "eval/rollout/rollout_stats.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace gioul {

namespace {

// Returns the mean and standard error of value_of(trial) over trials [0, count) in two passes.
// `count` is even.
template <typename F>
Estimate estimate_of_pairs(std::size_t count, const F& value_of) {
  const auto pairs = static_cast<double>(count / 2);
  if (count == 0) return {};
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum += value_of(i);
  const double mean = sum / static_cast<double>(count);
  double squares = 0.0;
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const double off = 0.5 * (value_of(i) + value_of(i + 1)) - mean;
    squares += off * off;
  }
  return {mean, pairs < 2.0 ? 0.0 : std::sqrt(squares / (pairs - 1.0) / pairs)};
}

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

void RolloutStats::StartStats::add(const Value& first, const Value& second,
                                   std::size_t max_stored_trials) {
  if (stores_all_values()) {
    if (trial_count() + 2 <= max_stored_trials) {
      stored_values.insert(stored_values.end(), {first, second});
    } else {
      stored_values = {};  // also frees its memory
    }
  }
  equity.add(gioul::equity(first), gioul::equity(second));
  win.add(gioul::win_probability(first), gioul::win_probability(second));
  for (std::size_t o = 0; o < kOutcomeCount; ++o) outcomes[o].add(first[o], second[o]);
}

RolloutStats::RolloutStats(std::vector<std::optional<double>> known, std::size_t max_stored_trials)
    : max_stored_trials_(max_stored_trials),
      known_equities_(std::move(known)),
      pair_equities_(known_equities_.size()),
      starts_(known_equities_.size()) {
  for (std::size_t s = 0; s < known_equities_.size(); ++s) {
    if (known_equities_[s]) pair_equities_[s] = {*known_equities_[s], *known_equities_[s]};
  }
  if (!known_equities_.empty()) differences_.resize(difference_index(0, known_equities_.size()));
}

void RolloutStats::add(std::span<const std::size_t> rolled, std::span<const Value> first,
                       std::span<const Value> second) {
  assert(std::ranges::is_sorted(rolled));
  for (std::size_t i = 0; i < rolled.size(); ++i) {
    assert(!known_equities_[rolled[i]]);
    starts_[rolled[i]].add(first[i], second[i], max_stored_trials_);
    pair_equities_[rolled[i]] = {equity(first[i]), equity(second[i])};
  }
  add_differences(rolled);
}

// Differences between two starts that need no trials are known anyway.
void RolloutStats::add_differences(std::span<const std::size_t> rolled) {
  const auto add_one = [&](std::size_t a, std::size_t b) {
    differences_[difference_index(a, b)].add(pair_equities_[a][0] - pair_equities_[b][0],
                                             pair_equities_[a][1] - pair_equities_[b][1]);
  };
  for (std::size_t i = 0; i < rolled.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) add_one(rolled[j], rolled[i]);
  }
  for (std::size_t s = 0; s < known_equities_.size(); ++s) {
    if (!known_equities_[s]) continue;
    for (const std::size_t other : rolled) add_one(std::min(s, other), std::max(s, other));
  }
}

RolloutResult RolloutStats::result(std::size_t start) const {
  const StartStats& sums = starts_[start];
  const auto estimate = [&](const PairedSample& running, const auto& part) {
    if (!sums.stores_all_values()) return running.estimate();
    return estimate_of_pairs(sums.stored_values.size(),
                             [&](std::size_t i) { return part(sums.stored_values[i]); });
  };
  RolloutResult totals;
  totals.trial_count = static_cast<std::int64_t>(sums.trial_count());
  totals.equity = estimate(sums.equity, [](const Value& value) { return equity(value); });
  totals.win_probability =
      estimate(sums.win, [](const Value& value) { return gioul::win_probability(value); });
  for (std::size_t o = 0; o < kOutcomeCount; ++o) {
    totals.outcome_probabilities[o] =
        estimate(sums.outcomes[o], [o](const Value& value) { return value[o]; });
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
  const bool all_stored = starts_[start].stores_all_values() && starts_[other].stores_all_values();
  return all_stored ? stored_difference(start, other) : running_difference(start, other);
}

Estimate RolloutStats::stored_difference(std::size_t start, std::size_t other) const {
  const auto& own = starts_[start].stored_values;
  const auto& others = starts_[other].stored_values;
  const std::size_t common = known_equities_[start]   ? others.size()
                             : known_equities_[other] ? own.size()
                                                      : std::min(own.size(), others.size());
  return estimate_of_pairs(common, [&](std::size_t i) {
    return (known_equities_[start] ? *known_equities_[start] : equity(own[i])) -
           (known_equities_[other] ? *known_equities_[other] : equity(others[i]));
  });
}

Estimate RolloutStats::running_difference(std::size_t start, std::size_t other) const {
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
