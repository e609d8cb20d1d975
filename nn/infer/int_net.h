// A net in integers: what play, search and self-play evaluate. Sums are exact, so a position has
// the same value to the last bit whatever it was computed from, by whichever instruction set.
//
// The first layer is 16-bit rows. A unit counts in steps of its own size, the largest that no board
// with up to 15 checkers a side can take beyond 16 bits. Later hidden layers are weights of 8 bits,
// of 14 for the units that cost most to round, times activations of 15 bits, which count in one
// step for all units of a layer. The output is weights of 16 bits times units of 16 in a net of one
// hidden layer, and in floats behind others. docs/inference.md has what that costs: next to
// nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "base/loop.h"
#include "nn/encode/encoder.h"
#include "nn/infer/activation_sample.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// A later hidden layer, as KernelLayer has it.
struct IntLayer {
  AlignedVector<std::uint8_t> weights;
  AlignedVector<std::uint8_t> low_weights;  // empty where there are none
  AlignedVector<std::int32_t> bias;
  AlignedVector<float> factor;
  int inputs = 0;
  int outputs = 0;
};

/// As KernelNet has it.
struct IntNet {
  int width = 0;                       // of the first layer, padded
  AlignedVector<std::int16_t> rows;    // [row_count(phases)][width]
  AlignedVector<std::int16_t> bias;    // [width]
  AlignedVector<std::uint16_t> scale;  // [width]; empty without later layers
  std::vector<IntLayer> later;
  int output_width = 0;
  AlignedVector<std::int16_t> output;  // [kLogits][output_width]; empty with later layers
  std::vector<float> output_scale;     // [kLogits]; empty with later layers
  AlignedVector<float> float_output;   // [kLogits][output_width]; empty without
  std::vector<float> output_bias;      // [kLogits]
};

/// Rounds `net`, which fits `encoder`. How large activations get stands in the net or, if it
/// doesn't, in its `sample`. Later layers are laid out for kernels with so many inputs in 32 bits
/// (Kernel::dword_inputs). The same for any `loop`.
IntNet make_int_net(const Net& net, const Encoder& encoder, const ActivationSample& sample,
                    int dword_inputs, const Loop& loop = loop_alone);

/// Writes one output's weights for units that count `scales` steps in one float to `out`; returns
/// what one step of their sum is.
float round_output(const float* weights, const std::vector<float>& scales, std::int16_t* out);

}  // namespace gioul
