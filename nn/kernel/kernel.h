// The innermost loops of inference and learning, compiled once for each instruction set and chosen
// at start.
//
// Of inference all twins compute the same bits: sums are of integers, the last ones of floats run
// over sixteen lanes in a fixed order, products are never fused with sums, and exp() is our own. So
// a seed gives the same games on every machine. Learning fuses products with sums where the set
// can, for twice the speed: AVX2 and AVX-512 learn the same bits, SSE2 and the plain twin learn
// other ones (and these two the same).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/outcome.h"
#include "engine/position.h"
#include "nn/encode/encoder.h"
#include "nn/encode/sight.h"
#include "nn/encode/slots.h"

namespace gioul {

inline constexpr int kLanes = 16;       // floats that the kernels handle as one vector
inline constexpr int kShortLanes = 32;  // 16-bit integers in as many bytes
inline constexpr int kLogits = 4;       // of a position: those of all outcomes but the last
inline constexpr std::size_t kKernelBlock = 32;  // positions that go through later layers together

/// Where the logits of position i are. kLanes positions make a block of kLogits vectors; a quarter
/// of a vector holds one position, and transposing all quarters gives one vector a logit.
[[gnu::always_inline]] inline std::size_t logits_offset(std::size_t i) {
  return (i / kLanes * kLanes + i % 4 * 4 + i % kLanes / 4) * kLogits;
}

/// Positions given as differences to one base: each is the base plus some rows minus some others,
/// which are offsets in numbers into the row table.
struct ChangedRows {
  const std::uint32_t* added;
  const std::uint32_t* removed;
  std::uint32_t added_count;
  std::uint32_t removed_count;
};

/// Most rows of one position: every slot, though no position comes near.
inline constexpr std::size_t kMostRows = kSlots;

/// Most rows that a position has more than another one decision away, or less. Four checker moves
/// gain at most four places, and as many of the opponent's, or four pins and four releases; the
/// rest is two patterns ahead of each place, three flags of each place and six numbers, the shots
/// at each blot and six counts.
inline constexpr std::size_t kMaxChangedRows = 4 * kMaxStep + 8 * kMaxCheckers + 6 + 6;
/// How many are written for nothing beyond the last.
inline constexpr std::size_t kRowSlack = kLanes;

/// A position and those that a decision leads to from there, all seen by whoever acts next and in
/// the same phase.
struct Decided {
  const Position& base;
  std::span<const Position> next;
  bool own_moved;  // the player to act, or else his opponent
};

/// Output buffers of list_changes(). `base` has room for kMostRows, or is null if they are known;
/// `added` and `removed` for kMaxChangedRows a position and kRowSlack more.
struct RowSpace {
  std::uint32_t* base;
  std::uint32_t* added;
  std::uint32_t* removed;
  ChangedRows* changes;
};

/// What enters a later hidden layer is padded to a multiple of this with zeros: what a tile of AMX
/// is long, in bytes.
inline constexpr int kPaddedUnits = 64;
/// How wide a layer can be.
inline constexpr int kMostUnits = 8192;

/// The largest activation; what is larger becomes this. Where bytes are multiplied, an activation
/// is two of them, kHighStep * high + low, and nearly all high ones are 0.
inline constexpr int kMostActive = 32767;
inline constexpr int kHighStep = 256;
/// The first so many units of a hidden layer are its loud ones, which alone should need high bytes.
inline constexpr int kLoudUnits = 64;

/// The first so many units of a later hidden layer have weights of 14 bits, others of 8: a few
/// units say most, and it is they that 8 bits hurt.
inline constexpr int kFineUnits = 32;
/// Weights of 14 bits are kFineStep * high + low, of 8 bits each.
inline constexpr int kFineStep = 64;

/// A later hidden layer. Unit u becomes sum = bias[u] + its weights times the activations, exactly,
/// and of that, in floats, max(0, sum * factor[u]): rounded half up and kMostActive at most, except
/// in the last layer. Where bytes are multiplied, all (padded) low ones of a position stand before
/// its high ones.
struct KernelLayer {
  /// Cut into groups of kLanes units and blocks of Kernel::dword_inputs activations, which fill 32
  /// bits: [outputs / kLanes][inputs / dword_inputs][kLanes][dword_inputs], of 32 bits a lane.
  const void* weights;
  /// The low bits of the first kFineUnits units, where weights are bytes of 14 bits; else null.
  const void* low_weights;
  const std::int32_t* bias;  // [outputs]
  const float* factor;       // [outputs]
  int inputs;                // a multiple of kPaddedUnits
  int outputs;               // ... of kLanes; those of no unit are zeros
};

/// A net in integers. A unit of the first layer is a 16-bit integer of its own scale; no sum of a
/// legal position leaves 16 bits. `scale` brings it to the activations of the next layer: twice the
/// activation is unit * scale / 2^16. The output layer is in 16-bit integers, and no lane of its
/// sum leaves 32 bits; behind later layers, in floats. It is relative to the last outcome: its
/// weights and bias are taken from those of the others, which changes no probability and saves a
/// fifth of the work.
struct KernelNet {
  const std::int16_t* rows;    // first-layer row table
  const std::uint16_t* scale;  // [width]; only with later layers
  int width;                   // of the first layer, padded with zeros to a multiple of kShortLanes
  const KernelLayer* later;    // the hidden layers after it
  int later_count;             // 0..4
  const std::int16_t* output;  // [kLogits][output_width]; only without later layers
  const float* output_scale;   // [kLogits]: what one step of a sum is; only without
  const float* float_output;   // [kLogits][output_width]; only with later layers
  int output_width;            // of the last hidden layer, padded
  const float* output_bias;    // [kLogits]
};

/// Activations of positions, one after the other, to go through the later layers. Padding is zero.
struct KernelSlab {
  std::uint8_t* first;     // activations that enter the second layer, `stride` bytes a position
  std::uint8_t* second;    // room for kKernelBlock positions of any layer
  std::uint8_t* third;     // the same again
  std::size_t stride;      // a multiple of kPaddedUnits
  std::uint32_t* numbers;  // room for the dwords of kKernelBlock positions, and kLanes more
};

/// Units of the first layer that are trained together: what a batch needs of a block fits a
/// second-level cache.
inline constexpr int kBlockUnits = kLanes;

/// The weights of one input to a block of units, and their moments: all that a step changes of
/// them, side by side.
struct alignas(64) AdamRow {
  float weight[kBlockUnits];
  float first_moment[kBlockUnits];
  float second_moment[kBlockUnits];
};

/// One row of a batch: another row, with a smaller index, and kRowTerms inputs' weights, each times
/// a value. What it has fewer of is row 0 and values of 0.
inline constexpr int kRowTerms = 2;
struct RowSum {
  std::uint32_t parent;
  std::uint32_t inputs[kRowTerms];  // indices into FirstLayerBatch::inputs
  float values[kRowTerms];
};

/// The first layer's rows of a batch of examples, as indices into lists of the batch's own, so
/// that each row is computed once a batch however many examples have it. Row 0 is zero.
struct FirstLayerBatch {
  std::size_t examples;
  std::size_t row_count;
  const RowSum* row_sums;
  std::size_t input_count;
  const std::uint32_t* inputs;  // their indices among all inputs of the layer
  // Examples by the number of their rows, and these one example after the other, an even number of
  // each, perhaps by row 0.
  const std::uint32_t* example_order;
  const std::uint32_t* pairs_of_rows;  // of the example at that place
  const std::uint32_t* rows_of_examples;
  // Rows by the number of examples that set them, and these one row after the other.
  const std::uint32_t* row_order;
  const std::uint32_t* examples_of_row;  // how many, by row
  const std::uint32_t* examples_of_rows;
};

/// Rows of a matrix, [rows][stride], to be summed, each times a value.
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

/// One step of Adam (Kingma, Ba 2015), its two bias corrections folded into the step size and
/// epsilon.
struct AdamStep {
  float beta1;
  float beta2;
  float step_size;
  float epsilon;
};

/// The steps of Adam that a row is behind, all with a gradient of 0.
struct SkippedSteps {
  std::uint32_t row;
  float step_size;  // the sum of theirs, each times (beta1 / sqrt(beta2))^n, n = 1, 2, ...
  float decay1;     // beta1 to the power of their number
  float decay2;
};

/// Weights and their moments.
struct AdamWeights {
  float* weights;
  float* first_moments;
  float* second_moments;
};

struct Kernel {
  std::string_view name;  // "amx", "avx512vnni", "avx512", "avx2", "sse2", "neon" or "plain"

  /// How many activations of later layers, and weights, fill 32 bits: 4 of 8 bits, or 2 of 16.
  int dword_inputs;

  /// Of a net of one hidden layer: writes the logits of each position, which is `base` changed by
  /// changes[i], in an order that equities() and distributions() know (logits_offset()): kLogits
  /// floats for each of `count` positions, rounded up to a multiple of kLanes. The first of them is
  /// position `begin` of `logits`.
  void (*logits)(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
                 std::size_t count, float* logits, std::size_t begin);

  /// values[i] = the first output alone, in steps of its own, of a net of one hidden layer: for
  /// those who compare. Writes up to the next multiple of 4.
  void (*glances)(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
                  std::size_t count, float* values);

  /// Of a net of more: writes the activations of each position's first layer to `active`, `stride`
  /// bytes a position.
  void (*activate)(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
                   std::size_t count, std::uint8_t* active, std::size_t stride);

  /// ... and the logits of `count` positions of a slab.
  void (*later_logits)(const KernelNet& net, const KernelSlab& slab, std::size_t count,
                       float* logits);

  /// equities[i] = points expected from the softmax of position i's logits, by its player to act.
  /// Reads and writes up to the next multiple of kLanes.
  void (*equities)(const float* logits, std::size_t count, float* equities);

  /// The softmax distribution of position i; same bits as equities() uses.
  Distribution (*distribution)(const float* logits, std::size_t i);

  /// The same of positions 0 to count - 1.
  void (*distributions)(const float* logits, std::size_t count, Distribution* values);

  /// sum = bias plus the rows at `offsets`.
  void (*sum_rows)(const std::int16_t* rows, const std::int16_t* bias, const std::uint32_t* offsets,
                   std::size_t count, int width, std::int16_t* sum);

  /// Writes the rows that `position` is the sum of to `rows`, which has room for kMostRows, as
  /// offsets into rows of `width` and in the order of visit_slots(), in which sums of floats are
  /// defined; returns their end.
  std::uint32_t* (*list_rows)(SightRules rules, const Position& position, int width,
                              std::uint32_t* rows);

  /// The same of the base of a decision, and the rows in which each position that it leads to
  /// differs from the base: changes[i] points to where they are.
  std::uint32_t* (*list_changes)(SightRules rules, const Decided& decided, int width,
                                 const RowSpace& to);

  /// Of one block of the first layer, `weights` [inputs]: writes the sums of all examples to
  /// `sums`, [examples][kBlockUnits], and those of all rows to `table`, which has room for
  /// batch.row_count * kBlockUnits.
  void (*first_layer_forward)(const FirstLayerBatch& batch, const AdamRow* weights,
                              const float* bias, float* table, float* sums);

  /// The loss's gradients by the weights of the batch's inputs, [input_count][kBlockUnits], and by
  /// the biases of one block, from those by its sums, `deltas`. Shapes as above.
  void (*first_layer_backward)(const FirstLayerBatch& batch, const float* deltas, float* table,
                               float* gradients, float* bias_gradients);

  /// gated[i] = value i where gate i is above 0, else 0; and lists the former: their indices and
  /// values. Returns how many. Values lie in blocks of kLanes, `block_stride` apart; they are the
  /// gates if `gates` is null. `count` is a multiple of kLanes; the lists have room for `count` and
  /// kLanes more.
  std::size_t (*gate_and_list)(const float* values, std::size_t block_stride, const float* gates,
                               std::size_t count, float* gated, std::uint32_t* indices,
                               float* listed);

  /// sum[c] = start[c] + the weighted rows' column c, added in their order, c < width, which is a
  /// multiple of kLanes; `start` may be null.
  void (*weighted_sum)(const WeightedRows& terms, const float* start, int width, float* sum);

  /// sums[r] = the weighted sum of the numbers terms.indices of row rows[r] of the matrix, added in
  /// their order. Reads and writes up to 7 rows and sums beyond the last; they must be rows too.
  void (*sparse_dots)(const WeightedRows& terms, const std::uint32_t* rows, std::size_t count,
                      float* sums);

  /// The same bits as weighted_sum() for all rows of a product at once, zeros included.
  void (*matrix_product)(const MatrixProduct& product);

  /// Moves `count` weights and their moments, a multiple of kLanes, by `gradients`. In one pass:
  /// tensor operations would go through weights, gradients and moments six times.
  void (*adam_step)(const AdamStep& step, std::size_t count, const float* gradients,
                    const AdamWeights& weights);

  /// The same for some rows of a block of the first layer, gradients[i] being of row rows[i].
  void (*adam_step_rows)(const AdamStep& step, const std::uint32_t* rows, std::size_t count,
                         const float* gradients, AdamRow* weights);

  /// Makes up for skipped steps. Exact but for epsilon, which is taken to shrink as the moments do.
  void (*adam_skip_rows)(float epsilon, const SkippedSteps* skipped, std::size_t count,
                         AdamRow* weights);
};

/// The kernels that this processor can run, those with the widest vectors first; the last is the
/// plain twin, which knows no instruction set.
std::span<const Kernel> available_kernels();

/// The first of them, or the one named by the environment variable GIOUL_KERNEL (for measurements).
const Kernel& best_kernel();

/// The same for a net of whose later layers' inputs such a share is on: where bytes are multiplied
/// without tiles and hardly any is on, pairs of 16 bits are faster, of which more are left out.
const Kernel& best_kernel(double share_on);

}  // namespace gioul
