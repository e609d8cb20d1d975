#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "engine/rng.h"
#include "nn/kernel/kernel.h"

namespace gioul {
namespace {

// Numbers from -0.5 to 0.5.
std::vector<float> numbers(std::size_t count, std::uint64_t seed) {
  CounterRng rng(seed, 0, RngStream::kShuffle);
  std::vector<float> result;
  for (std::size_t i = 0; i < count; ++i) {
    result.push_back(static_cast<float>(rng.uniform() - 0.5));
  }
  return result;
}

// Widths that leave fewer vectors than are computed together.
constexpr int kWidth = 7 * kLanes;
constexpr std::size_t kStride = kWidth + 3;  // rows need not be aligned
constexpr std::size_t kTerms = 1500;         // more than are added at a time
constexpr std::size_t kRows = 9;

TEST(TrainingKernels, DenseAndSparseProductsAgreeBitForBit) {
  const std::vector<float> matrix = numbers(kTerms * kStride, 1);
  const std::vector<float> start = numbers(kWidth, 2);
  std::vector<float> factors = numbers(kRows * kTerms, 3);
  for (std::size_t i = 0; i < factors.size(); i += 3) factors[i] = 0.0f;
  for (const Kernel& kernel : available_kernels()) {
    std::vector<float> product(kRows * kStride, 99.0f);
    kernel.matrix_product({.row_count = kRows,
                           .term_count = kTerms,
                           .width = kWidth,
                           .left_matrix = factors.data(),
                           .left_row_stride = kTerms,
                           .left_term_stride = 1,
                           .right_matrix = matrix.data(),
                           .right_stride = kStride,
                           .initial_row = start.data(),
                           .product = product.data(),
                           .product_stride = kStride});
    for (std::size_t r = 0; r < kRows; ++r) {
      std::vector<std::uint32_t> indices;
      std::vector<float> values;
      for (std::size_t k = 0; k < kTerms; ++k) {
        if (factors[r * kTerms + k] == 0.0f) continue;
        indices.push_back(static_cast<std::uint32_t>(k));
        values.push_back(factors[r * kTerms + k]);
      }
      std::vector<float> sum(kWidth);
      kernel.weighted_row_sum(
          {indices.data(), values.data(), indices.size(), matrix.data(), kStride}, start.data(),
          kWidth, sum.data());
      double first = static_cast<double>(start[0]);
      for (std::size_t k = 0; k < indices.size(); ++k) {
        first += double{values[k]} * double{matrix[indices[k] * kStride]};
      }
      EXPECT_NEAR(sum[0], first, 1e-4) << kernel.name;
      for (int c = 0; c < kWidth; ++c) {
        ASSERT_EQ(product[r * kStride + static_cast<std::size_t>(c)],
                  sum[static_cast<std::size_t>(c)])
            << kernel.name << " " << r << " " << c;
      }
      EXPECT_EQ(product[r * kStride + kWidth], 99.0f) << kernel.name;
    }
  }
}

TEST(TrainingKernels, DotProductsMatchWeightedSumsOfTheTransposedMatrix) {
  const std::vector<float> matrix = numbers(40 * kStride, 4);
  const std::vector<std::uint32_t> columns = {1, 5, 30, 99};
  const std::vector<float> values = {0.5f, -2.0f, 3.0f, 1.0f};
  std::vector<std::uint32_t> rows = {0, 3, 4, 5, 8, 11, 20, 21, 30, 35, 39};
  const std::size_t count = rows.size();
  rows.resize(count + 8);
  for (const Kernel& kernel : available_kernels()) {
    std::vector<float> sums(rows.size());
    kernel.sparse_dot_products(
        {columns.data(), values.data(), columns.size(), matrix.data(), kStride}, rows.data(), count,
        sums.data());
    for (std::size_t r = 0; r < count; ++r) {
      double sum = 0.0;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        sum += double{values[k]} * double{matrix[rows[r] * kStride + columns[k]]};
      }
      EXPECT_NEAR(sums[r], sum, 1e-6) << kernel.name << " " << r;
    }
  }
}

TEST(TrainingKernels, GatesListActiveUnits) {
  constexpr std::size_t kValues = 3 * kLanes;
  constexpr std::size_t kBlockStride = 5 * kLanes;
  const std::vector<float> values = numbers(3 * kBlockStride, 5);
  std::vector<float> gates = numbers(kValues, 6);
  gates[7] = 0.0f;
  for (const Kernel& kernel : available_kernels()) {
    for (const bool gates_itself : {false, true}) {
      std::vector<float> gated(kValues, 99.0f);
      std::vector<std::uint32_t> indices(kValues + kLanes);
      std::vector<float> listed(kValues + kLanes);
      const std::size_t size = kernel.gate_and_list_active(
          values.data(), kBlockStride, gates_itself ? nullptr : gates.data(), kValues, gated.data(),
          indices.data(), listed.data());
      std::size_t next = 0;
      for (std::size_t i = 0; i < kValues; ++i) {
        const float value = values[i / kLanes * kBlockStride + i % kLanes];
        if ((gates_itself ? value : gates[i]) > 0.0f) {
          ASSERT_LT(next, size) << kernel.name;
          EXPECT_EQ(indices[next], i) << kernel.name;
          EXPECT_EQ(listed[next++], value) << kernel.name;
          EXPECT_EQ(gated[i], value) << kernel.name;
        } else {
          EXPECT_EQ(gated[i], 0.0f) << kernel.name;
        }
      }
      EXPECT_EQ(next, size) << kernel.name;
    }
  }
}

}  // namespace
}  // namespace gioul
