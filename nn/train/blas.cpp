#include "nn/train/blas.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gioul {
namespace {

// A function of a library that the program may or may not have been loaded with.
template <typename Function>
Function* find(const char* name, void* library = RTLD_DEFAULT) {
  return reinterpret_cast<Function*>(::dlsym(library, name));
}

// The library whose matrix product LibTorch calls. There may be another BLAS in the program that it
// doesn't: OpenBLAS's LAPACK beside the reference BLAS, by Debian's alternatives.
void* product_library() {
  Dl_info product;
  if (::dladdr(::dlsym(RTLD_DEFAULT, "sgemm_"), &product) == 0) return RTLD_DEFAULT;
  void* const library = ::dlopen(product.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  return library != nullptr ? library : RTLD_DEFAULT;
}

// The kernels that OpenBLAS should have chosen for this processor; empty if any choice is fair.
std::string best_openblas_core() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return {};
}

// OpenBLAS falls back to one of these, older than AVX2, on processors that it doesn't know, and on
// virtual machines that hide a part of theirs. Measured on a Xeon with AMX hidden (OpenBLAS
// 0.3.21): Prescott instead of SkylakeX costs a factor of 3.3 in dense products.
bool is_fallback(std::string_view core) {
  constexpr std::array<std::string_view, 5> kFallbacks = {"Prescott", "Core2", "Nehalem",
                                                          "Sandybridge", "Barcelona"};
  return std::find(kFallbacks.begin(), kFallbacks.end(), core) != kFallbacks.end();
}

}  // namespace

void set_blas_threads(int threads) {
  if (auto* const set = find<void(int)>("openblas_set_num_threads")) set(threads);
}

std::string blas_warning() {
  void* const library = product_library();
  if (auto* const core_name = find<char*()>("openblas_get_corename", library)) {
    const std::string core = core_name();
    const std::string best = best_openblas_core();
    if (best.empty() || !is_fallback(core)) return {};
    return "OpenBLAS takes this processor for a " + core +
           " and is slow: set OPENBLAS_CORETYPE=" + best + " in the environment";
  }
  for (const char* known : {"MKL_Get_Max_Threads", "bli_info_get_version_str", "ATL_buildinfo"}) {
    if (find<void()>(known, library) != nullptr) return {};
  }
  return "LibTorch runs on the reference BLAS and is slow: apt-get install libopenblas0-pthread";
}

}  // namespace gioul
