// The innermost loops of inference, compiled once for each instruction set and chosen at start.
//
// All twins compute the same bits: sums run over sixteen lanes in a fixed order, products are never
// fused with sums, and exp() is our own. So a seed gives the same games on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/outcome.h"

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
  int hidden_count;           // 0..2
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

struct Kernel {
  std::string_view name;

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

  /// Appends (first + place * values + checkers there) * width to `rows` for each place that holds
  /// checkers, bit i of their numbers in planes[i]; returns their end. Writes up to kLanes beyond.
  std::uint32_t* (*list_counts)(const std::uint32_t* planes, std::uint32_t first,
                                std::uint32_t values, std::uint32_t width, std::uint32_t* rows);

  /// The same of (first + place * values + pattern_ahead(points, place)) * width for each place of
  /// `set` (nn/encode/sight.h).
  std::uint32_t* (*list_patterns)(std::uint32_t set, std::uint32_t points, std::uint32_t first,
                                  std::uint32_t values, std::uint32_t width, std::uint32_t* rows);
};

/// The kernels that this processor can run, fastest first; the last is the scalar twin.
std::span<const Kernel> available_kernels();

/// The fastest one, or the one named by the environment variable GIOUL_KERNEL (for measurements).
const Kernel& best_kernel();

}  // namespace gioul
