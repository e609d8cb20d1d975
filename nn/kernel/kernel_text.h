// The kernel's text, included by one file for each instruction set. Nothing of it may be called by
// name from elsewhere: an inline function compiled for a newer instruction set would otherwise be
// linked into the whole program. So all that it calls is in an unnamed namespace or always inline,
// which tests/nn/kernel/kernel_symbols_test.sh looks after.
//
// Define GIOUL_KERNEL (the function that returns the kernel), GIOUL_KERNEL_NAME, GIOUL_KERNEL_BYTES
// (of the instruction set's vectors), GIOUL_KERNEL_GROUPS (a power of two: how many times kLanes
// accumulators of the first layer fit the registers beside the outputs') and GIOUL_KERNEL_TILE (1,
// 2 or 4: the same for a later layer).

#include "nn/kernel/kernel_learner.h"
#include "nn/kernel/kernel_rows.h"
#include "nn/kernel/kernel_short.h"

namespace gioul {
namespace {

static_assert(kLogits == 4, "lanes are summed and quarters transposed four logits at a time");

// Positions whose later layers are computed together, in the memory of KernelNet.
struct KernelBlock {
  std::size_t count;
  std::size_t stride;  // from one position's units to the next one's
  float* inputs;       // [count][stride]: of the layer
  float* sums;         // [count][stride]: of its units
};

// --- First layer: the base and the rows in which a position differs ------------------------------

// The accumulators of N groups of hidden units, kept in registers over all changed rows.
template <int N>
[[gnu::always_inline]] inline void accumulate(Floats (&sums)[N], const float* base,
                                              const float* rows, const ChangedRows& changes) {
  repeat<N>([&](int n) __attribute__((always_inline)) { sums[n] = load(base + n * kLanes); });
  for (unsigned r = 0; r < changes.added_count; ++r) {
    const float* row = rows + changes.added[r];
    repeat<N>([&](int n)
                  __attribute__((always_inline)) { sums[n] = sums[n] + load(row + n * kLanes); });
  }
  for (unsigned r = 0; r < changes.removed_count; ++r) {
    const float* row = rows + changes.removed[r];
    repeat<N>([&](int n)
                  __attribute__((always_inline)) { sums[n] = sums[n] - load(row + n * kLanes); });
  }
}

// Calls take(unit, active) for the groups of units from `unit` on: N in registers at a time, then
// the rest in fewer.
template <int N, typename Take>
[[gnu::always_inline]] inline void first_layer(const KernelNet& net, const float* base,
                                               const ChangedRows& changes, int unit,
                                               const Take& take) {
  for (; unit + N * kLanes <= net.width; unit += N * kLanes) {
    Floats sums[N];
    accumulate(sums, base + unit, net.rows + unit, changes);
    repeat<N>([&](int n)
                  __attribute__((always_inline)) { take(unit + n * kLanes, positive(sums[n])); });
  }
  if constexpr (N > 1) first_layer<N / 2>(net, base, changes, unit, take);
}

// --- Later layers: the columns of the inputs that are not zero -----------------------------------

// A layer goes through its inputs in chunks: the weights from one to a few groups of units fit the
// nearest cache, and serve all positions of a block.
constexpr int kChunk = 128;

struct Chunk {
  const float* columns;    // of the layer, from the chunk's first input on
  std::size_t next_group;  // floats from one group's columns to those of the next
  std::size_t count[kKernelBlock];
  std::uint32_t indices[kKernelBlock][kChunk];  // of the inputs that are not zero, in the chunk
};

// Adds to N groups of units what the chunk's inputs give to them. The sums run in two chains,
// because an addition waits for the one before it.
template <int N>
[[gnu::always_inline]] inline void add_inputs(const float* columns, std::size_t next_group,
                                              const float* inputs, const std::uint32_t* indices,
                                              std::size_t count, float* sums) {
  Floats even[N];
  Floats odd[N];
  repeat<N>([&](int n) __attribute__((always_inline)) { even[n] = odd[n] = all(0.0f); });
  const auto add = [&](Floats(&chain)[N], std::size_t index) __attribute__((always_inline)) {
    const Floats x = all(inputs[index]);
    const float* column = columns + index * kLanes;
    repeat<N>([&](int n) __attribute__((always_inline)) {
      chain[n] = chain[n] + x * load(column + static_cast<std::size_t>(n) * next_group);
    });
  };
  std::size_t k = 0;
  for (; k + 2 <= count; k += 2) {
    add(even, indices[k]);
    add(odd, indices[k + 1]);
  }
  if (k < count) add(even, indices[k]);
  repeat<N>([&](int n) __attribute__((always_inline)) {
    store(sums + n * kLanes, load(sums + n * kLanes) + (even[n] + odd[n]));
  });
}

// The same for all positions and the groups from `group` on: N at a time, then the rest in fewer.
template <int N>
void add_chunk(const Chunk& chunk, const KernelBlock& block, const float* inputs, int group,
               int groups) {
  for (; group + N <= groups; group += N) {
    const float* columns = chunk.columns + static_cast<std::size_t>(group) * chunk.next_group;
    for (std::size_t p = 0; p < block.count; ++p) {
      add_inputs<N>(columns, chunk.next_group, inputs + p * block.stride, chunk.indices[p],
                    chunk.count[p], block.sums + p * block.stride + group * kLanes);
    }
  }
  if constexpr (N > 1) add_chunk<N / 2>(chunk, block, inputs, group, groups);
}

// The sums of a layer's units, from inputs of which only the positive ones count.
void dense_layer(const KernelLayer& layer, const KernelBlock& block) {
  for (std::size_t p = 0; p < block.count; ++p) {
    __builtin_memcpy(block.sums + p * block.stride, layer.bias,
                     static_cast<std::size_t>(layer.width) * sizeof(float));
  }
  Chunk chunk;
  chunk.next_group = static_cast<std::size_t>(layer.inputs) * kLanes;
  for (int first = 0; first < layer.inputs; first += kChunk) {
    const int size = layer.inputs - first < kChunk ? layer.inputs - first : kChunk;
    const float* inputs = block.inputs + first;
    chunk.columns = layer.columns + static_cast<std::size_t>(first) * kLanes;
    for (std::size_t p = 0; p < block.count; ++p) {
      chunk.count[p] = list_positive(inputs + p * block.stride, size, chunk.indices[p]);
    }
    add_chunk<GIOUL_KERNEL_TILE>(chunk, block, inputs, 0, layer.width / kLanes);
  }
}

// --- Outputs -------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void add_outputs(const KernelNet& net, int width, int unit,
                                               const Floats& active, Floats (&outputs)[kLogits]) {
  repeat<kLogits>([&](int o) __attribute__((always_inline)) {
    outputs[o] = outputs[o] + active * load(net.output + o * width + unit);
  });
}

// Where the logits of position i are. kLanes positions make a block of kLogits vectors; a quarter
// of a vector holds one position, and transposing all quarters gives one vector a logit.
[[gnu::always_inline]] inline std::size_t logits_offset(std::size_t i) {
  return (i / kLanes * kLanes + i % 4 * 4 + i % kLanes / 4) * kLogits;
}

[[gnu::always_inline]] inline void store_logits(const KernelNet& net,
                                                const Floats (&outputs)[kLogits], float* logits,
                                                std::size_t i) {
  Quarter bias;
  __builtin_memcpy(&bias, net.output_bias, sizeof(bias));
  const Quarter sums = lane_sums(outputs) + bias;
  __builtin_memcpy(logits + logits_offset(i), &sums, sizeof(sums));
}

void logits_of_one_layer(const KernelNet& net, const float* base, const ChangedRows* changes,
                         std::size_t count, float* logits) {
  for (std::size_t i = 0; i < count; ++i) {
    Floats outputs[kLogits] = {all(0.0f), all(0.0f), all(0.0f), all(0.0f)};
    const auto take = [&](int unit, const Floats& active) __attribute__((always_inline)) {
      add_outputs(net, net.width, unit, active, outputs);
    };
    first_layer<GIOUL_KERNEL_GROUPS>(net, base, changes[i], 0, take);
    store_logits(net, outputs, logits, i);
  }
}

// first_layer(i, active) writes what the first layer says of position i.
template <typename FirstLayer>
void logits_of_more_layers(const KernelNet& net, std::size_t count, float* logits,
                           const FirstLayer& first_layer) {
  const auto stride = static_cast<std::size_t>(net.scratch_width);
  for (std::size_t begin = 0; begin < count; begin += kKernelBlock) {
    KernelBlock block = {.count = count - begin < kKernelBlock ? count - begin : kKernelBlock,
                         .stride = stride,
                         .inputs = net.scratch + kKernelBlock * stride,
                         .sums = net.scratch};
    for (std::size_t p = 0; p < block.count; ++p) first_layer(begin + p, block.sums + p * stride);
    for (int layer = 0; layer < net.hidden_count; ++layer) {
      float* swap = block.inputs;
      block.inputs = block.sums;
      block.sums = swap;
      dense_layer(net.hidden[layer], block);
    }
    const int width = net.hidden[net.hidden_count - 1].width;
    for (std::size_t p = 0; p < block.count; ++p) {
      Floats outputs[kLogits] = {all(0.0f), all(0.0f), all(0.0f), all(0.0f)};
      const float* sums = block.sums + p * stride;
      for (int unit = 0; unit < width; unit += kLanes) {
        add_outputs(net, width, unit, positive(load(sums + unit)), outputs);
      }
      store_logits(net, outputs, logits, begin + p);
    }
  }
}

void logits(const KernelNet& net, const float* base, const ChangedRows* changes, std::size_t count,
            float* logits) {
  if (net.hidden_count == 0) {
    logits_of_one_layer(net, base, changes, count, logits);
    return;
  }
  logits_of_more_layers(net, count, logits, [&](std::size_t i, float* active) {
    const auto take = [&](int unit, const Floats& units)
                          __attribute__((always_inline)) { store(active + unit, units); };
    first_layer<GIOUL_KERNEL_GROUPS>(net, base, changes[i], 0, take);
  });
}

// Of a first layer of integers, of which more are in a vector than floats.
constexpr int kShortGroups = (GIOUL_KERNEL_GROUPS + 1) / 2;

void short_logits(const KernelShortNet& net, const std::int16_t* base, const ChangedRows* changes,
                  std::size_t count, float* logits) {
  if (net.later != nullptr) {
    logits_of_more_layers(*net.later, count, logits, [&](std::size_t i, float* active) {
      const auto take = [&](int unit, const Shorts& units)
                            __attribute__((always_inline)) { store_floats(active + unit, units); };
      short_layer<kShortGroups>(net, base, changes[i], 0, take);
    });
    return;
  }
  Quarter scale;
  Quarter bias;
  __builtin_memcpy(&scale, net.output_scale, sizeof(scale));
  __builtin_memcpy(&bias, net.output_bias, sizeof(bias));
  for (std::size_t i = 0; i < count; ++i) {
    Ints sums[kLogits] = {};
    const auto take = [&](int unit, const Shorts& active) __attribute__((always_inline)) {
      repeat<kLogits>([&](int o) __attribute__((always_inline)) {
        add_products(sums[o], active, load(net.output + o * net.width + unit));
      });
    };
    short_layer<kShortGroups>(net, base, changes[i], 0, take);
    const Floats outputs[kLogits] = {to_floats(sums[0]), to_floats(sums[1]), to_floats(sums[2]),
                                     to_floats(sums[3])};
    const Quarter result = lane_sums(outputs) * scale + bias;
    __builtin_memcpy(logits + logits_offset(i), &result, sizeof(result));
  }
}

void sum_short_rows(const std::int16_t* rows, const std::int16_t* bias,
                    const std::uint32_t* offsets, std::size_t count, int width, std::int16_t* sum) {
  for (int unit = 0; unit < width; unit += kShortLanes) {
    Shorts total = load(bias + unit);
    for (std::size_t r = 0; r < count; ++r) total = total + load(rows + offsets[r] + unit);
    __builtin_memcpy(sum + unit, &total, sizeof(total));
  }
}

// --- Softmax -------------------------------------------------------------------------------------

// e^x for x <= 0 after Cephes' expf (Moshier): 2^n times a polynomial on [-ln 2 / 2, ln 2 / 2],
// relative error below 2e-7. Below -87 the result is that of -87, about 1.6e-38.
[[gnu::always_inline]] inline Floats exp_nonpositive(const Floats& value) {
  const Floats bounded = larger(value, all(-87.0f));
  return each([&](int i) {
    const Vector x = bounded.part[i];
    // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
    const Vector shifted = x * 1.44269504f + 12582912.0f;
    const Vector n = shifted - 12582912.0f;
    const Vector r = (x - n * 0.693359375f) - n * -2.12194440e-4f;
    Vector p = r * 1.9875691500e-4f + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    // The exponent of 2^n: the integer in `shifted`, moved to the exponent's place.
    IntVector bits;
    __builtin_memcpy(&bits, &shifted, sizeof(bits));
    bits = (bits << 23) + 0x3F800000;
    Vector scale;
    __builtin_memcpy(&scale, &bits, sizeof(scale));
    return p * scale;
  });
}

// From the logits relative to the last outcome's to the probabilities of all.
[[gnu::always_inline]] inline void softmax(const Floats (&logits)[kLogits],
                                           Floats (&v)[kOutcomes]) {
  Floats top = all(0.0f);
  for (int o = 0; o < kLogits; ++o) top = larger(logits[o], top);
  for (int o = 0; o < kLogits; ++o) v[o] = exp_nonpositive(logits[o] - top);
  v[kLogits] = exp_nonpositive(all(0.0f) - top);
  Floats sum = v[0];
  for (int o = 1; o <= kLogits; ++o) sum = sum + v[o];
  for (int o = 0; o <= kLogits; ++o) v[o] = v[o] / sum;
}

// Of the kLanes positions from the `i`th on, a lane each.
[[gnu::always_inline]] inline void softmax_of_lanes(const float* logits, std::size_t i,
                                                    Floats (&v)[kOutcomes]) {
  Floats relative[kLogits];
  for (int k = 0; k < kLogits; ++k) relative[k] = load(logits + i * kLogits + k * kLanes);
  transpose_quarters(relative);
  softmax(relative, v);
}

void equities(const float* logits, std::size_t count, bool negate, float* equities) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats v[kOutcomes];
    softmax_of_lanes(logits, i, v);
    const Floats equity = all(2.0f) * (v[4] - v[0]) + (v[3] - v[1]);
    store(equities + i, negate ? all(-1.0f) * equity : equity);
  }
}

Distribution distribution(const float* logits, std::size_t i) {
  const float* own = logits + logits_offset(i);
  const Floats relative[kLogits] = {all(own[0]), all(own[1]), all(own[2]), all(own[3])};
  Floats v[kOutcomes];
  softmax(relative, v);
  return {v[0].part[0][0], v[1].part[0][0], v[2].part[0][0], v[3].part[0][0], v[4].part[0][0]};
}

void distributions(const float* logits, std::size_t count, Distribution* values) {
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats v[kOutcomes];
    softmax_of_lanes(logits, i, v);
    float by_outcome[kOutcomes][kLanes];
    for (int o = 0; o <= kLogits; ++o) store(by_outcome[o], v[o]);
    const std::size_t lanes = count - i < kLanes ? count - i : kLanes;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      float value[kOutcomes];
      for (int o = 0; o <= kLogits; ++o) value[o] = by_outcome[o][lane];
      __builtin_memcpy(values + i + lane, value, sizeof(value));
    }
  }
}

void sum_rows(const float* rows, const float* bias, const std::uint32_t* offsets, std::size_t count,
              int width, float* sum) {
  for (int unit = 0; unit < width; unit += kLanes) {
    Floats total = load(bias + unit);
    for (std::size_t r = 0; r < count; ++r) total = total + load(rows + offsets[r] + unit);
    store(sum + unit, total);
  }
}

}  // namespace

Kernel GIOUL_KERNEL() {
  return {.name = GIOUL_KERNEL_NAME,
          .logits = logits,
          .equities = equities,
          .distribution = distribution,
          .distributions = distributions,
          .sum_rows = sum_rows,
          .short_logits = short_logits,
          .sum_short_rows = sum_short_rows,
          .list_rows = list_rows,
          .list_changes = list_changes,
          .sparse_forward = sparse_forward,
          .sparse_backward = sparse_backward,
          .adam_step = adam_step};
}

}  // namespace gioul
