// How the learner steps from a gradient to new weights: Adam (Kingma, Ba 2015).
#pragma once

#include <cstdint>

namespace gioul {

/// What the factors of dense products are rounded to: bfloat16 where layers that take units are
/// learned in its 8 bits, several times as fast on processors with AMX and on GPUs. All sums,
/// weights and moments stay fp32.
enum class Factors : std::uint8_t { kFp32, kBf16 };

struct AdamOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9;
  double beta2 = 0.999;
};

}  // namespace gioul
