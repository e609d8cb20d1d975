// Inference with a quantized net: the first layer, the output, and all layers in sequence. Compiled
// once per instruction set as part of kernel_impl.h; see its rules.

#include "nn/kernel/kernel_int_vector.h"
#include "nn/kernel/kernel_layers.h"

namespace gioul {
namespace {

// --- First layer: the base and the rows in which a position differs ------------------------------

// Calls take(unit, sum) for all groups of units from `unit` on: N groups in registers over all
// changed rows, then the rest in smaller batches.
template <int N, typename Take>
[[gnu::always_inline]] inline void first_layer(const std::int16_t* rows, int width,
                                               const std::int16_t* base, const ChangedRows& changes,
                                               int unit, const Take& take) {
  for (; unit + N * kShortLanes <= width; unit += N * kShortLanes) {
    Shorts sums[N];
    repeat<N>([&](int n) __attribute__((always_inline)) {
      sums[n] = load(base + unit + n * kShortLanes);
    });
    for (unsigned r = 0; r < changes.added_count; ++r) {
      const std::int16_t* row = rows + unit + changes.added[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] + load(row + n * kShortLanes);
      });
    }
    for (unsigned r = 0; r < changes.removed_count; ++r) {
      const std::int16_t* row = rows + unit + changes.removed[r];
      repeat<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] - load(row + n * kShortLanes);
      });
    }
    repeat<N>([&](int n) __attribute__((always_inline)) { take(unit + n * kShortLanes, sums[n]); });
  }
  if constexpr (N > 1) first_layer<N / 2>(rows, width, base, changes, unit, take);
}

void sum_rows(const std::int16_t* rows, const std::int16_t* bias, const std::uint32_t* offsets,
              std::size_t count, int width, std::int16_t* sum) {
  const ChangedRows all = {.added = offsets,
                           .removed = nullptr,
                           .added_count = static_cast<std::uint32_t>(count),
                           .removed_count = 0};
  first_layer<GIOUL_KERNEL_WIDE>(rows, width, bias, all, 0,
                                 [&](int unit, const Shorts& total) __attribute__((always_inline)) {
                                   __builtin_memcpy(sum + unit, &total, sizeof(total));
                                 });
}

void activate(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
              std::size_t count, std::uint8_t* active, std::size_t stride) {
  const int room = (net.width + kPaddedUnits - 1) / kPaddedUnits * kPaddedUnits;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* to = active + i * stride;
    const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
      store_scaled(to + static_cast<std::size_t>(unit) * kActiveBytes, to + room + unit,
                   positive(units), net.scale + unit);
    };
    first_layer<GIOUL_KERNEL_WIDE>(net.rows, net.width, base, changes[i], 0, take);
    if (net.width == room) continue;
    for (int part = 0; part < kByteParts; ++part) {
      __builtin_memset(to + part * room + static_cast<std::size_t>(net.width) * kActiveBytes, 0,
                       static_cast<std::size_t>(room - net.width) * kActiveBytes);
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

[[gnu::always_inline]] inline void store_logits(const KernelNet& net, const Quarter& sums,
                                                float* logits, std::size_t i) {
  Quarter bias;
  __builtin_memcpy(&bias, net.output_bias, sizeof(bias));
  const Quarter result = sums + bias;
  __builtin_memcpy(logits + logits_offset(i), &result, sizeof(result));
}

void logits(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
            std::size_t count, float* logits, std::size_t begin) {
  for (std::size_t i = 0; i < count; ++i) {
    Ints sums[kLogits] = {};
    const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
      add_outputs(net, unit, positive(units), sums);
    };
    first_layer<GIOUL_KERNEL_GROUPS>(net.rows, net.width, base, changes[i], 0, take);
    Quarter scale;
    __builtin_memcpy(&scale, net.output_scale, sizeof(scale));
    const Floats outputs[kLogits] = {to_floats(sums[0]), to_floats(sums[1]), to_floats(sums[2]),
                                     to_floats(sums[3])};
    store_logits(net, lane_sums(outputs) * scale, logits, begin + i);
  }
}

void glances(const KernelNet& net, const std::int16_t* base, const ChangedRows* changes,
             std::size_t count, float* values) {
  for (std::size_t i = 0; i < count; i += 4) {
    Floats sums[4];
    for (std::size_t n = 0; n < 4; ++n) {
      Ints sum = {};
      const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
        add_products(sum, positive(units), load(net.output + unit));
      };
      const std::size_t last = count - 1;  // repeated to fill the vector
      first_layer<GIOUL_KERNEL_WIDE>(net.rows, net.width, base,
                                     changes[i + n < last ? i + n : last], 0, take);
      sums[n] = to_floats(sum);
    }
    const Quarter four = lane_sums(sums);
    __builtin_memcpy(values + i, &four, sizeof(four));
  }
}

// --- All layers ----------------------------------------------------------------------------------

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
      Floats sums[kLogits] = {};
      for (int unit = 0; unit < net.output_width; unit += kLanes) {
        const Floats units = load((const float*)active + unit);
        repeat<kLogits>([&](int o) __attribute__((always_inline)) {
          sums[o] = sums[o] + units * load(net.float_output + o * net.output_width + unit);
        });
      }
      store_logits(net, lane_sums(sums), logits, begin + p);
    }
  }
}

}  // namespace
}  // namespace gioul
