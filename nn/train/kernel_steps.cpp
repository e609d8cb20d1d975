#include "nn/train/kernel_steps.h"

#include <algorithm>
#include <cstddef>

#include "base/parallel.h"

namespace gioul {

void KernelSteps::forward(const FlatLayer& layer, const SparseRows& batch, float* active) const {
  const float* const weights = parameters + layer.weight_offset;
  const float* const biases = parameters + layer.bias_offset;
  parallel_for(threads, layer.stride / kBlockUnits, [&](std::int64_t block) {
    const std::int64_t unit = block * kBlockUnits;
    kernel.sparse_forward(batch, weights + unit * layer.inputs, biases + unit, active + unit,
                          static_cast<std::size_t>(layer.stride));
  });
}

// The first layer's gradients and steps are one pass over its blocks: what a block of them is made
// of is still in the cache of who takes its step.
void KernelSteps::move(const AdamStep& by, const FlatLayer& first, const SparseRows& batch,
                       const float* delta) const {
  const auto step = [&](std::int64_t begin, std::int64_t count) {
    kernel.adam_step(by, static_cast<std::size_t>(count), gradients + begin, first_moments + begin,
                     second_moments + begin, parameters + begin);
  };
  std::int64_t moved = 0;
  if (first.sparse) {
    const std::int64_t weights = first.inputs * kBlockUnits;
    parallel_for(threads, first.stride / kBlockUnits, [&](std::int64_t block) {
      const std::int64_t begin = first.weight_offset + block * weights;
      std::fill_n(gradients + begin, weights, 0.0f);
      kernel.sparse_backward(batch, delta + block * kBlockUnits,
                             static_cast<std::size_t>(first.stride), gradients + begin);
      step(begin, weights);
    });
    moved = first.bias_offset;
  }
  constexpr std::int64_t kPart = 1 << 15;
  parallel_for(threads, (size - moved + kPart - 1) / kPart, [&](std::int64_t part) {
    const std::int64_t begin = moved + part * kPart;
    step(begin, std::min(kPart, size - begin));
  });
}

}  // namespace gioul
