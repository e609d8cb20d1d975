// The kernels that a test of inference goes over: those that this processor has, and one whose
// tiles are arrays, so that what is done with AMX's is seen everywhere.
#pragma once

#include <vector>

#include "nn/kernel/kernel.h"

namespace gioul {

Kernel kernel_tiles_in_plain();

inline std::vector<Kernel> kernels_under_test() {
  std::vector<Kernel> kernels(available_kernels().begin(), available_kernels().end());
  kernels.push_back(kernel_tiles_in_plain());
  return kernels;
}

}  // namespace gioul
