// Computes the later layers of a quantized net, from activations to activations. Compiled once per
// instruction set as part of kernel_impl.h; see its rules.

#pragma once

#include "nn/kernel/kernel_int_vector.h"
#include "nn/kernel/kernel_tiles.h"

namespace gioul {
namespace {

// A layer applied to some positions.
struct Passage {
  const KernelLayer& layer;
  const std::uint8_t* inputs;
  std::uint8_t* outputs;
  std::size_t stride;  // of inputs and outputs
  std::size_t count;   // positions, at most kPositionsPerBlock
  bool is_last;        // the output layer follows

  // Number of parts (low and high) of the weights of a group of units.
  int weight_parts(int group) const { return group * kLanes < kFineUnits ? kByteParts : 1; }
  const std::uint8_t* input_part(int part) const { return inputs + part * layer.inputs; }
  const void* weight_part(int part) const { return part == 0 ? layer.weights : layer.low_weights; }

  // Number of outputs including padding.
  int room() const { return (layer.outputs + kPaddedUnits - 1) / kPaddedUnits * kPaddedUnits; }
};

// The non-zero inputs of a layer, by part (low and high bytes).
struct Active {
#if defined(GIOUL_KERNEL_TILES)
  // Indices of the blocks of kLanes dwords that are not all 0 in all positions.
  int pieces[kByteParts];
  int piece[kByteParts][kMostUnits / kDwordInputs / kLanes];
#else
  // For each position, the indices of its non-zero dwords.
  std::size_t count[kByteParts][kKernelBlock];
  const std::uint32_t* numbers[kByteParts][kKernelBlock];
  std::size_t total[kByteParts];
#endif

  // Number of parts (low and high bytes) with non-zero inputs.
  int parts() const {
#if defined(GIOUL_KERNEL_TILES)
    return kByteParts == 2 && pieces[1] > 0 ? 2 : 1;
#else
    return kByteParts == 2 && total[1] > 0 ? 2 : 1;
#endif
  }
};

// Output addresses and parameters of N groups of units.
template <int N>
struct Exit {
  Ints bias[N];
  Floats factor[N];
  std::uint8_t* to;  // of the first position
  std::size_t stride;
  std::size_t to_high;  // offset from there to the high bytes
  bool is_last;
};

template <int N>
[[gnu::always_inline]] inline Exit<N> exit_of(const Passage& pass, int group) {
  const int unit = group * kLanes;
  Exit<N> exit;
  repeat<N>([&](int n) __attribute__((always_inline)) {
    exit.bias[n] = load(pass.layer.bias + unit + n * kLanes);
    exit.factor[n] = load(pass.layer.factor + unit + n * kLanes);
  });
  exit.to =
      pass.outputs + static_cast<std::size_t>(unit) * (pass.is_last ? sizeof(float) : kActiveBytes);
  exit.stride = pass.stride;
  exit.to_high = static_cast<std::size_t>(pass.room());
  exit.is_last = pass.is_last;
  return exit;
}

// Stores the activations of a position; sum(n) returns the sums of group n.
template <int N, typename Sum>
[[gnu::always_inline]] inline void leave(const Exit<N>& exit, std::size_t position,
                                         const Sum& sum) {
  std::uint8_t* const to = exit.to + position * exit.stride;
  Floats scaled[N];
  repeat<N>([&](int n) __attribute__((always_inline)) {
    scaled[n] = positive(to_floats(sum(n) + exit.bias[n]) * exit.factor[n]);
  });
  if (exit.is_last) {
    repeat<N>([&](int n)
                  __attribute__((always_inline)) { store((float*)to + n * kLanes, scaled[n]); });
    return;
  }
  Ints active[N];
  repeat<N>([&](int n)
                __attribute__((always_inline)) { active[n] = rounded(scaled[n], kMostActive); });
  store_active<N>(to, to + exit.to_high, active);
}

// Calls sum(input_part, weight_part, sums) for all parts of the inputs and of the weights of the
// groups from `group` on, and combines the results.
template <int N, typename Sum>
[[gnu::always_inline]] inline void sum_parts(const Passage& pass, const Active& active, int group,
                                             Ints (&sums)[N], const Sum& sum) {
  const auto join = [](Ints(&whole)[N], int times, const Ints(&high)[N], const Ints(&low)[N])
                        __attribute__((always_inline)) {
                          repeat<N>([&](int n) __attribute__((always_inline)) {
                            whole[n] = joined(high[n], times, low[n]);
                          });
                        };
  const auto sum_weights = [&](int input_part, Ints(&whole)[N]) __attribute__((always_inline)) {
    sum(input_part, 0, whole);
    if (pass.weight_parts(group) == 1) return;
    Ints low[N];
    sum(input_part, 1, low);
    join(whole, kFineStep, whole, low);
  };
  sum_weights(0, sums);
  if (active.parts() == 1) return;
  Ints high[N];
  sum_weights(1, high);
  join(sums, kHighStep, high, sums);
}

// Size of the weights of a group of units, which is the offset to the next group.
[[gnu::always_inline]] inline std::size_t weights_of_group(const KernelLayer& layer) {
  return static_cast<std::size_t>(layer.inputs / kDwordInputs) * kShortLanes;
}
[[gnu::always_inline]] inline const std::int16_t* weights_from(const Passage& pass, int part,
                                                               int group) {
  return static_cast<const std::int16_t*>(pass.weight_part(part)) +
         static_cast<std::size_t>(group) * weights_of_group(pass.layer);
}

[[gnu::always_inline]] inline std::int32_t dword_at(const std::uint8_t* dwords,
                                                    std::size_t number) {
  std::int32_t dword;
  __builtin_memcpy(&dword, dwords + 4 * number, sizeof(dword));
  return dword;
}

#if defined(GIOUL_KERNEL_TILES)
// Computes all positions for N groups of units, two groups at a time.
template <int N>
void pass_by_tiles(const Passage& pass, const Active& active, int group) {
  static_assert(kFineUnits / kLanes % 2 == 0);
  const Exit<N> exit = exit_of<N>(pass, group);
  for (std::size_t begin = 0; begin < pass.count; begin += kTileBlock) {
    const std::size_t count = pass.count - begin < kTileBlock ? pass.count - begin : kTileBlock;
    Ints parts[2][2][N + N % 2][kTileBlock];  // [input part][weight part][group][position]
    for (int input_part = 0; input_part < active.parts(); ++input_part) {
      const std::uint8_t* const inputs = pass.input_part(input_part) + begin * pass.stride;
      for (int n = 0; n < N; n += 2) {
        for (int weight_part = 0; weight_part < pass.weight_parts(group + n); ++weight_part) {
          multiply({.inputs = inputs,
                    .stride = pass.stride,
                    .pieces = active.piece[input_part],
                    .count = active.pieces[input_part],
                    .two_halves = count > kTileRows,
                    .weights = weights_from(pass, weight_part, group + n),
                    .next_group = 2 * weights_of_group(pass.layer),
                    .two_groups = n + 1 < N},
                   parts[input_part][weight_part] + n);
        }
      }
    }
    for (std::size_t p = 0; p < count; ++p) {
      leave(exit, begin + p, [&](int n) __attribute__((always_inline)) {
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
// Adds the products of the non-zero dwords of a part, for one position and N groups of units. Uses
// two chains where one instruction multiplies and adds, to hide its latency.
template <int N>
[[gnu::always_inline]] inline void add_active(const Passage& pass, const Active& active,
                                              std::size_t position, int input_part,
                                              const std::int16_t* weights, Ints* sums) {
  const std::size_t next_group = weights_of_group(pass.layer);
  const std::uint8_t* const inputs = pass.input_part(input_part) + position * pass.stride;
  const std::uint32_t* const numbers = active.numbers[input_part][position];
  const std::size_t count = active.count[input_part][position];
  const auto add_one = [&](Ints* chain, std::size_t number) __attribute__((always_inline)) {
    const std::int32_t dword = dword_at(inputs, number);
    repeat<N>([&](int n) __attribute__((always_inline)) {
      add_dword(chain[n], dword,
                load(weights + static_cast<std::size_t>(n) * next_group + number * kShortLanes));
    });
  };
  std::size_t k = 0;
  if constexpr (kDwordInputs == 2) {
    for (; k < count; ++k) add_one(sums, numbers[k]);
    return;
  }
  Ints odd[N] = {};
  for (; k + 2 <= count; k += 2) {
    add_one(sums, numbers[k]);
    add_one(odd, numbers[k + 1]);
  }
  if (k < count) add_one(sums, numbers[k]);
  repeat<N>([&](int n) __attribute__((always_inline)) { sums[n] = sums[n] + odd[n]; });
}

// Computes R positions and N groups of units. High bytes are sparse in any case.
template <int R, int N>
[[gnu::always_inline]] inline void pass_densely(const Passage& pass, const Active& active,
                                                std::size_t position, int group) {
  const std::size_t next_group = weights_of_group(pass.layer);
  Ints sums[R * N];
  sum_parts(
      pass, active, group, sums,
      [&](int input_part, int weight_part, Ints(&part)[R * N]) __attribute__((always_inline)) {
        const std::int16_t* const weights = weights_from(pass, weight_part, group);
        repeat<R * N>([&](int i) __attribute__((always_inline)) { part[i] = {}; });
        if (input_part > 0) {
          for (int r = 0; r < R; ++r) {
            add_active<N>(pass, active, position + static_cast<std::size_t>(r), input_part, weights,
                          part + r * N);
          }
          return;
        }
        const std::uint8_t* const inputs = pass.inputs + position * pass.stride;
        const auto dwords = static_cast<std::size_t>(pass.layer.inputs / kDwordInputs);
        for (std::size_t d = 0; d < dwords; ++d) {
          Shorts columns[N];
          repeat<N>([&](int n) __attribute__((always_inline)) {
            columns[n] = load(weights + static_cast<std::size_t>(n) * next_group + d * kShortLanes);
          });
          repeat<R>([&](int r) __attribute__((always_inline)) {
            const std::int32_t dword =
                dword_at(inputs + static_cast<std::size_t>(r) * pass.stride, d);
            repeat<N>([&](int n) __attribute__((always_inline)) {
              add_dword(part[r * N + n], dword, columns[n]);
            });
          });
        }
      });
  const Exit<N> exit = exit_of<N>(pass, group);
  repeat<R>([&](int r) __attribute__((always_inline)) {
    leave(exit, position + static_cast<std::size_t>(r),
          [&](int n) __attribute__((always_inline)) { return sums[r * N + n]; });
  });
}

template <int N>
void pass_all_densely(const Passage& pass, const Active& active, int group, int groups) {
  for (; group + N <= groups; group += N) {
    std::size_t p = 0;
    for (; p + GIOUL_KERNEL_ROWS <= pass.count; p += GIOUL_KERNEL_ROWS) {
      pass_densely<GIOUL_KERNEL_ROWS, N>(pass, active, p, group);
    }
    for (; p < pass.count; ++p) pass_densely<1, N>(pass, active, p, group);
  }
  if constexpr (N > 1) pass_all_densely<N / 2>(pass, active, group, groups);
}

// Computes one position and N groups of units.
template <int N>
[[gnu::always_inline]] inline void pass_sparsely(const Passage& pass, const Active& active,
                                                 std::size_t position, int group) {
  Ints sums[N];
  sum_parts(pass, active, group, sums,
            [&](int input_part, int weight_part, Ints(&part)[N]) __attribute__((always_inline)) {
              repeat<N>([&](int n) __attribute__((always_inline)) { part[n] = {}; });
              add_active<N>(pass, active, position, input_part,
                            weights_from(pass, weight_part, group), part);
            });
  leave(exit_of<N>(pass, group), position,
        [&](int n) __attribute__((always_inline)) { return sums[n]; });
}

template <int N>
void pass_all_sparsely(const Passage& pass, const Active& active, int group, int groups) {
  for (; group + N <= groups; group += N) {
    for (std::size_t p = 0; p < pass.count; ++p) pass_sparsely<N>(pass, active, p, group);
  }
  if constexpr (N > 1) pass_all_sparsely<N / 2>(pass, active, group, groups);
}

// Returns true if skipping zeros is faster than processing all dwords; measured for each
// instruction set (docs/inference.md). The result is the same.
constexpr bool pays_sparsely(std::size_t active, std::size_t all_dwords) {
  return active * 100 < all_dwords * GIOUL_KERNEL_SPARSE;
}
#endif

// Computes a layer for a block of positions. `numbers` has room for their dwords plus a vector.
void pass_layer(const Passage& pass, [[maybe_unused]] std::uint32_t* numbers) {
  const int dwords = pass.layer.inputs / kDwordInputs;
  Active active;
  for (int part = 0; part < kByteParts; ++part) {
#if defined(GIOUL_KERNEL_TILES)
    active.pieces[part] =
        list_pieces(pass.input_part(part), pass.stride, pass.count, dwords, active.piece[part]);
#else
    active.total[part] = 0;
    for (std::size_t p = 0; p < pass.count; ++p) {
      active.numbers[part][p] = numbers;
      active.count[part][p] = list_active(pass.input_part(part) + p * pass.stride, dwords, numbers);
      active.total[part] += active.count[part][p];
      numbers += active.count[part][p];
    }
#endif
  }
  const int groups = pass.layer.outputs / kLanes;
#if defined(GIOUL_KERNEL_TILES)
  int group = 0;
  for (; group + 4 <= groups; group += 4) pass_by_tiles<4>(pass, active, group);
  if (group + 2 <= groups) pass_by_tiles<2>(pass, active, group);
  if (groups % 2 != 0) pass_by_tiles<1>(pass, active, groups - 1);
#else
  // Groups computed together must have weights of the same number of parts.
  constexpr int kFineGroups = kByteParts == 2 ? kFineUnits / kLanes : 0;
  constexpr int kFineTile =
      GIOUL_KERNEL_TILE < kFineUnits / kLanes ? GIOUL_KERNEL_TILE : kFineUnits / kLanes;
  const int fine_groups = groups < kFineGroups ? groups : kFineGroups;
  if (pays_sparsely(active.total[0], pass.count * static_cast<std::size_t>(dwords))) {
    if constexpr (kByteParts == 2) pass_all_sparsely<kFineTile>(pass, active, 0, fine_groups);
    pass_all_sparsely<GIOUL_KERNEL_SPARSE_TILE>(pass, active, fine_groups, groups);
  } else {
    if constexpr (kByteParts == 2) pass_all_densely<kFineTile>(pass, active, 0, fine_groups);
    pass_all_densely<GIOUL_KERNEL_TILE>(pass, active, fine_groups, groups);
  }
#endif
  if (pass.is_last) return;
  // Clears the padding after the units.
  const auto written = static_cast<std::size_t>(pass.layer.outputs) * kActiveBytes;
  const std::size_t whole = static_cast<std::size_t>(pass.room()) * kActiveBytes;
  for (std::size_t p = 0; p < pass.count; ++p) {
    for (std::size_t part = 0; part < kByteParts; ++part) {
      __builtin_memset(pass.outputs + p * pass.stride + part * whole + written, 0, whole - written);
    }
  }
}

}  // namespace
}  // namespace gioul
