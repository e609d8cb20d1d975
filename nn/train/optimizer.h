// How the learner steps from a gradient to new weights.
#pragma once

#include <cstdint>

namespace gioul {

/// The steps: Adam (Kingma, Ba 2015), or gradient descent with momentum beta1.
enum class Optimizer : std::uint8_t { kAdam, kSgd };

/// The decay is decoupled (Loshchilov, Hutter 2019): each step takes learning_rate * weight_decay
/// of every weight.
struct OptimizerOptions {
  Optimizer optimizer = Optimizer::kAdam;
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double weight_decay = 0.0;
};

}  // namespace gioul
