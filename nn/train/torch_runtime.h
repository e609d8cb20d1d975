// What LibTorch runs on: devices, threads, and the BLAS below it. Only gioul-train links the
// implementation.
#pragma once

#include <string>

namespace gioul {

/// The device to use when `name` ("cpu" or "cuda") is asked for: "cpu" where CUDA is absent. Throws
/// InputError for any other name.
std::string usable_device(const std::string& name);

/// Sets the threads of LibTorch and of OpenBLAS, for the whole process. Throws InputError for a
/// number out of range.
void set_torch_threads(int threads);

/// A line about this machine's LibTorch that a user should read before a long run (such as a
/// missing fast BLAS), or empty.
std::string torch_warning();

}  // namespace gioul
