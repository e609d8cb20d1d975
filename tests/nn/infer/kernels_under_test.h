// The kernels for inference tests: those of this processor, and one that emulates AMX tiles with
// arrays, so that the tile code is tested everywhere.
#pragma once

#include <vector>

#include "nn/kernel/kernel.h"

namespace gioul {

Kernel kernel_tiles_scalar();

inline std::vector<Kernel> kernels_under_test() {
  std::vector<Kernel> kernels(available_kernels().begin(), available_kernels().end());
  kernels.push_back(kernel_tiles_scalar());
  return kernels;
}

}  // namespace gioul
