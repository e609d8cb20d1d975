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

inline constexpr int kLanes = 16;       // number of floats that kernels process as one vector
inline constexpr int kInt16Lanes = 32;  // number of 16-bit integers in a vector of the same size
inline constexpr int kLogitCount = 4;   // logits per position: one for each outcome but the last
/// Number of positions that later layers compute together.
inline constexpr std::size_t kPositionsPerBlock = 32;

/// Returns the index of the first logit of position i in an array of logits. The layout: a block of
/// kLanes positions has kLogitCount vectors, and each quarter of a vector holds one position.
/// Transposing the quarters gives one vector per logit.
[[gnu::always_inline]] inline std::size_t logits_offset(std::size_t i) {
  return (i / kLanes * kLanes + i % 4 * 4 + i % kLanes / 4) * kLogitCount;
}

/// A position described by its difference from a base position: weight rows of the first layer
/// (row_layout.h) to add and to subtract. Rows are given as offsets, in elements, into the row
/// table.
struct RowDelta {
  const std::uint32_t* added_rows;    // rows to add
  const std::uint32_t* removed_rows;  // rows to subtract
  std::uint32_t added_count;          // number of rows in `added_rows`
  std::uint32_t removed_count;        // number of rows in `removed_rows`
};

/// Maximum number of weight rows whose sum is the first layer of a position: one per feature. Real
/// positions have far fewer.
inline constexpr std::size_t kMaxActiveRows = kFeatureCount;

/// Maximum number of weight rows that one decision adds to those of a position, or removes from
/// them. It is the sum of four parts: changed numbers of checkers (at most four places of each
/// side, or four pins and four releases); two patterns and three chain flags for each place with
/// checkers, and the shots at each blot; six numbers of a chain; and six contact counts.
inline constexpr std::size_t kMaxRowDelta = 4 * kMaxCheckerCountChange + 8 * kMaxCheckers + 6 + 6;
/// Number of entries that kernels may write beyond the end of a list of rows.
inline constexpr std::size_t kRowSlack = kLanes;

/// The afterstates of a decision, as input of Kernel::collect_row_deltas(), which lists how each
/// differs from the position before the decision. All positions are from the viewpoint of the
/// player who moves next, and in the same phase (chain_phase_of()).
struct AfterstateBatch {
  const Position& base_position;          // the position before the decision
  std::span<const Position> afterstates;  // the afterstates
  bool next_player_is_mover;              // the player who made the decision also acts next
};

/// Output buffers of Kernel::collect_row_deltas(). `base_rows`, for the rows of the base position,
/// has room for kMaxActiveRows + kRowSlack, or is null if they are not needed. `added_rows` and
/// `removed_rows` have room for kMaxRowDelta rows per afterstate, plus kRowSlack. `deltas` has room
/// for one RowDelta per afterstate.
struct RowDeltaBuffers {
  std::uint32_t* base_rows;     // rows of the base position
  std::uint32_t* added_rows;    // rows to which RowDelta::added_rows points
  std::uint32_t* removed_rows;  // rows to which RowDelta::removed_rows points
  RowDelta* deltas;             // one per afterstate
};

/// The inputs of layers after the first are padded with zeros to a multiple of this: the row length
/// of an AMX tile in bytes.
inline constexpr int kUnitPadding = 64;
/// Maximum number of units of a layer.
inline constexpr int kMaxLayerUnits = 8192;

/// The largest activation of a hidden unit; larger ones are clamped.
inline constexpr int kMaxActivation = 32767;
/// Value of the high byte of an activation in kernels that multiply bytes: there, an activation is
/// kHighByteScale * high + low, and nearly all high bytes are 0.
inline constexpr int kHighByteScale = 256;
/// Number of units, at the start of a hidden layer, with a wider range of activations than the
/// others; only they should need high bytes.
inline constexpr int kWideRangeUnits = 64;

/// Number of units, at the start of each hidden layer after the first, with weights of 14 bits; the
/// others have 8 bits. These units lose most by rounding.
inline constexpr int kHighPrecisionUnits = 32;
/// Value of the high part of a weight of 14 bits, which is stored as kHighWeightScale * high + low,
/// with high and low of 8 bits each.
inline constexpr int kHighWeightScale = 64;

/// A quantized hidden layer after the first. The sum of unit u is bias[u] plus the products of its
/// weights and the activations, computed exactly. The unit's activation is
/// max(0, sum * sum_to_activation_factors[u]), a float. In all layers but the last, it is then
/// rounded (half up) and limited to kMaxActivation. Kernels that multiply bytes take the
/// activations of a position as all (padded) low bytes, then all high bytes.
struct KernelLayer {
  /// [outputs / kLanes][inputs / inputs_per_dword][kLanes][inputs_per_dword]: groups of kLanes
  /// units, and blocks of Kernel::inputs_per_dword activations, which fill 32 bits.
  const void* weights;
  /// The low bytes of the weights of 14 bits, for kernels that multiply bytes; else null.
  const void* low_weight_bytes;
  const std::int32_t* bias;                // [outputs]: bias of each unit's integer sum
  const float* sum_to_activation_factors;  // [outputs]: factors from sums to activations
  int input_count;                         // a multiple of kUnitPadding
  int output_count;                        // a multiple of kLanes; padding units are zero
};

/// Pointers to a quantized net, for kernels. Each unit of the first layer is a 16-bit integer with
/// its own scale; no sum of a legal position overflows. `first_layer_scales` converts it for the
/// next layer: unit * scale / 2^16 is twice the activation. The output layer is relative to the
/// last outcome, whose weights and bias are subtracted from the others: no probability changes, and
/// a fifth of the work is saved. It is in 16-bit integers, whose sums fit 32 bits per lane, or in
/// floats after later layers.
struct KernelNetView {
  /// Table of the weight rows (row_layout.h), `first_layer_width` elements each.
  const std::int16_t* first_layer_rows;
  const std::uint16_t* first_layer_scales;  // [width]: scale of each unit; only with later layers
  int first_layer_width;  // units of the first layer, padded with zeros to a multiple of
                          // kInt16Lanes
  const KernelLayer* later_hidden_layers;  // hidden layers after the first
  int later_hidden_layer_count;            // number of these layers, 0..4
  /// [kLogitCount][output_width]: output weights; null with later layers.
  const std::int16_t* output_weights;
  /// [kLogitCount]: logit per unit of an integer sum; null with later layers.
  const float* output_scales;
  const float* float_output_weights;  // [kLogitCount][output_width]: output weights; null without
                                      // later layers
  int output_width;                   // width of the last hidden layer, with padding
  const float* output_bias;           // [kLogitCount]: biases of the logits
};

/// Buffers for the activations of consecutive positions between the layers of a net. Padding is
/// zero.
struct ActivationBuffers {
  std::uint8_t* second_layer_inputs;  // inputs of the second layer, `stride` bytes per position
  std::uint8_t* ping_buffer;          // room for kPositionsPerBlock positions of any layer
  std::uint8_t* pong_buffer;          // room for kPositionsPerBlock positions of any layer
  std::size_t stride;                 // bytes per position, a multiple of kUnitPadding
  /// Working memory for lists of the non-zero dwords (32 bits of activations): room for the indices
  /// of all dwords of kPositionsPerBlock positions, plus kLanes.
  std::uint32_t* nonzero_dwords;
};

/// Number of first-layer units that are trained together. The data that such a block needs for one
/// batch fits the L2 cache.
inline constexpr int kBlockUnits = kLanes;

/// The weights from one input to a block of kBlockUnits first-layer units with their Adam moments,
/// side by side in memory.
struct alignas(64) AdamRow {
  float weight[kBlockUnits];         // by unit of the block
  float first_moment[kBlockUnits];   // running mean of the gradient, by unit
  float second_moment[kBlockUnits];  // running mean of the squared gradient, by unit
};

/// Maximum number of inputs that a RowDefinition adds.
inline constexpr int kMaxRowTerms = 2;

/// Defines a weight row of a training batch as a sum: a parent row, which has a smaller index, plus
/// the weights of up to kMaxRowTerms inputs, each multiplied by a value. Unused terms have values
/// of 0.
struct RowDefinition {
  std::uint32_t parent_row;                   // index of the parent row; row 0 is zero
  std::uint32_t input_indices[kMaxRowTerms];  // indices into FirstLayerBatch::input_indices
  float input_values[kMaxRowTerms];           // values of these inputs
};

/// The first-layer weight rows that a batch of training examples uses, listed so that each row is
/// computed once even if many examples have it. All indices refer to the lists of this batch. Row 0
/// is zero.
struct FirstLayerBatch {
  std::size_t example_count;             // number of examples
  std::size_t row_count;                 // number of rows, row 0 included
  const RowDefinition* row_definitions;  // [row_count]: definition of each row
  std::size_t input_count;               // number of inputs that some example sets
  const std::uint32_t* input_indices;    // [input_count]: indices of these inputs in the net
  // The examples, sorted by number of rows, and the rows of each. If an example has an odd number
  // of rows, row 0 is added to make pairs.
  const std::uint32_t* example_order;    // [examples]: indices of examples
  const std::uint32_t* row_pair_counts;  // [examples]: half the number of rows, in example_order
  const std::uint32_t* rows_by_example;  // rows of all examples, in example_order
  // The rows, sorted by number of examples that set them, and the examples of each.
  const std::uint32_t* row_order;              // [row_count]: indices of rows
  const std::uint32_t* example_counts_by_row;  // [row_count]: number of examples of each row
  const std::uint32_t* examples_by_row;        // examples of all rows, in row_order
};

/// A weighted sum of some rows of a matrix with `stride` elements per row.
struct WeightedRows {
  const std::uint32_t* row_indices;  // [count]: rows to be added
  const float* row_weights;          // [count]: weight of each of these rows
  std::size_t count;                 // number of terms
  const float* matrix;               // the matrix
  std::size_t stride;                // elements per row of the matrix
};

/// A product of matrices to be computed: product[r][c] = initial_row[c] + sum over k of
/// left_matrix[r * left_row_stride + k * left_term_stride] * right_matrix[k][c]. `initial_row` may
/// be null, which means 0.
struct MatrixProduct {
  std::size_t row_count;               // number of rows of the product
  std::size_t term_count;              // number of terms k of each sum
  int width;                           // number of columns of the product, a multiple of kLanes
  const float* left_matrix;            // addressed by the two strides below
  std::size_t left_row_stride;         // elements from one row of `left_matrix` to the next
  std::size_t left_term_stride;        // elements from one term of `left_matrix` to the next
  const float* right_matrix;           // [terms][right_stride]
  std::size_t right_stride;            // elements per row of `right_matrix`
  const float* initial_row = nullptr;  // [width]: added to each row; null: zeros
  float* product;                      // [rows][product_stride]: the result
  std::size_t product_stride;          // elements per row of `product`
};

/// The parameters of one step of the Adam optimizer (Kingma, Ba 2015). Both bias corrections are
/// folded into the step size and epsilon.
struct AdamStep {
  float beta1;      // decay of the first moment
  float beta2;      // decay of the second moment
  float step_size;  // learning rate with bias corrections
  float epsilon;    // added to the root of the second moment
};

/// Several Adam steps with gradient 0 that a row of weights (AdamRow) has yet to take, combined
/// into one.
struct SkippedSteps {
  std::uint32_t row;  // index of the row
  float step_size;    // sum of the step sizes, each times (beta1 / sqrt(beta2))^n, n = 1, 2, ...
  float beta1_power;  // beta1 to the power of the number of steps
  float beta2_power;  // beta2 to the power of the number of steps
};

/// Pointers to arrays of weights and their Adam moments, of the same length.
struct AdamWeights {
  float* weights;         // the weights
  float* first_moments;   // running means of the gradients
  float* second_moments;  // running means of the squared gradients
};

/// The innermost loops of inference and training, compiled for one instruction set.
struct Kernel {
  std::string_view name;  // "amx", "avx512vnni", "avx512", "avx2", "sse2", "neon" or "plain"

  /// Number of activations, and of weights, of layers after the first that are multiplied as one
  /// unit of 32 bits: 4 of 8 bits or 2 of 16 bits.
  int inputs_per_dword;

  /// For nets of one hidden layer: computes the logits of `count` positions. `base` holds the
  /// first-layer sums of a base position; position i is the base changed by deltas[i]. Writes to
  /// `logits` in the layout of logits_offset(), as positions from `begin` on.
  void (*compute_shallow_logits)(const KernelNetView& net, const std::int16_t* base,
                                 const RowDelta* deltas, std::size_t count, float* logits,
                                 std::size_t begin);

  /// For pruning nets (nn/infer/pruning_net.h): computes a score of each position, for comparing
  /// them only: the first output alone, without its scale. Position i is `base` changed by
  /// deltas[i]. Writes up to the next multiple of 4.
  void (*compute_pruning_scores)(const KernelNetView& net, const std::int16_t* base,
                                 const RowDelta* deltas, std::size_t count, float* values);

  /// For nets of several hidden layers: computes the first-layer activations of `count` positions;
  /// position i is `base` changed by deltas[i]. Writes them to `active`, `stride` bytes per
  /// position.
  void (*compute_first_layer_activations)(const KernelNetView& net, const std::int16_t* base,
                                          const RowDelta* deltas, std::size_t count,
                                          std::uint8_t* active, std::size_t stride);

  /// For nets of several hidden layers: computes the logits of `count` positions from the
  /// first-layer activations in ActivationBuffers::second_layer_inputs, which
  /// compute_first_layer_activations() has written.
  void (*compute_deep_logits)(const KernelNetView& net, const ActivationBuffers& buffers,
                              std::size_t count, float* logits);

  /// Computes the equity of each position, in points for the player to move, from its logits. Reads
  /// and writes up to the next multiple of kLanes.
  void (*equities)(const float* logits, std::size_t count, float* equities);

  /// Returns the outcome distribution of position i for the player to move: the softmax of its
  /// logits, with the same bits that equities() uses.
  Distribution (*distribution)(const float* logits, std::size_t i);

  /// Computes the outcome distributions of positions 0 to count - 1 for their players to move: the
  /// softmax of their logits, with the same bits that equities() uses.
  void (*distributions)(const float* logits, std::size_t count, Distribution* values);

  /// Computes the first-layer sums of a position from scratch: `sum` = `bias` plus the weight rows
  /// at `offsets`, each of `width` units.
  void (*refresh_accumulator)(const std::int16_t* rows, const std::int16_t* bias,
                              const std::uint32_t* offsets, std::size_t count, int width,
                              std::int16_t* sum);

  /// Lists in `rows` the weight rows whose sum is the first layer of a position; `rows` has room
  /// for kMaxActiveRows + kRowSlack. Rows are given as offsets into a table with rows of `width`
  /// elements. Their order is that of for_each_feature(), which defines the result of float sums.
  /// Returns the end of the list.
  std::uint32_t* (*collect_active_rows)(FeatureRules rules, const Position& position, int width,
                                        std::uint32_t* rows);

  /// Lists the weight rows in which each afterstate of `batch` differs from the base position.
  /// Unless `to.base_rows` is null, also lists the rows of the base position there, as
  /// collect_active_rows() does, and returns the end of that list.
  std::uint32_t* (*collect_row_deltas)(FeatureRules rules, const AfterstateBatch& batch, int width,
                                       const RowDeltaBuffers& to);

  /// Computes the sums of one block of first-layer units for a training batch, from the weights of
  /// all inputs to the block. Writes the sums of all examples to `sums`, [examples][kBlockUnits],
  /// and the values of all rows to `table`, [row_count][kBlockUnits].
  void (*first_layer_forward)(const FirstLayerBatch& batch, const AdamRow* weights,
                              const float* bias, float* table, float* sums);

  /// Computes gradients of the loss for one block of first-layer units. `deltas`,
  /// [examples][kBlockUnits], holds the gradients with respect to the sums of the block. Writes the
  /// gradients with respect to the weights of the batch's inputs to `gradients`,
  /// [input_count][kBlockUnits], and those with respect to the biases to `bias_gradients`. `table`,
  /// [row_count][kBlockUnits], is working memory.
  void (*first_layer_backward)(const FirstLayerBatch& batch, const float* deltas, float* table,
                               float* gradients, float* bias_gradients);

  /// Applies ReLU or its derivative: gated[i] is value i if gate i is above 0, else 0. Also lists
  /// the indices and values for which the gate is above 0, and returns their number. Values are in
  /// blocks of kLanes, `block_stride` apart. If `gates` is null, the values are the gates. `count`
  /// is a multiple of kLanes; the lists need room for kLanes more.
  std::size_t (*gate_and_list_active)(const float* values, std::size_t block_stride,
                                      const float* gates, std::size_t count, float* gated,
                                      std::uint32_t* indices, float* listed);

  /// Computes a weighted sum of matrix rows: sum[c] = start[c] plus element c of the sum of
  /// `terms`, for c < width. Terms are added in order. `width` is a multiple of kLanes; `start` may
  /// be null, which means 0.
  void (*weighted_row_sum)(const WeightedRows& terms, const float* start, int width, float* sum);

  /// Computes products of matrix rows with a sparse vector, whose elements are terms.row_weights at
  /// terms.row_indices: sums[r] is the dot product of the vector and matrix row rows[r]. Terms
  /// are added in order. Reads and writes up to 7 rows and sums beyond the last; these rows must
  /// exist.
  void (*sparse_dot_products)(const WeightedRows& terms, const std::uint32_t* rows,
                              std::size_t count, float* sums);

  /// Computes a dense matrix product, zero factors included. The bits are the same as with
  /// weighted_row_sum() for each row.
  void (*matrix_product)(const MatrixProduct& product);

  /// Takes one Adam step for `count` weights (a multiple of kLanes): updates them and their moments
  /// by `gradients`, in one pass over memory. Separate tensor operations would need six passes.
  void (*adam_step)(const AdamStep& step, std::size_t count, const float* gradients,
                    const AdamWeights& weights);

  /// Takes one Adam step for the rows `rows` of a block of first-layer units. `gradients` has
  /// kBlockUnits elements for each of these rows.
  void (*adam_step_rows)(const AdamStep& step, const std::uint32_t* rows, std::size_t count,
                         const float* gradients, AdamRow* weights);

  /// Takes the Adam steps that `count` rows of a block of first-layer units have skipped. The
  /// result is exact except for epsilon, which is assumed to shrink like the moments.
  void (*adam_catch_up_rows)(float epsilon, const SkippedSteps* skipped, std::size_t count,
                             AdamRow* weights);
};

/// Returns the kernels that this processor can run, those with the widest vectors first. The last
/// one is scalar code without any instruction set extension, except in WebAssembly.
std::span<const Kernel> available_kernels();

/// Returns the fastest kernel: the first of available_kernels(), or the one that the environment
/// variable GIOUL_KERNEL names (for benchmarks).
const Kernel& best_kernel();

/// Returns the fastest kernel for a net whose layers after the first have this fraction of non-zero
/// inputs. If the fraction is small, kernels that multiply 16-bit integers are faster than those
/// that multiply bytes without tiles, as they skip more zeros.
const Kernel& best_kernel(double active_fraction);

}  // namespace gioul
