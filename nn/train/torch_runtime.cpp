#include "nn/train/torch_runtime.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <torch/cuda.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "base/parallel.h"

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

// Sets the number of threads of OpenBLAS, which LibTorch's own setting does not reach; nothing
// happens with any other BLAS. For the whole process.
void set_blas_threads(int threads) {
  if (auto* const set = find<void(int)>("openblas_set_num_threads")) set(threads);
}

// What is wrong with this program's BLAS and how to put it right, in one line, or empty.
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

constexpr int kMaxThreads = 1024;

}  // namespace

std::string usable_device(const std::string& name) {
  if (name != "cpu" && name != "cuda") {
    throw InputError("unknown device '" + name + "': known are cpu, cuda");
  }
  return name == "cuda" && torch::cuda::is_available() ? "cuda" : "cpu";
}

void set_torch_threads(int threads) {
  if (threads < 1 || threads > kMaxThreads) {
    throw InputError("threads of the trainer: " + std::to_string(threads) + "; possible are 1 to " +
                     std::to_string(kMaxThreads));
  }
  // LibTorch makes a pool of one for each core, and waits for those that it didn't get.
  if (!can_make_threads(std::thread::hardware_concurrency())) return;
  at::set_num_threads(threads);
  set_blas_threads(threads);
}

std::string torch_warning() {
  if (at::hasMKL()) return {};  // may be linked into LibTorch, where blas_warning() can't see it
  return blas_warning();
}

}  // namespace gioul
