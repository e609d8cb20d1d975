// The optimizer's step on the CPU in one pass: weights that only few positions use make first
// layers long, and tensor operations would go through weights, gradients and moments six times.
#pragma once

#include <cstddef>

namespace gioul {

/// What a step of Adam (Kingma, Ba 2015) takes, its two bias corrections folded into the step size
/// and epsilon.
struct AdamStep {
  float beta1;
  float beta2;
  float step_size;
  float epsilon;
};

/// Moves `count` weights and their moments by `gradients`.
void adam_step(const AdamStep& step, std::size_t count, const float* gradients, float* first,
               float* second, float* weights);

}  // namespace gioul
