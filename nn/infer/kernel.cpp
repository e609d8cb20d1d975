#include "nn/infer/kernel.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"

namespace gioul {

Kernel kernel_scalar();
#if defined(__x86_64__)
Kernel kernel_avx2();
Kernel kernel_avx512();
#endif

std::span<const Kernel> available_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> list;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
      list.push_back(kernel_avx512());
    }
    if (__builtin_cpu_supports("avx2")) list.push_back(kernel_avx2());
#endif
    list.push_back(kernel_scalar());
    return list;
  }();
  return kernels;
}

const Kernel& best_kernel() {
  const char* wanted = std::getenv("GIOUL_KERNEL");
  if (wanted == nullptr) return available_kernels().front();
  std::string known;
  for (const Kernel& kernel : available_kernels()) {
    if (kernel.name == wanted) return kernel;
    known += (known.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw InputError("GIOUL_KERNEL=" + std::string(wanted) + ": this processor has " + known);
}

}  // namespace gioul
