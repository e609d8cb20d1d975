// A net in integers: the first layer, the later ones, the output; included by kernel_text.h, under
// its rules.

#include "nn/kernel/kernel_integers.h"
#include "nn/kernel/kernel_tiles.h"

namespace gioul {
namespace {

// --- First layer: the base and the rows in which a position differs ------------------------------

// Calls take(unit, active) for the groups of units from `unit` on: N in registers over all changed
// rows at a time, then the rest in fewer.
template <int N, typename Take>
[[gnu::always_inline]] inline void first_layer(const KernelNet& net, const std::int16_t* base,
                                               const ChangedRows& changes, int unit,
                                               const Take& take) {
  for (; unit + N * kShortLanes <= net.width; unit += N * kShortLanes) {
    Shorts sums[N];
    repeat<N>([&](int n) __attribute__((always_inline)) {
      sums[n] = load(base + unit + n * kShortLanes);
    });
    for (unsigned r = 0; r < changes.added_count; ++r) {
      const std::int16_t* row = net.rows + unit + changes.added[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] + load(row + n * kShortLanes);
      });
    }
    for (unsigned r = 0; r < changes.removed_count; ++r) {
      const std::int16_t* row = net.rows + unit + changes.removed[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] - load(row + n * kShortLanes);
      });
    }
    repeat<N>([&](int n) __attribute__((always_inline)) {
      take(unit + n * kShortLanes, positive(sums[n]));
    });
  }
  if constexpr (N > 1) first_layer<N / 2>(net, base, changes, unit, take);
}

void sum_rows(const std::int16_t* rows, const std::int16_t* bias, const std::uint32_t* offsets,
              std::size_t count, int width, std::int16_t* sum) {
  for (int unit = 0; unit < width; unit += kShortLanes) {
    Shorts total = load(bias + unit);
    for (std::size_t r = 0; r < count; ++r) total = total + load(rows + offsets[r] + unit);
    __builtin_memcpy(sum + unit, &total, sizeof(total));
  }
}

void activate(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
              std::size_t count, std::uint8_t* active, std::size_t stride) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* to = active + i * stride;
    const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
      store_scaled(to + static_cast<std::size_t>(unit) * kActiveBytes, units, net.scale + unit);
    };
    first_layer<GIOUL_KERNEL_WIDE>(net, base, changes[i], 0, take);
    if (net.width % kPaddedUnits != 0) {  // kShortLanes are missing
      __builtin_memset(to + static_cast<std::size_t>(net.width) * kActiveBytes, 0,
                       kShortLanes * kActiveBytes);
    }
  }
}

// --- Output --------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void add_outputs(const KernelNet& net, int unit, const Shorts& active,
                                               Ints (&sums)[kLogits]) {
  repeat<kLogits>([&](int o) __attribute__((always_inline)) {
    add_products(sums[o], active, load(net.output + o * net.output_width + unit));
  });
}

[[gnu::always_inline]] inline void store_logits(const KernelNet& net, const Ints (&sums)[kLogits],
                                                float* logits, std::size_t i) {
  Quarter scale;
  Quarter bias;
  __builtin_memcpy(&scale, net.output_scale, sizeof(scale));
  __builtin_memcpy(&bias, net.output_bias, sizeof(bias));
  const Floats outputs[kLogits] = {to_floats(sums[0]), to_floats(sums[1]), to_floats(sums[2]),
                                   to_floats(sums[3])};
  const Quarter result = lane_sums(outputs) * scale + bias;
  __builtin_memcpy(logits + logits_offset(i), &result, sizeof(result));
}

void logits(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
            std::size_t count, float* logits, std::size_t begin) {
  for (std::size_t i = 0; i < count; ++i) {
    Ints sums[kLogits] = {};
    const auto take = [&](int unit, const Shorts& active)
                          __attribute__((always_inline)) { add_outputs(net, unit, active, sums); };
    first_layer<GIOUL_KERNEL_GROUPS>(net, base, changes[i], 0, take);
    store_logits(net, sums, logits, begin + i);
  }
}

// --- Later layers --------------------------------------------------------------------------------

// Some positions at a layer: what enters it and what leaves.
struct Passage {
  const KernelLayer& layer;
  const std::uint8_t* inputs;
  std::uint8_t* outputs;
  std::size_t stride;  // of both
  std::size_t count;   // positions, kKernelBlock at most
  bool is_last;        // the output comes next
};

[[gnu::always_inline]] inline void leave(const Passage& pass, std::size_t position, int group,
                                         const Ints& sums) {
  const int unit = group * kLanes;
  const Ints all_sums = sums + load(pass.layer.bias + unit);
  std::uint8_t* const to = pass.outputs + position * pass.stride;
  if (pass.is_last) {
    store_narrowed<ShortLanes>(to + 2 * unit,
                               rescaled(all_sums, pass.layer.factor + unit, kMostActiveLast));
    return;
  }
  const Ints active = rescaled(all_sums, pass.layer.factor + unit, kMostActive);
#if defined(GIOUL_KERNEL_DOTS)
  store_narrowed<ByteLanes>(to + unit, active);
#else
  store_narrowed<ShortLanes>(to + 2 * unit, active);
#endif
}

// The weights of a group of units; those of the next one are as much further.
[[gnu::always_inline]] inline std::size_t weights_of_group(const KernelLayer& layer) {
  return static_cast<std::size_t>(layer.inputs / kDwordInputs) * kShortLanes;
}
[[gnu::always_inline]] inline const std::int16_t* weights_from(const KernelLayer& layer,
                                                               const void* weights, int group) {
  return static_cast<const std::int16_t*>(weights) +
         static_cast<std::size_t>(group) * weights_of_group(layer);
}

[[gnu::always_inline]] inline std::int32_t dword_at(const std::uint8_t* dwords,
                                                    std::size_t number) {
  std::int32_t dword;
  __builtin_memcpy(&dword, dwords + 4 * number, sizeof(dword));
  return dword;
}

// Sums by the two parts of weights of 14 bits.
[[gnu::always_inline]] inline Ints joined(const Ints& high, const Ints& low) {
  Ints whole;
  repeat<kParts>([&](int i) __attribute__((always_inline)) {
    whole.part[i] = high.part[i] * kFineStep + low.part[i];
  });
  return whole;
}

// R positions, N groups of units, all inputs.
template <int R, int N>
[[gnu::always_inline]] inline void pass_densely(const Passage& pass, std::size_t position,
                                                int group) {
  const int dwords = pass.layer.inputs / kDwordInputs;
  const std::size_t next_group = weights_of_group(pass.layer);
  const std::uint8_t* const inputs = pass.inputs + position * pass.stride;
  const auto add = [&](const void* of, Ints(&sums)[R][N]) __attribute__((always_inline)) {
    const std::int16_t* const weights = weights_from(pass.layer, of, group);
    for (int d = 0; d < dwords; ++d) {
      Shorts columns[N];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        columns[n] = load(weights + static_cast<std::size_t>(n) * next_group + d * kShortLanes);
      });
      repeat<R>([&](int r) __attribute__((always_inline)) {
        const std::int32_t dword = dword_at(inputs + static_cast<std::size_t>(r) * pass.stride,
                                            static_cast<std::size_t>(d));
        repeat<N>([&](int n)
                      __attribute__((always_inline)) { add_dword(sums[r][n], dword, columns[n]); });
      });
    }
  };
  Ints sums[R][N] = {};
  add(pass.layer.weights, sums);
  if (pass.layer.low_weights != nullptr) {
    Ints low[R][N] = {};
    add(pass.layer.low_weights, low);
    repeat<R>([&](int r) __attribute__((always_inline)) {
      repeat<N>([&](int n)
                    __attribute__((always_inline)) { sums[r][n] = joined(sums[r][n], low[r][n]); });
    });
  }
  repeat<R>([&](int r) __attribute__((always_inline)) {
    repeat<N>([&](int n) __attribute__((always_inline)) {
      leave(pass, position + static_cast<std::size_t>(r), group + n, sums[r][n]);
    });
  });
}

template <int N>
void pass_all_densely(const Passage& pass, int group, int groups) {
  for (; group + N <= groups; group += N) {
    std::size_t p = 0;
    for (; p + GIOUL_KERNEL_ROWS <= pass.count; p += GIOUL_KERNEL_ROWS) {
      pass_densely<GIOUL_KERNEL_ROWS, N>(pass, p, group);
    }
    for (; p < pass.count; ++p) pass_densely<1, N>(pass, p, group);
  }
  if constexpr (N > 1) pass_all_densely<N / 2>(pass, group, groups);
}

// The inputs that are not 0, of each position.
struct ActiveLists {
  std::size_t count[kKernelBlock];
  const std::uint32_t* numbers[kKernelBlock];
};

// One position, N groups of units. The sums run in two chains, because an addition waits for the
// one before it.
template <int N>
[[gnu::always_inline]] inline void pass_sparsely(const Passage& pass, const ActiveLists& active,
                                                 std::size_t position, int group) {
  const std::size_t next_group = weights_of_group(pass.layer);
  const std::uint8_t* const inputs = pass.inputs + position * pass.stride;
  const std::uint32_t* const numbers = active.numbers[position];
  const std::size_t count = active.count[position];
  const auto add = [&](const void* of, Ints(&sums)[N]) __attribute__((always_inline)) {
    const std::int16_t* const weights = weights_from(pass.layer, of, group);
    Ints even[N] = {};
    Ints odd[N] = {};
    const auto add_one = [&](Ints(&chain)[N], std::size_t number) __attribute__((always_inline)) {
      const std::int32_t dword = dword_at(inputs, number);
      repeat<N>([&](int n) __attribute__((always_inline)) {
        add_dword(chain[n], dword,
                  load(weights + static_cast<std::size_t>(n) * next_group + number * kShortLanes));
      });
    };
    std::size_t k = 0;
    for (; k + 2 <= count; k += 2) {
      add_one(even, numbers[k]);
      add_one(odd, numbers[k + 1]);
    }
    if (k < count) add_one(even, numbers[k]);
    repeat<N>([&](int n) __attribute__((always_inline)) { sums[n] = even[n] + odd[n]; });
  };
  Ints sums[N];
  add(pass.layer.weights, sums);
  if (pass.layer.low_weights != nullptr) {
    Ints low[N];
    add(pass.layer.low_weights, low);
    repeat<N>([&](int n) __attribute__((always_inline)) { sums[n] = joined(sums[n], low[n]); });
  }
  repeat<N>([&](int n)
                __attribute__((always_inline)) { leave(pass, position, group + n, sums[n]); });
}

template <int N>
void pass_all_sparsely(const Passage& pass, const ActiveLists& active, int group, int groups) {
  for (; group + N <= groups; group += N) {
    for (std::size_t p = 0; p < pass.count; ++p) pass_sparsely<N>(pass, active, p, group);
  }
  if constexpr (N > 1) pass_all_sparsely<N / 2>(pass, active, group, groups);
}

// Whether going over the dwords that are not 0 is faster than going over all: measured for each
// instruction set (docs/inference.md). The result is the same.
constexpr bool pays_sparsely(std::size_t active, std::size_t all_dwords) {
  return active * 100 < all_dwords * GIOUL_KERNEL_SPARSE;
}

// Of a block of positions. `numbers` has room for the dwords of them all, and a vector more.
void pass_layer(const Passage& pass, std::uint32_t* numbers) {
  const int dwords = pass.layer.inputs / kDwordInputs;
  ActiveLists active;
  std::size_t total = 0;
  for (std::size_t p = 0; p < pass.count; ++p) {
    active.numbers[p] = numbers + total;
    active.count[p] = list_active(pass.inputs + p * pass.stride, dwords, numbers + total);
    total += active.count[p];
  }
  const int groups = pass.layer.outputs / kLanes;
  if (pays_sparsely(total, pass.count * static_cast<std::size_t>(dwords))) {
    pass_all_sparsely<GIOUL_KERNEL_TILE>(pass, active, 0, groups);
#if defined(GIOUL_KERNEL_TILES)
  } else {
    Ints low[kKernelBlock][kFineUnits / kLanes];
    const bool is_fine = pass.layer.low_weights != nullptr;
    if (is_fine) {
      pass_by_tiles(pass.layer, pass.layer.low_weights, pass.inputs, pass.stride, pass.count,
                    [&](std::size_t position, int group, const Ints& sums)
                        __attribute__((always_inline)) { low[position][group] = sums; });
    }
    pass_by_tiles(
        pass.layer, pass.layer.weights, pass.inputs, pass.stride, pass.count,
        [&](std::size_t position, int group, const Ints& sums) __attribute__((always_inline)) {
          leave(pass, position, group, is_fine ? joined(sums, low[position][group]) : sums);
        });
  }
#else
  } else {
    pass_all_densely<GIOUL_KERNEL_TILE>(pass, 0, groups);
  }
#endif
  // What pads the units is no unit.
  const std::size_t bytes = pass.is_last ? 2 : kActiveBytes;
  const auto written = static_cast<std::size_t>(pass.layer.outputs) * bytes;
  const std::size_t whole = static_cast<std::size_t>(pass.layer.outputs + kPaddedUnits - 1) /
                            kPaddedUnits * kPaddedUnits * bytes;
  for (std::size_t p = 0; p < pass.count; ++p) {
    __builtin_memset(pass.outputs + p * pass.stride + written, 0, whole - written);
  }
}

void later_logits(const KernelNet& net, const KernelSlab& slab, std::size_t count, float* logits) {
#if defined(GIOUL_KERNEL_TILES)
  const TileSetting tiles;
#endif
  for (std::size_t begin = 0; begin < count; begin += kKernelBlock) {
    const std::size_t size = count - begin < kKernelBlock ? count - begin : kKernelBlock;
    const std::uint8_t* inputs = slab.first + begin * slab.stride;
    std::uint8_t* outputs = slab.second;
    std::uint8_t* next = slab.third;
    for (int l = 0; l < net.later_count; ++l) {
      pass_layer({net.later[l], inputs, outputs, slab.stride, size, l + 1 == net.later_count},
                 slab.numbers);
      inputs = outputs;
      outputs = next;
      next = const_cast<std::uint8_t*>(inputs);
    }
    for (std::size_t p = 0; p < size; ++p) {
      const std::uint8_t* const active = inputs + p * slab.stride;
      Ints sums[kLogits] = {};
      for (int unit = 0; unit < net.output_width; unit += kShortLanes) {
        Shorts units;
        __builtin_memcpy(&units, active + 2 * unit, sizeof(units));
        add_outputs(net, unit, units, sums);
      }
      store_logits(net, sums, logits, begin + p);
    }
  }
}

}  // namespace
}  // namespace gioul
