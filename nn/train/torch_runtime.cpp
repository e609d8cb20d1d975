#include "nn/train/torch_runtime.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/cuda.h>

#include <thread>

#include "base/error.h"
#include "base/parallel.h"
#include "nn/train/blas.h"

namespace gioul {

namespace {
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
