#include <gtest/gtest.h>

#include <vector>

#include "engine/rng.h"
#include "nn/kernel/kernel.h"

namespace gioul {
namespace {

constexpr std::size_t kUnits = kBlockUnits;
constexpr std::size_t kStride = kUnits + 3;  // rows need not be aligned

struct Example {
  static constexpr int kInputs = 50;
  static constexpr std::size_t kRows = 7;

  std::vector<Input> inputs;
  std::vector<std::uint32_t> offsets = {0};
  std::vector<float> weights, bias;

  Example() {
    CounterRng rng(1, 0, Stream::kShuffle);
    const auto number = [&] { return static_cast<float>(rng.uniform() - 0.5); };
    for (std::size_t row = 0; row < kRows; ++row) {  // the first row is empty
      for (std::size_t k = 0; k < 3 * row; ++k) {
        inputs.push_back({static_cast<int>(rng.below(kInputs)), number()});
      }
      offsets.push_back(static_cast<std::uint32_t>(inputs.size()));
    }
    for (std::size_t k = 0; k < kInputs * kUnits; ++k) weights.push_back(number());
    for (std::size_t k = 0; k < kUnits; ++k) bias.push_back(number());
  }

  SparseRows rows() const { return {inputs.data(), offsets.data(), kRows}; }
};

std::size_t at(int index, std::size_t unit) {
  return static_cast<std::size_t>(index) * kUnits + unit;
}

TEST(SparseLayer, ForwardIsTheRectifiedSum) {
  const Example e;
  for (const Kernel& kernel : available_kernels()) {
    std::vector<float> active(Example::kRows * kStride, 99.0f);
    kernel.sparse_forward(e.rows(), e.weights.data(), e.bias.data(), active.data(), kStride);
    for (std::size_t row = 0; row < Example::kRows; ++row) {
      for (std::size_t unit = 0; unit < kUnits; ++unit) {
        double sum = static_cast<double>(e.bias[unit]);
        for (std::size_t k = e.offsets[row]; k < e.offsets[row + 1]; ++k) {
          sum += static_cast<double>(e.inputs[k].value) * e.weights[at(e.inputs[k].index, unit)];
        }
        EXPECT_NEAR(active[row * kStride + unit], sum > 0.0 ? sum : 0.0, 1e-6) << kernel.name;
      }
      for (std::size_t k = kUnits; k < kStride; ++k) EXPECT_EQ(active[row * kStride + k], 99.0f);
    }
  }
}

TEST(SparseLayer, BackwardAddsToTheGradientOfTheInputsThatAreSet) {
  const Example e;
  std::vector<float> deltas(Example::kRows * kStride);
  for (std::size_t k = 0; k < deltas.size(); ++k) deltas[k] = static_cast<float>(k % 11) - 5.0f;
  std::vector<double> expected(e.weights.size(), 1.0);
  for (std::size_t row = 0; row < Example::kRows; ++row) {
    for (std::size_t k = e.offsets[row]; k < e.offsets[row + 1]; ++k) {
      for (std::size_t unit = 0; unit < kUnits; ++unit) {
        expected[at(e.inputs[k].index, unit)] +=
            static_cast<double>(e.inputs[k].value) * deltas[row * kStride + unit];
      }
    }
  }
  for (const Kernel& kernel : available_kernels()) {
    std::vector<float> gradient(e.weights.size(), 1.0f);
    kernel.sparse_backward(e.rows(), deltas.data(), kStride, gradient.data());
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      EXPECT_NEAR(gradient[k], expected[k], 1e-5) << kernel.name;
    }
  }
}

}  // namespace
}  // namespace gioul
