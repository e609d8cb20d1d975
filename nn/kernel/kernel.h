// The innermost loops of inference and learning, compiled once for each instruction set and chosen
// at start.
//
// Of inference all twins compute the same bits: sums run over sixteen lanes in a fixed order,
// products are never fused with sums, and exp() is our own. So a seed gives the same games on every
// machine. Learning fuses products with sums where the set can, for twice the speed: AVX2 and
// AVX-512 learn the same bits, SSE2 and the plain twin learn other ones (and these two the same).
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
inline constexpr std::size_t kRowSlack = 4;

/// A position and those that a decision leads to from there, all seen by whoever acts next and in
/// the same phase.
struct Decided {
  const Position& base;
  std::span<const Position> next;
  bool own_moved;  // the player to act, or else his opponent
};

/// Where list_changes() writes. `base` has room for kMostRows, `added` and `removed` for
/// kMaxChangedRows a position and kRowSlack more.
struct RowSpace {
  std::uint32_t* base;
  std::uint32_t* added;
  std::uint32_t* removed;
  ChangedRows* changes;
};

/// A later hidden layer, padded and cut into groups of kLanes units: a group has a column for each
/// input, the weights from it to the group's units.
struct KernelLayer {
  const float* columns;  // [width / kLanes][inputs][kLanes]
  const float* bias;     // [width]
  int inputs;            // of the layer, unpadded
  int width;             // outputs, padded to a multiple of kLanes with zeros
};

/// All layers. The output layer is relative to the last outcome: its weights and bias are taken
/// from those of the others, which changes no probability and saves a fifth of the work.
struct KernelNet {
  const float* rows;          // first-layer row table
  int width;                  // first hidden width, padded with zeros
  const KernelLayer* hidden;  // hidden layers after the first
  int hidden_count;           // 0..4
  const float* output;        // [kLogits][last padded width]
  const float* output_bias;   // [kLogits]
  // Only when hidden_count > 0:
  int scratch_width;  // the largest padded width
  float* scratch;     // 2 * kKernelBlock * scratch_width floats
};

/// A net whose first hidden layer is in 16-bit integers. A unit is an integer of its own scale,
/// which the weights of the layer after it take back; no sum of a legal position leaves 16 bits. If
/// that layer is the output it is in integers too, and no lane of a sum leaves 32 bits.
struct KernelShortNet {
  const std::int16_t* rows;    // first-layer row table
  int width;                   // padded to a multiple of kShortLanes with zeros
  const KernelNet* later;      // hidden layers after the first and the output, in floats, or null
  const std::int16_t* output;  // [kLogits][width]; this and the rest only without `later`
  const float* output_scale;   // [kLogits]
  const float* output_bias;    // [kLogits]
};

/// Hidden units that learn together. A block's weights, [inputs][kBlockUnits] in one piece, fit a
/// second-level cache (353 KB for the 2754 inputs of Fevga, 574 KB for the 4484 of Gioul), and its
/// sums fit the registers.
inline constexpr int kBlockUnits = 32;

/// Rows of a sparse matrix: row i holds inputs[offsets[i] .. offsets[i + 1]). Of some thousand
/// inputs about fifty are set (ninety in a chain), so that a first layer learns over these alone.
struct SparseRows {
  const Input* inputs;
  const std::uint32_t* offsets;
  std::size_t count;
};

/// What a step of Adam (Kingma, Ba 2015) takes, its two bias corrections folded into the step size
/// and epsilon.
struct AdamStep {
  float beta1;
  float beta2;
  float step_size;
  float epsilon;
};

struct Kernel {
  std::string_view name;  // "avx512", "avx2", "sse2", "neon" or "plain"

  /// Writes the logits of each position, which is `base` changed by changes[i], in an order that
  /// only the next two functions know: kLogits floats for each of `count` positions, rounded up to
  /// a multiple of kLanes.
  void (*logits)(const KernelNet& net, const float* base, const ChangedRows* changes,
                 std::size_t count, float* logits);

  /// equities[i] = points expected from the softmax of position i's logits, negated if `negate`
  /// (the viewpoint of the other player). Reads and writes up to the next multiple of kLanes.
  void (*equities)(const float* logits, std::size_t count, bool negate, float* equities);

  /// The softmax distribution of position i; same bits as equities() uses.
  Distribution (*distribution)(const float* logits, std::size_t i);

  /// The same of positions 0 to count - 1.
  void (*distributions)(const float* logits, std::size_t count, Distribution* values);

  /// sum = bias plus the rows at `offsets` in the given order.
  void (*sum_rows)(const float* rows, const float* bias, const std::uint32_t* offsets,
                   std::size_t count, int width, float* sum);

  /// The same two in 16-bit integers.
  void (*short_logits)(const KernelShortNet& net, const std::int16_t* base,
                       const ChangedRows* changes, std::size_t count, float* logits);
  void (*sum_short_rows)(const std::int16_t* rows, const std::int16_t* bias,
                         const std::uint32_t* offsets, std::size_t count, int width,
                         std::int16_t* sum);

  /// Writes the rows that `position` is the sum of to `rows`, which has room for kMostRows, as
  /// offsets into rows of `width` and in the order of visit_slots(), in which sums of floats are
  /// defined; returns their end.
  std::uint32_t* (*list_rows)(SightRules rules, const Position& position, int width,
                              std::uint32_t* rows);

  /// The same of the base of a decision, and the rows in which each position that it leads to
  /// differs from the base: changes[i] points to where they are.
  std::uint32_t* (*list_changes)(SightRules rules, const Decided& decided, int width,
                                 const RowSpace& to);

  /// active[i * stride + u] = max(0, bias[u] + sum over row i of value * weights[index][u]), for
  /// the units u of one block.
  void (*sparse_forward)(const SparseRows& rows, const float* weights, const float* bias,
                         float* active, std::size_t stride);

  /// gradient[index][u] += value * deltas[i * stride + u], over all rows i.
  void (*sparse_backward)(const SparseRows& rows, const float* deltas, std::size_t stride,
                          float* gradient);

  /// Moves `count` weights and their moments by `gradients`. In one pass: weights that only few
  /// positions use make first layers long, and tensor operations would go through weights,
  /// gradients and moments six times.
  void (*adam_step)(const AdamStep& step, std::size_t count, const float* gradients, float* first,
                    float* second, float* weights);
};

/// The kernels that this processor can run, those with the widest vectors first; the last is the
/// plain twin, which knows no instruction set.
std::span<const Kernel> available_kernels();

/// The first of them, or the one named by the environment variable GIOUL_KERNEL (for measurements).
const Kernel& best_kernel();

}  // namespace gioul
