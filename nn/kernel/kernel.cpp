#include "nn/kernel/kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"

namespace gioul {

// Each is defined only where its instruction set exists.
Kernel kernel_scalar();
Kernel kernel_sse2();
Kernel kernel_avx2();
Kernel kernel_avx512();
Kernel kernel_avx512vnni();
Kernel kernel_amx();
Kernel kernel_neon();

namespace {

#if defined(__x86_64__)
// Returns true if the processor has AMX tiles for bytes and the system lets this process use them.
// The permission must be requested once (Linux, Documentation/arch/x86/xstate.rst), before other
// threads start or by any of them; it may be denied.
bool has_tiles() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned kTiles = 1u << 24;
  constexpr unsigned kBytes = 1u << 25;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0) return false;
  if ((d & kTiles) == 0 || (d & kBytes) == 0) return false;
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;               // XFEATURE_XTILEDATA
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}
#endif

// Returns the environment variable GIOUL_KERNEL, or "".
std::string requested_kernel() {
  const char* const wanted = std::getenv("GIOUL_KERNEL");
  return wanted == nullptr ? "" : wanted;
}

}  // namespace

std::span<const Kernel> available_kernels() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> list;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2")) {
      if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
          __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")) {
        if (__builtin_cpu_supports("avx512vnni")) {
          if (has_tiles()) list.push_back(kernel_amx());
          list.push_back(kernel_avx512vnni());
        }
        list.push_back(kernel_avx512());
      }
      list.push_back(kernel_avx2());
    }
    list.push_back(kernel_sse2());
#elif defined(__aarch64__)
    list.push_back(kernel_neon());
#elif defined(__wasm_simd128__)
    list.push_back(kernel_sse2());  // Emscripten supports its instructions
#endif
#if !defined(__wasm_simd128__)  // without SIMD that program does not start at all
    list.push_back(kernel_scalar());
#endif
    return list;
  }();
  return kernels;
}

const Kernel& best_kernel() {
  const std::string wanted = requested_kernel();
  if (wanted.empty()) return available_kernels().front();
  std::string known;
  for (const Kernel& kernel : available_kernels()) {
    if (kernel.name == wanted) return kernel;
    known += (known.empty() ? "" : ", ") + std::string(kernel.name);
  }
  throw InputError("GIOUL_KERNEL=" + wanted + ": this CPU supports " + known);
}

const Kernel& best_kernel(double active_fraction) {
  constexpr double kHardlyAny = 0.18;  // measured: docs/inference.md
  const Kernel& best = best_kernel();
  if (active_fraction >= kHardlyAny || best.name != "avx512vnni" || !requested_kernel().empty())
    return best;
  return *std::ranges::find(available_kernels(), 2, &Kernel::inputs_per_dword);
}

}  // namespace gioul
