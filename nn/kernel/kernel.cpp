#include "nn/kernel/kernel.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"

namespace gioul {

Kernel kernel_plain();
#if defined(__x86_64__)
Kernel kernel_sse2();
Kernel kernel_avx2();
Kernel kernel_avx512();
#elif defined(__aarch64__)
Kernel kernel_neon();
#endif

std::span<const Kernel> available_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> list;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2")) {
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
        list.push_back(kernel_avx512());
      }
      list.push_back(kernel_avx2());
    }
    list.push_back(kernel_sse2());
#elif defined(__aarch64__)
    list.push_back(kernel_neon());
#endif
    list.push_back(kernel_plain());
    return list;
  }();
  return kernels;
}

const Kernel& best_kernel() {
  const char* wanted = std::getenv("GIOUL_KERNEL");
  if (wanted == nullptr || *wanted == 0) return available_kernels().front();
  std::string known;
  for (const Kernel& kernel : available_kernels()) {
    if (kernel.name == wanted) return kernel;
    known += (known.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw InputError("GIOUL_KERNEL=" + std::string(wanted) + ": this processor has " + known);
}

}  // namespace gioul
