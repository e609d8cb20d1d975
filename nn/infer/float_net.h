// Evaluates a net in floats, without quantization. Used wherever values are reported: exports and
// their golden vectors, `gioul eval`, the C library, Python. Play uses the quantized net
// (quantized_net.h).
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "base/aligned_vector.h"
#include "base/parallel_for_fn.h"
#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/infer/locality_order.h"
#include "nn/kernel/kernel.h"
#include "nn/net/net.h"

namespace gioul {

/// Working memory of FloatNet for one thread, reused between calls.
class FloatNetScratch {
 private:
  friend class FloatNet;
  // Offsets of the first-layer rows of a position, in the row table.
  std::vector<std::uint32_t> row_offsets_ = std::vector<std::uint32_t>(kMaxActiveRows + kRowSlack);
  AlignedVector<float> layer_inputs_;  // inputs of the current layer
  AlignedVector<float> sums_;  // sums of the units of the current layer, then their activations
  // Partial sums of the even and of the odd terms. Each unit's sum is the total of its two.
  AlignedVector<float> even_term_sums_;
  AlignedVector<float> odd_term_sums_;
  AlignedVector<float> logits_;              // logits of a batch of positions
  std::vector<Distribution> distributions_;  // outputs for a batch of positions
  LocalityOrder locality_order_;             // order in which positions are evaluated
};

/// A net for evaluation in floats. Immutable and shared by all threads; each thread needs its own
/// FloatNetScratch.
class FloatNet {
 public:
  /// Prepares `net` for evaluation; it must fit `encoder` (load_net() checks it).
  FloatNet(const Net& net, const Encoder& encoder, const ParallelFor& parallel_for_fn = serial_for);

  /// Returns the outcome probabilities of a position, for the player to move.
  Distribution evaluate(const Position& position, FloatNetScratch& buffer) const;

  /// Evaluates many positions and writes their outcome probabilities, for the players to move, to
  /// `values`. The results are the same, bit for bit, as if each were evaluated by itself.
  void evaluate(std::span<const Position> positions, FloatNetScratch& buffer,
                Distribution* values) const;

  /// A function that receives the activations of one hidden layer. They are >= 0 and padded with
  /// zeros.
  using HiddenLayerVisitor = std::function<void(std::size_t layer, std::span<const float> units)>;
  /// Evaluates a position and calls visit(layer, units) for each hidden layer.
  void visit_hidden_layers(const Position& position, FloatNetScratch& buffer,
                           const HiddenLayerVisitor& visit) const;

 private:
  struct Layer {
    AlignedVector<float> weight_columns;  // weights, transposed: [inputs][width]
    AlignedVector<float> bias;            // [width], padded with zeros to a multiple of kLanes
    std::size_t input_count;              // number of inputs
  };

  // Computes the logits of a position. Calls *visit for each hidden layer, unless it is null.
  void compute_logits(const Position& position, FloatNetScratch& buffer, float* logits,
                      const HiddenLayerVisitor* visit) const;

  Kernel kernel_;
  FeatureRules feature_rules_;
  // First-layer weight rows, [kFirstDeltaRow][width]: row_table.h.
  AlignedVector<float> feature_rows_;
  AlignedVector<float> first_layer_bias_;   // first-layer biases, [width]
  std::vector<Layer> later_hidden_layers_;  // hidden layers after the first
  // Output weights and biases, relative to the last outcome: [kLogitCount][width of the last hidden
  // layer] and [kLogitCount].
  AlignedVector<float> output_weights_;
  std::vector<float> output_bias_;
};

}  // namespace gioul
