// Computes the layers after the first of a quantized net, from activations to activations. Compiled
// once per instruction set as part of kernel_impl.h; see its rules. A group is kLanes units that
// are computed as one vector; a dword is kInputsPerDword activations in 32 bits.

#pragma once

#include "nn/kernel/kernel_int_vector.h"
#include "nn/kernel/kernel_tiles.h"

namespace gioul {
namespace {

// A layer to be computed for some positions: its weights, inputs and outputs.
struct LayerPass {
  const KernelLayer& layer;    // weights of the layer
  const std::uint8_t* inputs;  // activations of the layer before
  std::uint8_t* outputs;       // activations of the layer
  std::size_t stride;          // bytes per position of inputs and outputs
  std::size_t position_count;  // number of positions, at most kPositionsPerBlock
  bool is_last_hidden_layer;   // this is the last hidden layer, so its outputs are floats

  // Returns the number of parts (low and high) of the weights of a group of kLanes units.
  int weight_part_count(int group) const {
    return group * kLanes < kHighPrecisionUnits ? kBytePartCount : 1;
  }
  // Returns the low (part 0) or high (part 1) bytes of the inputs of the first position.
  const std::uint8_t* input_part(int part) const { return inputs + part * layer.input_count; }
  // Returns the weights (part 0), or the low bytes of those of 14 bits (part 1).
  const void* weight_part(int part) const {
    return part == 0 ? layer.weights : layer.low_weight_bytes;
  }

  // Returns the number of outputs, padding included.
  int padded_output_count() const {
    return (layer.output_count + kUnitPadding - 1) / kUnitPadding * kUnitPadding;
  }
};

// The non-zero inputs of a layer, by part (low and high bytes).
struct NonZeroInputs {
#if defined(GIOUL_KERNEL_TILES)
  // The number of blocks of kLanes dwords that some position needs, as not all are 0 there, and the
  // indices of these blocks.
  int chunk_count[kBytePartCount];
  int chunk_indices[kBytePartCount][kMaxLayerUnits / kInputsPerDword / kLanes];
#else
  // For each position, the number of its non-zero dwords, and their indices.
  std::size_t count[kBytePartCount][kPositionsPerBlock];
  const std::uint32_t* dword_indices[kBytePartCount][kPositionsPerBlock];
  std::size_t total[kBytePartCount];  // number of non-zero dwords of all positions
#endif

  // Returns the number of parts of the inputs to be multiplied: 2 (low and high bytes) if some high
  // byte is not 0, else 1.
  int used_byte_part_count() const {
#if defined(GIOUL_KERNEL_TILES)
    return kBytePartCount == 2 && chunk_count[1] > 0 ? 2 : 1;
#else
    return kBytePartCount == 2 && total[1] > 0 ? 2 : 1;
#endif
  }
};

// The addresses of the outputs of N groups of kLanes units, and the biases and factors that turn
// their sums into activations.
template <int N>
struct OutputPointers {
  Ints bias[N];                          // biases of the groups
  Floats factor[N];                      // factors from sums to activations
  std::uint8_t* first_position_outputs;  // outputs of the first position
  std::size_t stride;            // bytes from the outputs of one position to those of the next
  std::size_t high_byte_offset;  // offset from the low bytes of outputs to their high bytes
  bool is_last_hidden_layer;     // this is the last hidden layer, so its outputs are floats
};

// Returns the output addresses and the biases and factors of the N groups of units from `group` on.
template <int N>
[[gnu::always_inline]] inline OutputPointers<N> output_pointers(const LayerPass& pass, int group) {
  const int unit = group * kLanes;
  OutputPointers<N> output;
  unroll<N>([&](int n) __attribute__((always_inline)) {
    output.bias[n] = load(pass.layer.bias + unit + n * kLanes);
    output.factor[n] = load(pass.layer.sum_to_activation_factors + unit + n * kLanes);
  });
  output.first_position_outputs =
      pass.outputs + static_cast<std::size_t>(unit) *
                         (pass.is_last_hidden_layer ? sizeof(float) : kActivationBytes);
  output.stride = pass.stride;
  output.high_byte_offset = static_cast<std::size_t>(pass.padded_output_count());
  output.is_last_hidden_layer = pass.is_last_hidden_layer;
  return output;
}

// Converts the sums of N groups of units to activations and stores them for a position; sum(n)
// returns the sums of group n.
template <int N, typename Sum>
[[gnu::always_inline]] inline void store_outputs(const OutputPointers<N>& output,
                                                 std::size_t position, const Sum& sum) {
  std::uint8_t* const to = output.first_position_outputs + position * output.stride;
  Floats scaled[N];
  unroll<N>([&](int n) __attribute__((always_inline)) {
    scaled[n] = relu(to_floats(sum(n) + output.bias[n]) * output.factor[n]);
  });
  if (output.is_last_hidden_layer) {
    unroll<N>([&](int n)
                  __attribute__((always_inline)) { store((float*)to + n * kLanes, scaled[n]); });
    return;
  }
  Ints active[N];
  unroll<N>([&](int n) __attribute__((always_inline)) {
    active[n] = round_half_up(scaled[n], kMaxActivation);
  });
  store_activations<N>(to, to + output.high_byte_offset, active);
}

// Computes sums of products in which inputs and weights may have a low and a high part. Calls
// sum(input_part, weight_part, sums) for all parts, for the groups from `group` on, and combines
// the results.
template <int N, typename Sum>
[[gnu::always_inline]] inline void sum_parts(const LayerPass& pass, const NonZeroInputs& active,
                                             int group, Ints (&sums)[N], const Sum& sum) {
  const auto join = [](Ints(&whole)[N], int times, const Ints(&high)[N], const Ints(&low)[N])
                        __attribute__((always_inline)) {
                          unroll<N>([&](int n) __attribute__((always_inline)) {
                            whole[n] = multiply_add(high[n], times, low[n]);
                          });
                        };
  const auto sum_weights = [&](int input_part, Ints(&whole)[N]) __attribute__((always_inline)) {
    sum(input_part, 0, whole);
    if (pass.weight_part_count(group) == 1) return;
    Ints low[N];
    sum(input_part, 1, low);
    join(whole, kHighWeightScale, whole, low);
  };
  sum_weights(0, sums);
  if (active.used_byte_part_count() == 1) return;
  Ints high[N];
  sum_weights(1, high);
  join(sums, kHighByteScale, high, sums);
}

// Returns the offset, in 16-bit elements, from the weights of a group of units to those of the next
// group.
[[gnu::always_inline]] inline std::size_t group_stride(const KernelLayer& layer) {
  return static_cast<std::size_t>(layer.input_count / kInputsPerDword) * kInt16Lanes;
}
// Returns the weights from `group` on, or their low bytes if `part` is 1.
[[gnu::always_inline]] inline const std::int16_t* weights_from(const LayerPass& pass, int part,
                                                               int group) {
  return static_cast<const std::int16_t*>(pass.weight_part(part)) +
         static_cast<std::size_t>(group) * group_stride(pass.layer);
}

// Returns the dword (32 bits of activations) with the index `number`.
[[gnu::always_inline]] inline std::int32_t dword_at(const std::uint8_t* dwords,
                                                    std::size_t number) {
  std::int32_t dword;
  __builtin_memcpy(&dword, dwords + 4 * number, sizeof(dword));
  return dword;
}

#if defined(GIOUL_KERNEL_TILES)
// Computes N groups of units from `group` on for all positions, two groups at a time.
template <int N>
void propagate_tiles(const LayerPass& pass, const NonZeroInputs& active, int group) {
  static_assert(kHighPrecisionUnits / kLanes % 2 == 0);
  const OutputPointers<N> output = output_pointers<N>(pass, group);
  for (std::size_t begin = 0; begin < pass.position_count; begin += kTileBlock) {
    const std::size_t count =
        pass.position_count - begin < kTileBlock ? pass.position_count - begin : kTileBlock;
    Ints parts[2][2][N + N % 2][kTileBlock];  // [input part][weight part][group][position]
    for (int input_part = 0; input_part < active.used_byte_part_count(); ++input_part) {
      const std::uint8_t* const inputs = pass.input_part(input_part) + begin * pass.stride;
      for (int n = 0; n < N; n += 2) {
        for (int weight_part = 0; weight_part < pass.weight_part_count(group + n); ++weight_part) {
          multiply_tile_product({.inputs = inputs,
                                 .stride = pass.stride,
                                 .chunk_indices = active.chunk_indices[input_part],
                                 .chunk_count = active.chunk_count[input_part],
                                 .has_two_position_tiles = count > kTileRows,
                                 .weights = weights_from(pass, weight_part, group + n),
                                 .group_stride_bytes = 2 * group_stride(pass.layer),
                                 .has_two_unit_groups = n + 1 < N},
                                parts[input_part][weight_part] + n);
        }
      }
    }
    for (std::size_t p = 0; p < count; ++p) {
      store_outputs(output, begin + p, [&](int n) __attribute__((always_inline)) {
        Ints sums[1];
        sum_parts(
            pass, active, group + n, sums,
            [&](int input_part, int weight_part, Ints(&part)[1])
                __attribute__((always_inline)) { part[0] = parts[input_part][weight_part][n][p]; });
        return sums[0];
      });
    }
  }
}

#else
// Adds the products of the non-zero dwords of one part of the inputs to `sums`, for one position
// and N groups of units. Uses two chains of additions where one instruction multiplies and adds, to
// hide its latency.
template <int N>
[[gnu::always_inline]] inline void add_nonzero_products(const LayerPass& pass,
                                                        const NonZeroInputs& active,
                                                        std::size_t position, int input_part,
                                                        const std::int16_t* weights, Ints* sums) {
  const std::size_t group_elements = group_stride(pass.layer);
  const std::uint8_t* const inputs = pass.input_part(input_part) + position * pass.stride;
  const std::uint32_t* const numbers = active.dword_indices[input_part][position];
  const std::size_t count = active.count[input_part][position];
  const auto add_one = [&](Ints* chain, std::size_t number) __attribute__((always_inline)) {
    const std::int32_t dword = dword_at(inputs, number);
    unroll<N>([&](int n) __attribute__((always_inline)) {
      add_dword_products(
          chain[n], dword,
          load(weights + static_cast<std::size_t>(n) * group_elements + number * kInt16Lanes));
    });
  };
  std::size_t k = 0;
  if constexpr (kInputsPerDword == 2) {
    for (; k < count; ++k) add_one(sums, numbers[k]);
    return;
  }
  Ints odd[N] = {};
  for (; k + 2 <= count; k += 2) {
    add_one(sums, numbers[k]);
    add_one(odd, numbers[k + 1]);
  }
  if (k < count) add_one(sums, numbers[k]);
  unroll<N>([&](int n) __attribute__((always_inline)) { sums[n] = sums[n] + odd[n]; });
}

// Computes N groups of units from `group` on for R positions, without skipping zeros. High bytes
// are always treated as sparse.
template <int R, int N>
[[gnu::always_inline]] inline void propagate_dense(const LayerPass& pass,
                                                   const NonZeroInputs& active,
                                                   std::size_t position, int group) {
  const std::size_t group_elements = group_stride(pass.layer);
  Ints sums[R * N];
  sum_parts(
      pass, active, group, sums,
      [&](int input_part, int weight_part, Ints(&part)[R * N]) __attribute__((always_inline)) {
        const std::int16_t* const weights = weights_from(pass, weight_part, group);
        unroll<R * N>([&](int i) __attribute__((always_inline)) { part[i] = {}; });
        if (input_part > 0) {
          for (int r = 0; r < R; ++r) {
            add_nonzero_products<N>(pass, active, position + static_cast<std::size_t>(r),
                                    input_part, weights, part + r * N);
          }
          return;
        }
        const std::uint8_t* const inputs = pass.inputs + position * pass.stride;
        const auto dwords = static_cast<std::size_t>(pass.layer.input_count / kInputsPerDword);
        for (std::size_t d = 0; d < dwords; ++d) {
          Shorts columns[N];
          unroll<N>([&](int n) __attribute__((always_inline)) {
            columns[n] =
                load(weights + static_cast<std::size_t>(n) * group_elements + d * kInt16Lanes);
          });
          unroll<R>([&](int r) __attribute__((always_inline)) {
            const std::int32_t dword =
                dword_at(inputs + static_cast<std::size_t>(r) * pass.stride, d);
            unroll<N>([&](int n) __attribute__((always_inline)) {
              add_dword_products(part[r * N + n], dword, columns[n]);
            });
          });
        }
      });
  const OutputPointers<N> output = output_pointers<N>(pass, group);
  unroll<R>([&](int r) __attribute__((always_inline)) {
    store_outputs(output, position + static_cast<std::size_t>(r),
                  [&](int n) __attribute__((always_inline)) { return sums[r * N + n]; });
  });
}

// Computes the groups of units from `group` to `groups` - 1 for all positions, without skipping
// zeros.
template <int N>
void propagate_all_dense(const LayerPass& pass, const NonZeroInputs& active, int group,
                         int groups) {
  for (; group + N <= groups; group += N) {
    std::size_t p = 0;
    for (; p + kTile.positions <= pass.position_count; p += kTile.positions) {
      propagate_dense<kTile.positions, N>(pass, active, p, group);
    }
    for (; p < pass.position_count; ++p) propagate_dense<1, N>(pass, active, p, group);
  }
  if constexpr (N > 1) propagate_all_dense<N / 2>(pass, active, group, groups);
}

// Computes N groups of units from `group` on for one position; skips zero inputs.
template <int N>
[[gnu::always_inline]] inline void propagate_sparse(const LayerPass& pass,
                                                    const NonZeroInputs& active,
                                                    std::size_t position, int group) {
  Ints sums[N];
  sum_parts(pass, active, group, sums,
            [&](int input_part, int weight_part, Ints(&part)[N]) __attribute__((always_inline)) {
              unroll<N>([&](int n) __attribute__((always_inline)) { part[n] = {}; });
              add_nonzero_products<N>(pass, active, position, input_part,
                                      weights_from(pass, weight_part, group), part);
            });
  store_outputs(output_pointers<N>(pass, group), position,
                [&](int n) __attribute__((always_inline)) { return sums[n]; });
}

// Computes the groups of units from `group` to `groups` - 1 for all positions; skips zero inputs.
template <int N>
void propagate_all_sparse(const LayerPass& pass, const NonZeroInputs& active, int group,
                          int groups) {
  for (; group + N <= groups; group += N) {
    for (std::size_t p = 0; p < pass.position_count; ++p)
      propagate_sparse<N>(pass, active, p, group);
  }
  if constexpr (N > 1) propagate_all_sparse<N / 2>(pass, active, group, groups);
}

// Returns true if skipping zeros is faster than processing all dwords, of which `active` are not
// zero. Measured for each instruction set (docs/inference.md); it does not affect the result.
constexpr bool sparse_is_faster(std::size_t active, std::size_t all_dwords) {
  constexpr std::size_t kMaxPercent = kInputsPerDword == 4 ? 50 : 70;
  return active * 100 < all_dwords * kMaxPercent;
}
#endif

// Computes a layer for a block of positions. `numbers` is working memory with room for the indices
// of all their dwords plus a vector.
void propagate(const LayerPass& pass, [[maybe_unused]] std::uint32_t* numbers) {
  const int dwords = pass.layer.input_count / kInputsPerDword;
  NonZeroInputs active;
  for (int part = 0; part < kBytePartCount; ++part) {
#if defined(GIOUL_KERNEL_TILES)
    active.chunk_count[part] =
        list_nonzero_chunks(pass.input_part(part), pass.stride, pass.position_count, dwords,
                            active.chunk_indices[part]);
#else
    active.total[part] = 0;
    for (std::size_t p = 0; p < pass.position_count; ++p) {
      active.dword_indices[part][p] = numbers;
      active.count[part][p] =
          list_nonzero_dwords(pass.input_part(part) + p * pass.stride, dwords, numbers);
      active.total[part] += active.count[part][p];
      numbers += active.count[part][p];
    }
#endif
  }
  const int groups = pass.layer.output_count / kLanes;
#if defined(GIOUL_KERNEL_TILES)
  int group = 0;
  for (; group + 4 <= groups; group += 4) propagate_tiles<4>(pass, active, group);
  if (group + 2 <= groups) propagate_tiles<2>(pass, active, group);
  if (groups % 2 != 0) propagate_tiles<1>(pass, active, groups - 1);
#else
  // Groups computed together must have weights of the same number of parts.
  constexpr int kHighPrecisionGroups = kBytePartCount == 2 ? kHighPrecisionUnits / kLanes : 0;
  constexpr int kHighPrecisionTile = kTile.later_layer < kHighPrecisionUnits / kLanes
                                         ? kTile.later_layer
                                         : kHighPrecisionUnits / kLanes;
  const int high_precision_groups = groups < kHighPrecisionGroups ? groups : kHighPrecisionGroups;
  if (sparse_is_faster(active.total[0], pass.position_count * static_cast<std::size_t>(dwords))) {
    if constexpr (kBytePartCount == 2)
      propagate_all_sparse<kHighPrecisionTile>(pass, active, 0, high_precision_groups);
    propagate_all_sparse<kTile.later_layer_sparse>(pass, active, high_precision_groups, groups);
  } else {
    if constexpr (kBytePartCount == 2)
      propagate_all_dense<kHighPrecisionTile>(pass, active, 0, high_precision_groups);
    propagate_all_dense<kTile.later_layer>(pass, active, high_precision_groups, groups);
  }
#endif
  if (pass.is_last_hidden_layer) return;
  // Clears the padding after the units.
  const auto written = static_cast<std::size_t>(pass.layer.output_count) * kActivationBytes;
  const std::size_t whole = static_cast<std::size_t>(pass.padded_output_count()) * kActivationBytes;
  for (std::size_t p = 0; p < pass.position_count; ++p) {
    for (std::size_t part = 0; part < kBytePartCount; ++part) {
      __builtin_memset(pass.outputs + p * pass.stride + part * whole + written, 0, whole - written);
    }
  }
}

}  // namespace
}  // namespace gioul
