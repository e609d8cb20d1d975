// Quantizes a net to integers, for play, search and self-play. Sums are exact, so a position has
// the same value to the last bit in any order of evaluation and on any instruction set.
//
// The first layer consists of weight rows of 16-bit integers (nn/kernel/row_layout.h). Each unit
// has its own scale, the largest at which no board with up to 15 checkers per side overflows 16
// bits. Later hidden layers multiply weights of 8 bits (14 for the units that lose most by
// rounding) by activations of 15 bits with one scale per layer. The output layer is in 16 bits for
// a net of one hidden layer, else in floats. The loss of accuracy is negligible
// (docs/inference.md).
#pragma once

#include <cstdint>
#include <vector>

#include "base/aligned_vector.h"
#include "base/parallel_for_fn.h"
#include "nn/encode/encoder.h"
#include "nn/infer/activation_stats.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// The quantized weights of a later hidden layer (any but the first), in the layout of KernelLayer.
struct QuantizedLayer {
  AlignedVector<std::uint8_t> weights;           // all weights, or the high parts of 14-bit ones
  AlignedVector<std::uint8_t> low_weight_bytes;  // low bytes of 14-bit weights; empty if none
  AlignedVector<std::int32_t> bias;              // [outputs]: bias of each unit's integer sum
  /// [outputs]: factors that convert sums to activations.
  AlignedVector<float> sum_to_activation_factors;
  int input_count = 0;   // number of inputs, with padding
  int output_count = 0;  // number of units, with padding
};

/// The weights of a quantized net, in the layout of KernelNetView.
struct QuantizedWeights {
  int first_layer_width = 0;                     // number of first-layer units, with padding
  AlignedVector<std::int16_t> first_layer_rows;  // [row_count(phase_count)][width]
  AlignedVector<std::int16_t> first_layer_bias;  // [width]: biases of the first layer
  /// [width]: unit scales (KernelNetView); empty without later layers.
  AlignedVector<std::uint16_t> first_layer_scales;
  std::vector<QuantizedLayer> later_hidden_layers;  // hidden layers after the first
  int output_width = 0;                             // width of the last hidden layer, padded
  /// [kLogitCount][output_width]: output weights of a net of one hidden layer, else empty.
  AlignedVector<std::int16_t> output_weights;
  /// [kLogitCount]: logit per unit of an output's integer sum; empty with later layers.
  std::vector<float> output_scales;
  /// [kLogitCount][output_width]: output weights of a net with later layers, else empty.
  AlignedVector<float> float_output_weights;
  std::vector<float> output_bias;  // [kLogitCount]: biases of the logits
};

/// Quantizes `net`, which must fit `encoder`. Uses the activation ranges stored in the net, or else
/// those of `stats`. Lays out later layers for kernels that multiply `dword_inputs` activations at
/// a time (Kernel::inputs_per_dword). `parallel_for_fn` does not affect the result.
QuantizedWeights quantize_net(const Net& net, const Encoder& encoder, const ActivationStats& stats,
                              int dword_inputs, const ParallelFor& parallel_for_fn = serial_for);

/// Quantizes the weights of one output, one per unit, and writes them to `out`. The integer
/// activation of unit i is its activation times scales[i]. Returns the factor by which the integer
/// sum of products must be multiplied to give the output.
float quantize_output_weights(const float* weights, const std::vector<float>& scales,
                              std::int16_t* out);

}  // namespace gioul
