#include "nn/train/adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/rng.h"

namespace gioul {
namespace {

TEST(Adam, StepsAreThoseOfThePaper) {
  constexpr std::size_t kCount = 37;  // no multiple of any vector
  constexpr double kBeta1 = 0.8;
  constexpr double kBeta2 = 0.99;
  constexpr double kRate = 0.004;
  constexpr double kEpsilon = 1e-8;
  CounterRng rng(1, 0, Stream::kShuffle);
  std::vector<float> gradients(kCount), first(kCount), second(kCount), weights(kCount, 1.0f);
  std::vector<double> m(kCount), v(kCount), w(kCount, 1.0);
  for (int step = 1; step <= 20; ++step) {
    const double correction1 = 1.0 - std::pow(kBeta1, step);
    const double correction2 = 1.0 - std::pow(kBeta2, step);
    for (std::size_t i = 0; i < kCount; ++i) {
      gradients[i] = i == 5 ? 0.0f : static_cast<float>(rng.uniform() - 0.5);
      const double g = gradients[i];
      m[i] = kBeta1 * m[i] + (1.0 - kBeta1) * g;
      v[i] = kBeta2 * v[i] + (1.0 - kBeta2) * g * g;
      w[i] -= kRate * (m[i] / correction1) / (std::sqrt(v[i] / correction2) + kEpsilon);
    }
    adam_step({.beta1 = static_cast<float>(kBeta1),
               .beta2 = static_cast<float>(kBeta2),
               .step_size = static_cast<float>(kRate * std::sqrt(correction2) / correction1),
               .epsilon = static_cast<float>(kEpsilon * std::sqrt(correction2))},
              kCount, gradients.data(), first.data(), second.data(), weights.data());
    for (std::size_t i = 0; i < kCount; ++i) ASSERT_NEAR(weights[i], w[i], 1e-5) << step;
  }
  EXPECT_EQ(weights[5], 1.0f);  // a gradient that was always 0 moves nothing
}

}  // namespace
}  // namespace gioul
