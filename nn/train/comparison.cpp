#include "nn/train/comparison.h"

#include <cstddef>

namespace gioul {
namespace {

double equity_of(const float* probabilities) {
  double sum = 0.0;
  for (std::size_t o = 0; o < kOutcomeCount; ++o)
    sum += kOutcomePoints[o] * double{probabilities[o]};
  return sum;
}

}  // namespace

std::vector<Distribution> comparison_loss_gradient(std::span<const Distribution> targets,
                                                   std::span<const std::uint32_t> group_sizes,
                                                   const float* probabilities) {
  std::vector<Distribution> gradient(targets.size());
  std::vector<double> errors;
  std::size_t first = 0;
  for (const std::uint32_t count : group_sizes) {
    errors.clear();
    double sum = 0.0;
    for (std::size_t i = first; i < first + count; ++i) {
      errors.push_back(equity_of(&probabilities[i * kOutcomeCount]) - equity_of(targets[i].data()));
      sum += errors.back();
    }
    for (std::size_t i = first; i < first + count; ++i) {
      const float* const p = &probabilities[i * kOutcomeCount];
      const double slope =
          2.0 * (errors[i - first] - sum / count) / static_cast<double>(targets.size());
      const double equity = equity_of(p);
      for (std::size_t o = 0; o < kOutcomeCount; ++o) {
        gradient[i][o] = static_cast<float>(slope * p[o] * (kOutcomePoints[o] - equity));
      }
    }
    first += count;
  }
  return gradient;
}

}  // namespace gioul
