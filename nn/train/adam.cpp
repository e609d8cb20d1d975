#include "nn/train/adam.h"

#include <cmath>

#include "base/clones.h"

namespace gioul {

// Moments below this move no weight. Those of inputs that are seldom set would otherwise shrink to
// denormal numbers and stay there, each operation on which takes as long as fifty others.
constexpr float kNothing = 1e-30f;

// Built without errno for sqrt (CMakeLists.txt), which would keep it from being vectorized.
GIOUL_CLONES
void adam_step(const AdamStep& step, std::size_t count, const float* __restrict gradients,
               float* __restrict first, float* __restrict second, float* __restrict weights) {
  const AdamStep by = step;
  for (std::size_t i = 0; i < count; ++i) {
    const float gradient = gradients[i];
    const float mean = first[i] + (1.0f - by.beta1) * (gradient - first[i]);
    const float square = by.beta2 * second[i] + (1.0f - by.beta2) * gradient * gradient;
    first[i] = std::abs(mean) < kNothing ? 0.0f : mean;
    second[i] = square < kNothing ? 0.0f : square;
    weights[i] -= by.step_size * first[i] / (std::sqrt(second[i]) + by.epsilon);
  }
}

}  // namespace gioul
