// Inference with a quantized net: the first layer, the output, and all layers in sequence. Compiled
// once per instruction set as part of kernel_impl.h; see its rules.

#include "nn/kernel/kernel_int_vector.h"
#include "nn/kernel/kernel_layers.h"

namespace gioul {
namespace {

// --- First layer: the base and the rows in which a position differs ------------------------------

// Computes the first layer of a position: `base` plus the added and minus the removed rows. Calls
// take(unit, sum) for all groups of kInt16Lanes units from `unit` on. N groups stay in registers
// over all rows; the remaining units follow in smaller batches.
template <int N, typename Take>
[[gnu::always_inline]] inline void compute_first_layer(const std::int16_t* rows, int width,
                                                       const std::int16_t* base,
                                                       const RowDelta& deltas, int unit,
                                                       const Take& take) {
  for (; unit + N * kInt16Lanes <= width; unit += N * kInt16Lanes) {
    Shorts sums[N];
    unroll<N>([&](int n) __attribute__((always_inline)) {
      sums[n] = load(base + unit + n * kInt16Lanes);
    });
    for (unsigned r = 0; r < deltas.added_count; ++r) {
      const std::int16_t* row = rows + unit + deltas.added_rows[r];
      unroll<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] + load(row + n * kInt16Lanes);
      });
    }
    for (unsigned r = 0; r < deltas.removed_count; ++r) {
      const std::int16_t* row = rows + unit + deltas.removed_rows[r];
      unroll<N>([&](int n) __attribute__((always_inline)) {
        sums[n] = sums[n] - load(row + n * kInt16Lanes);
      });
    }
    unroll<N>([&](int n) __attribute__((always_inline)) { take(unit + n * kInt16Lanes, sums[n]); });
  }
  if constexpr (N > 1) compute_first_layer<N / 2>(rows, width, base, deltas, unit, take);
}

// See Kernel::refresh_accumulator().
void refresh_accumulator(const std::int16_t* rows, const std::int16_t* bias,
                         const std::uint32_t* offsets, std::size_t count, int width,
                         std::int16_t* sum) {
  const RowDelta all = {.added_rows = offsets,
                        .removed_rows = nullptr,
                        .added_count = static_cast<std::uint32_t>(count),
                        .removed_count = 0};
  compute_first_layer<kTile.first_layer>(
      rows, width, bias, all, 0, [&](int unit, const Shorts& total) __attribute__((always_inline)) {
        __builtin_memcpy(sum + unit, &total, sizeof(total));
      });
}

// See Kernel::compute_first_layer_activations().
void compute_first_layer_activations(const KernelNetView& net, const std::int16_t* base,
                                     const RowDelta* deltas, std::size_t count,
                                     std::uint8_t* active, std::size_t stride) {
  const int room = (net.first_layer_width + kUnitPadding - 1) / kUnitPadding * kUnitPadding;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* to = active + i * stride;
    const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
      store_scaled(to + static_cast<std::size_t>(unit) * kActivationBytes, to + room + unit,
                   relu(units), net.first_layer_scales + unit);
    };
    compute_first_layer<kTile.first_layer>(net.first_layer_rows, net.first_layer_width, base,
                                           deltas[i], 0, take);
    if (net.first_layer_width == room) continue;
    for (int part = 0; part < kBytePartCount; ++part) {
      __builtin_memset(
          to + part * room + static_cast<std::size_t>(net.first_layer_width) * kActivationBytes, 0,
          static_cast<std::size_t>(room - net.first_layer_width) * kActivationBytes);
    }
  }
}

// --- Output --------------------------------------------------------------------------------------

// Adds the products of a group of first-layer units with the weights of each output to `sums`.
[[gnu::always_inline]] inline void add_outputs(const KernelNetView& net, int unit,
                                               const Shorts& active, Ints (&sums)[kLogitCount]) {
  unroll<kLogitCount>([&](int o) __attribute__((always_inline)) {
    add_products(sums[o], active, load(net.output_weights + o * net.output_width + unit));
  });
}

// Adds the biases to the outputs `sums` of position i and stores them as its logits.
[[gnu::always_inline]] inline void store_logits(const KernelNetView& net, const Quarter& sums,
                                                float* logits, std::size_t i) {
  Quarter bias;
  __builtin_memcpy(&bias, net.output_bias, sizeof(bias));
  const Quarter result = sums + bias;
  __builtin_memcpy(logits + logits_offset(i), &result, sizeof(result));
}

// See Kernel::compute_shallow_logits().
void compute_shallow_logits(const KernelNetView& net, const std::int16_t* base,
                            const RowDelta* deltas, std::size_t count, float* logits,
                            std::size_t begin) {
  for (std::size_t i = 0; i < count; ++i) {
    Ints sums[kLogitCount] = {};
    const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
      add_outputs(net, unit, relu(units), sums);
    };
    compute_first_layer<kTile.first_layer_and_outputs>(net.first_layer_rows, net.first_layer_width,
                                                       base, deltas[i], 0, take);
    Quarter scale;
    __builtin_memcpy(&scale, net.output_scales, sizeof(scale));
    const Floats outputs[kLogitCount] = {to_floats(sums[0]), to_floats(sums[1]), to_floats(sums[2]),
                                         to_floats(sums[3])};
    store_logits(net, lane_sums(outputs) * scale, logits, begin + i);
  }
}

// See Kernel::compute_pruning_scores().
void compute_pruning_scores(const KernelNetView& net, const std::int16_t* base,
                            const RowDelta* deltas, std::size_t count, float* values) {
  for (std::size_t i = 0; i < count; i += 4) {
    Floats sums[4];
    for (std::size_t n = 0; n < 4; ++n) {
      Ints sum = {};
      const auto take = [&](int unit, const Shorts& units) __attribute__((always_inline)) {
        add_products(sum, relu(units), load(net.output_weights + unit));
      };
      const std::size_t last = count - 1;  // repeated to fill the vector
      compute_first_layer<kTile.first_layer>(net.first_layer_rows, net.first_layer_width, base,
                                             deltas[i + n < last ? i + n : last], 0, take);
      sums[n] = to_floats(sum);
    }
    const Quarter four = lane_sums(sums);
    __builtin_memcpy(values + i, &four, sizeof(four));
  }
}

// --- All layers ----------------------------------------------------------------------------------

// See Kernel::compute_deep_logits().
void compute_deep_logits(const KernelNetView& net, const ActivationBuffers& buffers,
                         std::size_t count, float* logits) {
#if defined(GIOUL_KERNEL_TILES)
  const TileConfig tiles;
#endif
  for (std::size_t begin = 0; begin < count; begin += kPositionsPerBlock) {
    const std::size_t size =
        count - begin < kPositionsPerBlock ? count - begin : kPositionsPerBlock;
    const std::uint8_t* inputs = buffers.second_layer_inputs + begin * buffers.stride;
    std::uint8_t* outputs = buffers.ping_buffer;
    std::uint8_t* next = buffers.pong_buffer;
    for (int l = 0; l < net.later_hidden_layer_count; ++l) {
      propagate({net.later_hidden_layers[l], inputs, outputs, buffers.stride, size,
                 l + 1 == net.later_hidden_layer_count},
                buffers.nonzero_dwords);
      inputs = outputs;
      outputs = next;
      next = const_cast<std::uint8_t*>(inputs);
    }
    for (std::size_t p = 0; p < size; ++p) {
      const std::uint8_t* const active = inputs + p * buffers.stride;
      Floats sums[kLogitCount] = {};
      for (int unit = 0; unit < net.output_width; unit += kLanes) {
        const Floats units = load((const float*)active + unit);
        unroll<kLogitCount>([&](int o) __attribute__((always_inline)) {
          sums[o] = sums[o] + units * load(net.float_output_weights + o * net.output_width + unit);
        });
      }
      store_logits(net, lane_sums(sums), logits, begin + p);
    }
  }
}

}  // namespace
}  // namespace gioul
