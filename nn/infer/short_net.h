// A net's first hidden layer in 16-bit integers: half the memory to read, twice the numbers in a
// vector, and sums that are exact. Self-play of nets with one hidden layer is played with it;
// docs/inference.md has the figures.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "nn/encode/encoder.h"

namespace gioul {

/// As KernelShortNet has it. A hidden unit counts in steps of its own size, the largest that no
/// board with up to 15 checkers a side can take beyond 16 bits: max(0, x) doesn't mind the scale,
/// and the weights of the layer after it take it back.
struct ShortNet {
  int width = 0;                       // a multiple of kShortLanes
  AlignedVector<std::int16_t> rows;    // [row_count(phases)][width]
  AlignedVector<std::int16_t> bias;    // [width]
  std::vector<float> scale;            // [width]: steps of a unit in one float
  AlignedVector<std::int16_t> output;  // [kLogits][width]; empty if another layer comes first
  std::vector<float> output_scale;     // [kLogits]: floats in one step of each output's sum
};

/// Rounds a net given as floats: `rows` without steps [kFirstStepRow][width], `bias` [width],
/// `output` [kLogits][width] (relative, as in KernelNet), or empty if another layer comes first.
/// `width` is a multiple of kShortLanes. The same for any `loop`.
ShortNet make_short_net(const AlignedVector<float>& rows, const AlignedVector<float>& bias,
                        const AlignedVector<float>& output, const Encoder& encoder, int width,
                        const Loop& loop = loop_alone);

}  // namespace gioul
