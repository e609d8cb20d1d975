// The innermost loops of inference and training, compiled once per instruction set and chosen at
// startup.
//
// In inference all versions compute the same bits, so that a seed gives the same games on every
// machine: integer sums are exact, float sums run over sixteen lanes in a fixed order without fused
// multiply-add, and exp() is our own. Training fuses where the instruction set can, for twice the
// speed: AVX2 and AVX-512 give the same bits, SSE2 and the scalar version give others (both the
// same).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/encode/board_features.h"
#include "nn/encode/encoder.h"
#include "nn/encode/features.h"

namespace gioul {

inline constexpr int kLanes = 16;       // floats that kernels process as one vector
inline constexpr int kInt16Lanes = 32;  // 16-bit integers in the same number of bytes
inline constexpr int kLogits = 4;       // per position: one per outcome but the last
inline constexpr std::size_t kPositionsPerBlock = 32;  // positions that pass later layers together

/// Returns the index of the first logit of position i. A block of kLanes positions has kLogits
/// vectors; each quarter of a vector holds one position, and transposing the quarters gives one
/// vector per logit.
[[gnu::always_inline]] inline std::size_t logits_offset(std::size_t i) {
  return (i / kLanes * kLanes + i % 4 * 4 + i % kLanes / 4) * kLogits;
}

/// A position as its difference from a base: the base plus some rows minus some others. Rows are
/// given as offsets, in elements, into the row table.
struct RowDelta {
  const std::uint32_t* added;
  const std::uint32_t* removed;
  std::uint32_t added_count;
  std::uint32_t removed_count;
};

/// Maximum number of rows of one position: one per feature; no position comes near.
inline constexpr std::size_t kMaxActiveRows = kFeatures;

/// Maximum number of rows that a position may have more or less than one a decision away. Four
/// checker moves gain at most four places, and four of the opponent's, or four pins and four
/// releases. The rest: two patterns ahead of each place, three flags of each place and six numbers,
/// the shots at each blot and six counts.
inline constexpr std::size_t kMaxRowDelta = 4 * kMaxCountChange + 8 * kMaxCheckers + 6 + 6;
/// Number of entries that may be written beyond the end of a list of rows.
inline constexpr std::size_t kRowSlack = kLanes;

/// A base position and the positions after one decision, all for the next player and in the same
/// phase.
struct AfterstateBatch {
  const Position& base;
  std::span<const Position> next;
  bool own_moved;  // the player to move at `next` made the moves, not the opponent
};

/// Output buffers of Kernel::row_deltas(). `base` has room for kMaxActiveRows, or is null if its
/// rows are not needed; `added` and `removed` have room for kMaxRowDelta per position, plus
/// kRowSlack.
struct RowDeltaBuffers {
  std::uint32_t* base;
  std::uint32_t* added;
  std::uint32_t* removed;
  RowDelta* deltas;
};

/// Inputs of later layers are padded with zeros to a multiple of this: the row length of an AMX
/// tile in bytes.
inline constexpr int kUnitPadding = 64;
/// Maximum width of a layer.
inline constexpr int kMaxLayerUnits = 8192;

/// The largest activation; larger ones are clamped. Where kernels multiply bytes, an activation is
/// two bytes, kHighByteScale * high + low, and nearly all high bytes are 0.
inline constexpr int kMaxActivation = 32767;
inline constexpr int kHighByteScale = 256;
/// Number of units, at the start of a hidden layer, with the widest ranges; only they should need
/// high bytes.
inline constexpr int kWideRangeUnits = 64;

/// Number of units, at the start of a later hidden layer, with weights of 14 bits; the others have
/// 8 bits. These units lose most by rounding.
inline constexpr int kHighPrecisionUnits = 32;
/// Weights of 14 bits are stored as kHighWeightScale * high + low, with high and low of 8 bits
/// each.
inline constexpr int kHighWeightScale = 64;

/// A later hidden layer. The sum of unit u is bias[u] plus its weights times the activations,
/// exactly; its activation is max(0, sum * factor[u]) in floats, rounded half up and at most
/// kMaxActivation, except in the last layer. Where kernels multiply bytes, all (padded) low bytes
/// of a position precede the high bytes.
struct KernelLayer {
  /// [outputs / kLanes][inputs / dword_inputs][kLanes][dword_inputs]: groups of kLanes units, and
  /// blocks of Kernel::dword_inputs activations, which fill 32 bits.
  const void* weights;
  /// The low bytes of the weights of 14 bits, for kernels that multiply bytes; else null.
  const void* low_weights;
  const std::int32_t* bias;  // [outputs]
  const float* factor;       // [outputs]
  int inputs;                // a multiple of kUnitPadding
  int outputs;               // a multiple of kLanes; padding units are zero
};

/// A quantized net. Each unit of the first layer is a 16-bit integer with its own scale; no sum of
/// a legal position overflows. `scale` converts it for the next layer: unit * scale / 2^16 is twice
/// the activation. The output layer is relative to the last outcome, whose weights and bias are
/// subtracted from the others: no probability changes, and a fifth of the work is saved. It is in
/// 16-bit integers, whose sums fit 32 bits per lane, or in floats after later layers.
struct KernelNetView {
  const std::int16_t* rows;    // first-layer row table
  const std::uint16_t* scale;  // [width]; only with later layers
  int width;                   // of the first layer, padded with zeros to a multiple of kInt16Lanes
  const KernelLayer* later;    // the hidden layers after the first
  int later_count;             // 0..4
  const std::int16_t* output;  // [kLogits][output_width]; null with later layers
  const float* output_scale;   // [kLogits]: value of one step of a sum; null with later layers
  const float* float_output;   // [kLogits][output_width]; null without later layers
  int output_width;            // width of the last hidden layer, padded
  const float* output_bias;    // [kLogits]
};

/// Buffers for the activations of consecutive positions in later layers. Padding is zero.
struct ActivationBuffers {
  std::uint8_t* first;     // inputs of the second layer, `stride` bytes per position
  std::uint8_t* second;    // room for kPositionsPerBlock positions of any layer
  std::uint8_t* third;     // like `second`
  std::size_t stride;      // a multiple of kUnitPadding
  std::uint32_t* numbers;  // room for the dwords of kPositionsPerBlock positions, and kLanes more
};

/// Units of the first layer that are trained together: the working set of such a block for one
/// batch fits the L2 cache.
inline constexpr int kBlockUnits = kLanes;

/// The weights from one input to a block of units with their Adam moments, side by side in memory.
struct alignas(64) AdamRow {
  float weight[kBlockUnits];
  float first_moment[kBlockUnits];
  float second_moment[kBlockUnits];
};

/// A row of a batch as a sum: its parent, a row with a smaller index, plus the weights of up to
/// kRowTerms inputs, each times a value. Unused terms are row 0 and values of 0.
inline constexpr int kRowTerms = 2;
struct RowSum {
  std::uint32_t parent;
  std::uint32_t inputs[kRowTerms];  // indices into FirstLayerBatch::inputs
  float values[kRowTerms];
};

/// The first layer's rows of a batch of examples, so that each row is computed once however many
/// examples have it. All indices are into the batch's own lists. Row 0 is zero.
struct FirstLayerBatch {
  std::size_t examples;
  std::size_t row_count;
  const RowSum* row_sums;
  std::size_t input_count;
  const std::uint32_t* inputs;  // their indices among all inputs of the layer
  // Examples by number of rows, then their rows, example by example, padded with row 0 to an even
  // number.
  const std::uint32_t* example_order;
  const std::uint32_t* pairs_of_rows;  // by position in example_order
  const std::uint32_t* rows_of_examples;
  // Rows by number of examples that set them, then those examples, row by row.
  const std::uint32_t* row_order;
  const std::uint32_t* examples_of_row;  // number of examples, by row
  const std::uint32_t* examples_of_rows;
};

/// A weighted sum of rows of a matrix, [rows][stride].
struct WeightedRows {
  const std::uint32_t* indices;
  const float* values;
  std::size_t count;
  const float* matrix;
  std::size_t stride;
};

/// product[r][c] = start[c] + sum over k of factors[r * row_step + k * term_step] * matrix[k][c];
/// `start` may be null.
struct MatrixProduct {
  std::size_t rows;
  std::size_t terms;
  int width;  // of the product, a multiple of kLanes
  const float* factors;
  std::size_t row_step;
  std::size_t term_step;
  const float* matrix;  // [terms][stride]
  std::size_t stride;
  const float* start;
  float* product;  // [rows][product_stride]
  std::size_t product_stride;
};

/// The parameters of a step of Adam (Kingma, Ba 2015). Both bias corrections are folded into the
/// step size and epsilon.
struct AdamStep {
  float beta1;
  float beta2;
  float step_size;
  float epsilon;
};

/// Adam steps with gradient 0 that a row of weights has not taken yet.
struct SkippedSteps {
  std::uint32_t row;
  float step_size;  // sum of their step sizes, each times (beta1 / sqrt(beta2))^n, n = 1, 2, ...
  float decay1;     // beta1 to the power of their number
  float decay2;
};

/// Pointers to weights and their Adam moments.
struct AdamWeights {
  float* weights;
  float* first_moments;
  float* second_moments;
};

/// The functions compiled for one instruction set.
struct Kernel {
  std::string_view name;  // "amx", "avx512vnni", "avx512", "avx2", "sse2", "neon" or "plain"

  /// Number of activations of later layers, and of weights, in 32 bits: 4 of 8 bits or 2 of 16
  /// bits.
  int dword_inputs;

  /// For nets of one hidden layer: writes the logits of `count` positions, each `base` changed by
  /// changes[i], starting at position `begin` of `logits`. Each has kLogits floats in the layout of
  /// logits_offset(); `count` is rounded up to a multiple of kLanes.
  void (*logits)(const KernelNetView& net, const std::int16_t* base, const RowDelta* deltas,
                 std::size_t count, float* logits, std::size_t begin);

  /// For pruning nets: values[i] = the first output alone, in its own steps, for comparing
  /// positions. Writes up to the next multiple of 4.
  void (*pruning_scores)(const KernelNetView& net, const std::int16_t* base, const RowDelta* deltas,
                         std::size_t count, float* values);

  /// For nets with later layers: writes the first-layer activations of each position to `active`,
  /// `stride` bytes per position.
  void (*first_layer_activations)(const KernelNetView& net, const std::int16_t* base,
                                  const RowDelta* deltas, std::size_t count, std::uint8_t* active,
                                  std::size_t stride);

  /// For nets with later layers: computes the logits of `count` positions from these activations.
  void (*deep_logits)(const KernelNetView& net, const ActivationBuffers& buffers, std::size_t count,
                      float* logits);

  /// Computes equities[i], in points for the player to move, from the softmax of position i's
  /// logits. Reads and writes up to the next multiple of kLanes.
  void (*equities)(const float* logits, std::size_t count, float* equities);

  /// Returns the softmax of position i's logits, with the same bits that equities() uses.
  Distribution (*distribution)(const float* logits, std::size_t i);

  /// Like distribution(), for positions 0 to count - 1.
  void (*distributions)(const float* logits, std::size_t count, Distribution* values);

  /// Computes the first layer of a position: sum = bias plus the rows at `offsets`.
  void (*refresh_accumulator)(const std::int16_t* rows, const std::int16_t* bias,
                              const std::uint32_t* offsets, std::size_t count, int width,
                              std::int16_t* sum);

  /// Writes the rows whose sum is `position` to `rows`, which has room for kMaxActiveRows. They are
  /// offsets for rows of `width`, in the order of for_each_feature(), which defines float sums.
  /// Returns their end.
  std::uint32_t* (*active_rows)(FeatureRules rules, const Position& position, int width,
                                std::uint32_t* rows);

  /// Does the same for the base of a decision, and lists the rows in which each of its afterstates
  /// differs from the base: changes[i] points to them.
  std::uint32_t* (*row_deltas)(FeatureRules rules, const AfterstateBatch& batch, int width,
                               const RowDeltaBuffers& to);

  /// Computes one block of first-layer units for a batch, from its `weights` [inputs]: writes the
  /// sums of all examples to `sums`, [examples][kBlockUnits], and those of all rows to `table`,
  /// [row_count][kBlockUnits].
  void (*first_layer_forward)(const FirstLayerBatch& batch, const AdamRow* weights,
                              const float* bias, float* table, float* sums);

  /// From the loss's gradient by the block's sums, `deltas`, computes its gradients by the weights
  /// of the batch's inputs, [input_count][kBlockUnits], and by the biases. Shapes as above.
  void (*first_layer_backward)(const FirstLayerBatch& batch, const float* deltas, float* table,
                               float* gradients, float* bias_gradients);

  /// Applies ReLU or its derivative: gated[i] = value i where gate i is above 0, else 0. Lists the
  /// indices and values of the former and returns their number. Values are in blocks of kLanes,
  /// `block_stride` apart, and are the gates if `gates` is null. `count` is a multiple of kLanes;
  /// lists need room for kLanes more.
  std::size_t (*gate_and_list)(const float* values, std::size_t block_stride, const float* gates,
                               std::size_t count, float* gated, std::uint32_t* indices,
                               float* listed);

  /// sum[c] = start[c] plus column c of the weighted rows, added in order, for c < width. `width`
  /// is a multiple of kLanes; `start` may be null.
  void (*weighted_sum)(const WeightedRows& terms, const float* start, int width, float* sum);

  /// sums[r] = the weighted sum of the elements terms.indices of the matrix row rows[r], added in
  /// order. Reads and writes up to 7 rows and sums beyond the last; these rows must exist.
  void (*sparse_dots)(const WeightedRows& terms, const std::uint32_t* rows, std::size_t count,
                      float* sums);

  /// Computes all rows of a product at once, zeros included, with the same bits as weighted_sum().
  void (*matrix_product)(const MatrixProduct& product);

  /// Updates `count` weights (a multiple of kLanes) and their moments by `gradients`, in one pass
  /// over memory; tensor operations would need six.
  void (*adam_step)(const AdamStep& step, std::size_t count, const float* gradients,
                    const AdamWeights& weights);

  /// Like adam_step(), for some rows of a block of the first layer; gradients[i] belongs to row
  /// rows[i].
  void (*adam_step_rows)(const AdamStep& step, const std::uint32_t* rows, std::size_t count,
                         const float* gradients, AdamRow* weights);

  /// Catches up on skipped steps. Exact except for epsilon, which is assumed to shrink like the
  /// moments.
  void (*adam_skip_rows)(float epsilon, const SkippedSteps* skipped, std::size_t count,
                         AdamRow* weights);
};

/// Returns the kernels that this processor can run, widest vectors first. The last one is scalar
/// code without any instruction set extension.
std::span<const Kernel> available_kernels();

/// Returns the first of these kernels, or the one that the environment variable GIOUL_KERNEL names
/// (for benchmarks).
const Kernel& best_kernel();

/// Returns the fastest kernel for a net whose later layers have this fraction of active inputs. If
/// it is small, and bytes are multiplied without tiles, kernels of 16 bits are faster, as they skip
/// more zeros.
const Kernel& best_kernel(double active_fraction);

}  // namespace gioul
