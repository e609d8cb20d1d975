// Kernels for training: the first layer over a batch's rows, weighted sums of matrix rows for all
// other layers, and Adam. Compiled once per instruction set as part of kernel_impl.h; see its
// rules.
//
// Every sum has one fixed order for any vector length, and zero terms change no sum. So AVX2 and
// AVX-512 give the same bits, and so do the sparse and the dense form of a product.

#include "nn/kernel/kernel_vector.h"

namespace gioul {
namespace {

// Returns a * b + c, rounded once if the instruction set has an instruction for it.
[[gnu::always_inline]] inline Vector fused_multiply_add(const Vector& a, const Vector& b,
                                                        const Vector& c) {
#if GIOUL_KERNEL_BYTES == 64
  return _mm512_fmadd_ps(a, b, c);
#elif GIOUL_KERNEL_BYTES == 32
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}

// Returns the square root of each lane.
[[gnu::always_inline]] inline Vector square_root(const Vector& v) {
#if GIOUL_KERNEL_BYTES == 64
  return _mm512_maskz_sqrt_ps(kAllLanes, v);
#elif GIOUL_KERNEL_BYTES == 32
  return _mm256_sqrt_ps(v);
#elif defined(GIOUL_KERNEL_SSE2)
  return _mm_sqrt_ps(v);
#else
  Vector roots;
  for (int i = 0; i < kVectorLanes; ++i) roots[i] = __builtin_sqrtf(v[i]);
  return roots;
#endif
}

// Returns a vector with `x` in all lanes. Compiles to a plain broadcast: x - 0 is x for any x, but
// x + 0 is not if x is -0.
[[gnu::always_inline]] inline Vector broadcast_vector(float x) { return x - Vector{}; }

// Adds `v` to `sum`.
template <int N>
[[gnu::always_inline]] inline void add(Vectors<N>& sum, const Vectors<N>& v) {
  unroll<N>([&](int i) __attribute__((always_inline)) { sum.part[i] = sum.part[i] + v.part[i]; });
}
// Adds `value` times `v` to `sum`.
template <int N>
[[gnu::always_inline]] inline void add_product(Vectors<N>& sum, const Vector& value,
                                               const Vectors<N>& v) {
  unroll<N>([&](int i) __attribute__((always_inline)) {
    sum.part[i] = fused_multiply_add(value, v.part[i], sum.part[i]);
  });
}

// Returns a * b + c for single numbers, rounded like the vector version.
[[gnu::always_inline]] inline float fused_multiply_add(float a, float b, float c) {
#if GIOUL_KERNEL_BYTES >= 32
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}

// --- The first layer -----------------------------------------------------------------------------

static_assert(kBlockUnits == kLanes, "Floats hold one value for each unit of a block");

// See Kernel::first_layer_forward(). Rows and examples are sorted so that the ends of the inner
// loops are predictable.
void first_layer_forward(const FirstLayerBatch& batch, const AdamRow* weights, const float* bias,
                         float* table, float* sums) {
  store(table, Floats{});  // row 0
  for (std::size_t r = 1; r < batch.row_count; ++r) {
    const RowDefinition& row = batch.row_definitions[r];
    Floats value = load(table + std::size_t{row.parent_row} * kBlockUnits);
    unroll<kMaxRowTerms>([&](int t) __attribute__((always_inline)) {
      add_product(value, broadcast_vector(row.input_values[t]),
                  load(weights[batch.input_indices[row.input_indices[t]]].weight));
    });
    store(table + r * kBlockUnits, value);
  }
  const Floats biases = load(bias);
  const std::uint32_t* row = batch.rows_by_example;
  for (std::size_t i = 0; i < batch.example_count; ++i) {
    // Two alternating sums hide the latency of additions.
    Floats even = biases;
    Floats odd = {};
    for (const std::uint32_t* const end = row + batch.row_pair_counts[i] * 2; row != end;
         row += 2) {
      add(even, load(table + std::size_t{row[0]} * kBlockUnits));
      add(odd, load(table + std::size_t{row[1]} * kBlockUnits));
    }
    add(even, odd);
    store(sums + std::size_t{batch.example_order[i]} * kBlockUnits, even);
  }
}

// See Kernel::first_layer_backward().
void first_layer_backward(const FirstLayerBatch& batch, const float* deltas, float* table,
                          float* gradients, float* bias_gradients) {
  __builtin_memset(gradients, 0, batch.input_count * kBlockUnits * sizeof(float));
  Floats bias_sum = {};
  for (std::size_t i = 0; i < batch.example_count; ++i) {
    add(bias_sum, load(deltas + i * kBlockUnits));
  }
  store(bias_gradients, bias_sum);
  const std::uint32_t* example = batch.examples_by_row;
  for (std::size_t i = 0; i < batch.row_count; ++i) {
    Floats sum = {};
    const std::uint32_t r = batch.row_order[i];
    for (const std::uint32_t* const end = example + batch.example_counts_by_row[r]; example != end;
         ++example) {
      add(sum, load(deltas + std::size_t{*example} * kBlockUnits));
    }
    store(table + std::size_t{r} * kBlockUnits, sum);
  }
  // Missing terms are added to dummy rows that are never read. There are several, to hide the
  // latency of additions.
  float nowhere[8 * kBlockUnits] = {};
  for (std::size_t r = batch.row_count; r-- > 1;) {  // parents come before their children
    const RowDefinition& row = batch.row_definitions[r];
    const Floats gradient = load(table + r * kBlockUnits);
    float* const none = nowhere + r % 8 * kBlockUnits;
    float* const parent =
        row.parent_row == 0 ? none : table + std::size_t{row.parent_row} * kBlockUnits;
    Floats sum = load(parent);
    add(sum, gradient);
    store(parent, sum);
    unroll<kMaxRowTerms>([&](int t) __attribute__((always_inline)) {
      float* const to = row.input_values[t] == 0.0f
                            ? none
                            : gradients + std::size_t{row.input_indices[t]} * kBlockUnits;
      Floats of_input = load(to);
      add_product(of_input, broadcast_vector(row.input_values[t]), gradient);
      store(to, of_input);
    });
  }
}

// --- All other layers ----------------------------------------------------------------------------

// See Kernel::gate_and_list_active().
std::size_t gate_and_list_active(const float* values, std::size_t block_stride, const float* gates,
                                 std::size_t count, float* gated, std::uint32_t* indices,
                                 float* listed) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; i += kVectorLanes) {
    const float* const from = values + i / kLanes * block_stride + i % kLanes;
    const Vector value = load_vector(from);
    const Vector gate = load_vector(gates == nullptr ? from : gates + i);
#if GIOUL_KERNEL_BYTES == 64
    const __mmask16 on = _mm512_cmp_ps_mask(gate, _mm512_setzero_ps(), _CMP_GT_OQ);
    store_vector(gated + i, _mm512_maskz_mov_ps(on, value));
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i index = (__m512i)((IntVector)lanes + static_cast<int>(i));
    _mm512_storeu_si512(indices + size, _mm512_maskz_compress_epi32(on, index));
    _mm512_storeu_ps(listed + size, _mm512_maskz_compress_ps(on, value));
    size += static_cast<std::size_t>(__builtin_popcount(on));
#elif GIOUL_KERNEL_BYTES == 32
    const __m256 is_on = _mm256_cmp_ps(gate, _mm256_setzero_ps(), _CMP_GT_OQ);
    const auto on = static_cast<unsigned>(_mm256_movemask_ps(is_on));
    store_vector(gated + i, _mm256_and_ps(value, is_on));
    const __m256i chosen =
        _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kLaneLists.of[on])));
    const __m256i index = (__m256i)((IntVector)chosen + static_cast<int>(i));
    _mm256_storeu_si256((__m256i*)(indices + size), index);
    _mm256_storeu_ps(listed + size, _mm256_permutevar8x32_ps(value, chosen));
    size += static_cast<std::size_t>(__builtin_popcount(on));
#else
    for (int k = 0; k < kVectorLanes; ++k) {
      const bool on = gate[k] > 0.0f;
      gated[i + static_cast<std::size_t>(k)] = on ? value[k] : 0.0f;
      indices[size] = static_cast<std::uint32_t>(i) + static_cast<std::uint32_t>(k);
      listed[size] = value[k];
      size += on ? 1 : 0;
    }
#endif
  }
  return size;
}

// Computes a weighted sum of matrix rows for the columns from `first` on: N vectors at a time, then
// the rest in smaller batches.
template <int N>
[[gnu::always_inline]] inline void add_weighted_rows(const WeightedRows& terms, int first,
                                                     const float* start, int width, float* sum) {
  constexpr int kStep = N * kVectorLanes;
  for (; first + kStep <= width; first += kStep) {
    Vectors<N> total = {};
    if (start != nullptr) total = load_vectors<N>(start + first);
    const float* const columns = terms.matrix + first;
    for (std::size_t k = 0; k < terms.count; ++k) {
      add_product(total, broadcast_vector(terms.row_weights[k]),
                  load_vectors<N>(columns + terms.row_indices[k] * terms.stride));
    }
    store(sum + first, total);
  }
  if constexpr (N > 1) add_weighted_rows<N / 2>(terms, first, start, width, sum);
}

// See Kernel::weighted_row_sum().
void weighted_row_sum(const WeightedRows& terms, const float* start, int width, float* sum) {
#if GIOUL_KERNEL_BYTES == 64
  add_weighted_rows<16>(terms, 0, start, width, sum);
#else
  add_weighted_rows<8>(terms, 0, start, width, sum);
#endif
}

// Computes the products of R matrix rows with a sparse vector, side by side; see
// Kernel::sparse_dot_products().
template <int R>
[[gnu::always_inline]] inline void row_dot_products(const WeightedRows& terms,
                                                    const std::uint32_t* rows, float* sums) {
  const float* from[R];
  float sum[R] = {};
  unroll<R>([&](int r) __attribute__((always_inline)) {
    from[r] = terms.matrix + rows[r] * terms.stride;
  });
  for (std::size_t k = 0; k < terms.count; ++k) {
    const float value = terms.row_weights[k];
    const std::uint32_t index = terms.row_indices[k];
    unroll<R>([&](int r) __attribute__((always_inline)) {
      sum[r] = fused_multiply_add(value, from[r][index], sum[r]);
    });
  }
  unroll<R>([&](int r) __attribute__((always_inline)) { sums[r] = sum[r]; });
}

// See Kernel::sparse_dot_products().
void sparse_dot_products(const WeightedRows& terms, const std::uint32_t* rows, std::size_t count,
                         float* sums) {
  constexpr int kRows = 8;
  for (std::size_t r = 0; r < count; r += kRows) row_dot_products<kRows>(terms, rows + r, sums + r);
}

// Size of the part of a matrix product whose sums stay in registers: rows, and vectors per row.
#if GIOUL_KERNEL_BYTES == 64
constexpr int kProductRows = 6, kProductVectors = 4;
#elif GIOUL_KERNEL_BYTES == 32
constexpr int kProductRows = 6, kProductVectors = 2;
#else
constexpr int kProductRows = 2, kProductVectors = 4;
#endif
// Number of terms of a matrix product that are added at a time: their kProductVectors vectors fill
// half an L1 cache.
constexpr std::size_t kProductTerms = 64 * 64 / kProductVectors / kVectorLanes;

// Adds `terms` terms of a matrix product, from `term` on, to N vectors of R rows of the result,
// from `row` and column `first` on. `panel` holds the matrix columns of these terms.
template <int R, int N>
[[gnu::always_inline]] inline void product_tile(const MatrixProduct& of, const float* panel,
                                                std::size_t term, std::size_t terms,
                                                std::size_t row, int first) {
  float* const product = of.product + row * of.product_stride + first;
  Vectors<N> sums[R] = {};
  for (int r = 0; r < R; ++r) {
    if (term > 0) {
      sums[r] = load_vectors<N>(product + static_cast<std::size_t>(r) * of.product_stride);
    } else if (of.initial_row != nullptr) {
      sums[r] = load_vectors<N>(of.initial_row + first);
    }
  }
  const float* const left_matrix =
      of.left_matrix + row * of.left_row_stride + term * of.left_term_stride;
  for (std::size_t k = 0; k < terms; ++k) {
    const Vectors<N> columns = load_vectors<N>(panel + k * N * kVectorLanes);
    unroll<R>([&](int r) __attribute__((always_inline)) {
      const float factor =
          left_matrix[static_cast<std::size_t>(r) * of.left_row_stride + k * of.left_term_stride];
      add_product(sums[r], broadcast_vector(factor), columns);
    });
  }
  for (int r = 0; r < R; ++r) {
    store(product + static_cast<std::size_t>(r) * of.product_stride, sums[r]);
  }
}

// Computes the columns of a matrix product from `first` on: N vectors at a time, then the rest in
// smaller batches.
template <int N>
[[gnu::always_inline]] inline void product_columns(const MatrixProduct& of, int first) {
  constexpr int kStep = N * kVectorLanes;
  alignas(64) float panel[kProductTerms * kStep];
  for (; first + kStep <= of.width; first += kStep) {
    for (std::size_t term = 0; term < of.term_count; term += kProductTerms) {
      const std::size_t terms =
          of.term_count - term < kProductTerms ? of.term_count - term : kProductTerms;
      for (std::size_t k = 0; k < terms; ++k) {
        store(panel + k * kStep,
              load_vectors<N>(of.right_matrix + (term + k) * of.right_stride + first));
      }
      std::size_t row = 0;
      for (; row + kProductRows <= of.row_count; row += kProductRows) {
        product_tile<kProductRows, N>(of, panel, term, terms, row, first);
      }
      for (; row < of.row_count; ++row) product_tile<1, N>(of, panel, term, terms, row, first);
    }
  }
  if constexpr (N > 1) product_columns<N / 2>(of, first);
}

// See Kernel::matrix_product().
void matrix_product(const MatrixProduct& of) { product_columns<kProductVectors>(of, 0); }

// --- Adam ----------------------------------------------------------------------------------------

// Adam moments smaller than this become 0; they move no weight. Moments of rarely set inputs would
// otherwise become denormal numbers, which make operations fifty times slower.
constexpr float kDenormalLimit = 1e-30f;

// Number of rows to prefetch ahead. Rows are read in ascending order with gaps, where hardware
// prefetching does not help.
constexpr std::size_t kPrefetchDistance = 32;

// Loads a row into the L2 cache in advance.
[[gnu::always_inline]] inline void prefetch_row(const AdamRow& row) {
  __builtin_prefetch(row.weight, 1, 2);
  __builtin_prefetch(row.first_moment, 1, 2);
  __builtin_prefetch(row.second_moment, 1, 2);
}

// Replaces values below kDenormalLimit by 0.
[[gnu::always_inline]] inline Vector flush_denormals(const Vector& v) {
  return ((v < kDenormalLimit) & (v > -kDenormalLimit)) ? Vector{} : v;
}

// Takes an Adam step for one vector of weights.
[[gnu::always_inline]] inline void update_weights(const AdamStep& by, const float* gradients,
                                                  float* first, float* second, float* weights) {
  const Vector gradient = load_vector(gradients);
  const Vector old_mean = load_vector(first);
  const Vector mean = flush_denormals(
      fused_multiply_add(broadcast_vector(1.0f - by.beta1), gradient - old_mean, old_mean));
  const Vector square =
      flush_denormals(fused_multiply_add(broadcast_vector(by.beta2), load_vector(second),
                                         broadcast_vector(1.0f - by.beta2) * gradient * gradient));
  store_vector(weights,
               load_vector(weights) - by.step_size * mean / (square_root(square) + by.epsilon));
  store_vector(first, mean);
  store_vector(second, square);
}

// See Kernel::adam_step().
void adam_step(const AdamStep& step, std::size_t count, const float* gradients,
               const AdamWeights& weights) {
  const AdamStep by = step;
  for (std::size_t i = 0; i < count; i += kVectorLanes) {
    update_weights(by, gradients + i, weights.first_moments + i, weights.second_moments + i,
                   weights.weights + i);
  }
}

// See Kernel::adam_step_rows().
void adam_step_rows(const AdamStep& step, const std::uint32_t* rows, std::size_t count,
                    const float* gradients, AdamRow* weights) {
  const AdamStep by = step;
  for (std::size_t r = 0; r < count; ++r) {
    if (r + kPrefetchDistance < count) prefetch_row(weights[rows[r + kPrefetchDistance]]);
    AdamRow& row = weights[rows[r]];
    for (int i = 0; i < kBlockUnits; i += kVectorLanes) {
      update_weights(by, gradients + r * kBlockUnits + i, row.first_moment + i,
                     row.second_moment + i, row.weight + i);
    }
  }
}

// See Kernel::adam_catch_up_rows().
void adam_catch_up_rows(float epsilon, const SkippedSteps* skipped, std::size_t count,
                        AdamRow* weights) {
  for (std::size_t r = 0; r < count; ++r) {
    if (r + kPrefetchDistance < count) prefetch_row(weights[skipped[r + kPrefetchDistance].row]);
    const SkippedSteps by = skipped[r];
    AdamRow& row = weights[by.row];
    for (int i = 0; i < kBlockUnits; i += kVectorLanes) {
      const Vector mean = load_vector(row.first_moment + i);
      const Vector square = load_vector(row.second_moment + i);
      store_vector(row.weight + i, load_vector(row.weight + i) -
                                       by.step_size * mean / (square_root(square) + epsilon));
      store_vector(row.first_moment + i, flush_denormals(by.beta1_power * mean));
      store_vector(row.second_moment + i, flush_denormals(by.beta2_power * square));
    }
  }
}

}  // namespace
}  // namespace gioul
