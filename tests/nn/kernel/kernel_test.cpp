#include "nn/kernel/kernel.h"

#include <gtest/gtest.h>

namespace gioul {
namespace {

TEST(Kernels, ScalarKernelIsAlwaysAvailableAndLast) {
  ASSERT_FALSE(available_kernels().empty());
  EXPECT_EQ(available_kernels().back().name, "plain");
}

}  // namespace
}  // namespace gioul
