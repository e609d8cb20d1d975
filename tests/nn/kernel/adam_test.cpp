#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/rng.h"
#include "nn/kernel/kernel.h"

namespace gioul {
namespace {

constexpr std::size_t kCount = 3 * kLanes;
constexpr double kBeta1 = 0.8;
constexpr double kBeta2 = 0.99;
constexpr double kRate = 0.004;
constexpr double kEpsilon = 1e-8;

// Steps with gradients from a fixed seed.
struct Learned {
  std::vector<float> gradients, first, second, weights;

  Learned() : gradients(kCount), first(kCount), second(kCount), weights(kCount, 1.0f) {}

  void step(const Kernel& kernel, int number, CounterRng& rng) {
    const double correction1 = 1.0 - std::pow(kBeta1, number);
    const double correction2 = 1.0 - std::pow(kBeta2, number);
    for (std::size_t i = 0; i < kCount; ++i) {
      gradients[i] = i == 5 ? 0.0f : static_cast<float>(rng.uniform() - 0.5);
    }
    kernel.adam_step({.beta1 = static_cast<float>(kBeta1),
                      .beta2 = static_cast<float>(kBeta2),
                      .step_size = static_cast<float>(kRate * std::sqrt(correction2) / correction1),
                      .epsilon = static_cast<float>(kEpsilon * std::sqrt(correction2))},
                     kCount, gradients.data(), {weights.data(), first.data(), second.data()});
  }
};

TEST(Adam, StepsMatchThePaper) {
  for (const Kernel& kernel : available_kernels()) {
    CounterRng rng(1, 0, RngStream::kShuffle);
    Learned learned;
    std::vector<double> m(kCount), v(kCount), w(kCount, 1.0);
    for (int step = 1; step <= 20; ++step) {
      learned.step(kernel, step, rng);
      for (std::size_t i = 0; i < kCount; ++i) {
        const double g = learned.gradients[i];
        m[i] = kBeta1 * m[i] + (1.0 - kBeta1) * g;
        v[i] = kBeta2 * v[i] + (1.0 - kBeta2) * g * g;
        w[i] -= kRate * (m[i] / (1.0 - std::pow(kBeta1, step))) /
                (std::sqrt(v[i] / (1.0 - std::pow(kBeta2, step))) + kEpsilon);
        ASSERT_NEAR(learned.weights[i], w[i], 1e-5) << kernel.name << " " << step;
      }
    }
    EXPECT_EQ(learned.weights[5], 1.0f);  // a gradient that was always 0 moves nothing
  }
}

}  // namespace
}  // namespace gioul
