// What the kernels do for the learner on a CPU, on the numbers of the flat tensors: a first layer
// over the inputs that are set, and Adam.
#pragma once

#include <cstdint>

#include "nn/kernel/kernel.h"
#include "nn/train/flat_layers.h"

namespace gioul {

/// Blocks of units share nothing that is written, so results don't depend on the number of threads.
struct KernelSteps {
  const Kernel& kernel;
  int threads;
  std::int64_t size;  // of each of these
  float* parameters;
  float* gradients;
  float* first_moments;
  float* second_moments;

  /// What leaves a sparse layer: active[batch][layer.stride].
  void forward(const FlatLayer& layer, const SparseRows& batch, float* active) const;

  /// Moves all parameters. Of the first layer, if that is sparse, it finds the gradients by the
  /// weights too, from the loss's by its units: delta[batch][first.stride].
  void move(const AdamStep& by, const FlatLayer& first, const SparseRows& batch,
            const float* delta) const;
};

}  // namespace gioul
