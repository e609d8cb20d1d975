#include "nn/kernel/kernel.h"

#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <vector>

#include "engine/rng.h"

namespace gioul {
namespace {

TEST(Kernels, PlainTwinIsAlwaysAvailableAndLast) {
  ASSERT_FALSE(available_kernels().empty());
  EXPECT_EQ(available_kernels().back().name, "plain");
}

// Some steps of a block's learning: its activations, gradients, moments and weights, one after the
// other.
std::vector<float> learned_by(const Kernel& kernel) {
  constexpr std::size_t kInputs = 300;
  constexpr std::size_t kExamples = 200;
  constexpr std::size_t kWeights = kInputs * kBlockUnits;
  CounterRng rng(3, 0, Stream::kShuffle);
  const auto number = [&] { return static_cast<float>(rng.uniform() - 0.5); };
  std::vector<Input> inputs;
  std::vector<std::uint32_t> offsets = {0};
  for (std::size_t i = 0; i < kExamples; ++i) {
    for (std::size_t k = 0; k < 20; ++k) {
      inputs.push_back({static_cast<int>(rng.below(kInputs)), number()});
    }
    offsets.push_back(static_cast<std::uint32_t>(inputs.size()));
  }
  const SparseRows rows = {inputs.data(), offsets.data(), kExamples};
  std::vector<float> weights(kWeights), bias(kBlockUnits), active(kExamples * kBlockUnits);
  std::vector<float> first(kWeights), second(kWeights), all;
  for (float& w : weights) w = number();
  for (float& b : bias) b = number();
  for (int step = 1; step <= 5; ++step) {
    kernel.sparse_forward(rows, weights.data(), bias.data(), active.data(), kBlockUnits);
    std::vector<float> gradient(kWeights);
    kernel.sparse_backward(rows, active.data(), kBlockUnits, gradient.data());
    kernel.adam_step({.beta1 = 0.9f, .beta2 = 0.99f, .step_size = 0.01f, .epsilon = 1e-8f},
                     kWeights - 3, gradient.data(), first.data(), second.data(), weights.data());
    for (const auto* part : {&active, &gradient, &first, &second, &weights}) {
      all.insert(all.end(), part->begin(), part->end());
    }
  }
  return all;
}

TEST(Kernels, SetsThatFuseProductsLearnTheSameBitsAndSoDoTheOthers) {
  std::map<bool, std::vector<float>> learned;
  for (const Kernel& kernel : available_kernels()) {
    const bool fuses = kernel.name.starts_with("avx") || kernel.name == "amx";
    const std::vector<float> own = learned_by(kernel);
    const std::vector<float>& others = learned.try_emplace(fuses, own).first->second;
    EXPECT_EQ(own, others) << kernel.name;
  }
}

}  // namespace
}  // namespace gioul
