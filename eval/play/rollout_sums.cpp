#include "eval/play/rollout_sums.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gioul {

void StartSums::add(const Value& first, const Value& second) {
  equity.add(gioul::equity(first), gioul::equity(second));
  win.add(first[3] + first[4], second[3] + second[4]);
  for (std::size_t o = 0; o < kOutcomes; ++o) outcomes[o].add(first[o], second[o]);
}

RolloutSums::RolloutSums(std::vector<std::optional<double>> known)
    : known_(std::move(known)), equities_(known_.size()), sums_(known_.size()) {
  for (std::size_t s = 0; s < known_.size(); ++s) {
    if (known_[s]) equities_[s] = {*known_[s], *known_[s]};
  }
  if (!known_.empty()) differences_.resize(index(0, known_.size()));
}

void RolloutSums::add(std::span<const std::size_t> rolled, std::span<const Value> first,
                      std::span<const Value> second) {
  assert(std::ranges::is_sorted(rolled));
  for (std::size_t i = 0; i < rolled.size(); ++i) {
    assert(!known_[rolled[i]]);
    sums_[rolled[i]].add(first[i], second[i]);
    equities_[rolled[i]] = {equity(first[i]), equity(second[i])};
  }
  add_differences(rolled);
}

// Those between two starts that both need no trial are known without.
void RolloutSums::add_differences(std::span<const std::size_t> rolled) {
  const auto add_one = [&](std::size_t a, std::size_t b) {
    differences_[index(a, b)].add(equities_[a][0] - equities_[b][0],
                                  equities_[a][1] - equities_[b][1]);
  };
  for (std::size_t i = 0; i < rolled.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) add_one(rolled[j], rolled[i]);
  }
  for (std::size_t s = 0; s < known_.size(); ++s) {
    if (!known_[s]) continue;
    for (const std::size_t other : rolled) add_one(std::min(s, other), std::max(s, other));
  }
}

Estimate RolloutSums::difference(std::size_t start, std::size_t other) const {
  if (start == other) return {};
  if (known_[start] && known_[other]) return {*known_[start] - *known_[other], 0.0};
  if (start < other) return differences_[index(start, other)].estimate();
  Estimate estimate = differences_[index(other, start)].estimate();
  estimate.mean = 0.0 - estimate.mean;  // not -0
  return estimate;
}

}  // namespace gioul
