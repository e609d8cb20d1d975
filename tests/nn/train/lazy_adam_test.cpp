#include "nn/train/lazy_adam.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gioul {
namespace {

constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;

TEST(LazyAdam, CatchesUpRowsWithSkippedSteps) {
  LazyAdam lazy(3, kBeta1, kBeta2);
  std::vector<SkippedSteps> skipped;
  lazy.mark_up_to_date(1);
  lazy.add_step(0.5);
  lazy.add_step(0.25);
  for (const std::uint32_t row : {0u, 1u}) lazy.collect_skipped_steps(row, skipped);
  const double ratio = kBeta1 / std::sqrt(kBeta2);
  ASSERT_EQ(skipped.size(), 2u);
  EXPECT_EQ(skipped[0].row, 0u);
  EXPECT_NEAR(skipped[0].step_size, 0.5 * ratio + 0.25 * ratio * ratio, 1e-6);
  EXPECT_NEAR(skipped[0].beta1_power, kBeta1 * kBeta1, 1e-6);
  EXPECT_NEAR(skipped[0].beta2_power, kBeta2 * kBeta2, 1e-6);
  EXPECT_EQ(skipped[1].row, 1u);
  EXPECT_NEAR(skipped[1].step_size, 0.25 * ratio, 1e-6);
  skipped.clear();
  for (const std::uint32_t row : {0u, 1u}) lazy.collect_skipped_steps(row, skipped);
  EXPECT_TRUE(skipped.empty());
}

// Compares a row that is set once with the same row updated at each step.
TEST(LazyAdam, SkippedStepsMatchAdam) {
  for (const Kernel& kernel : available_kernels()) {
    LazyAdam lazy(1, kBeta1, kBeta2);
    AdamRow at_once{};
    AdamRow each{};
    float gradients[kBlockUnits];
    for (int i = 0; i < kBlockUnits; ++i) gradients[i] = 0.01f * static_cast<float>(i + 1);
    const float none[kBlockUnits] = {};
    const std::uint32_t row = 0;
    const auto step = [&](int n) {
      const double size = 0.01 * std::sqrt(1 - std::pow(kBeta2, n)) / (1 - std::pow(kBeta1, n));
      const AdamStep by = {.beta1 = static_cast<float>(kBeta1),
                           .beta2 = static_cast<float>(kBeta2),
                           .step_size = static_cast<float>(size),
                           .epsilon = 0.0f};
      kernel.adam_step_rows(by, &row, 1, n == 1 ? gradients : none, &each);
      if (n == 1) {
        kernel.adam_step_rows(by, &row, 1, gradients, &at_once);
        lazy.mark_up_to_date(row);
      }
      lazy.add_step(size);
    };
    for (int n = 1; n <= 30; ++n) step(n);
    std::vector<SkippedSteps> skipped;
    lazy.collect_skipped_steps(row, skipped);
    kernel.adam_catch_up_rows(0.0f, skipped.data(), skipped.size(), &at_once);
    for (int i = 0; i < kBlockUnits; ++i) {
      EXPECT_NEAR(at_once.weight[i], each.weight[i], 1e-6) << kernel.name;
      EXPECT_NEAR(at_once.first_moment[i] / each.first_moment[i], 1.0, 1e-4) << kernel.name;
      EXPECT_NEAR(at_once.second_moment[i] / each.second_moment[i], 1.0, 1e-4) << kernel.name;
    }
    EXPECT_LT(each.weight[0], -0.05f);
  }
}

}  // namespace
}  // namespace gioul
