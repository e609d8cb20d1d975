// The matrix library below LibTorch. LibTorch takes whatever BLAS the system has and knows little
// about it, but training is several times slower with the wrong one.
#pragma once

#include <string>

namespace gioul {

/// Sets the number of threads of OpenBLAS, which LibTorch's own setting does not reach; nothing
/// happens with any other BLAS. For the whole process.
void set_blas_threads(int threads);

/// What is wrong with this program's BLAS and how to put it right, in one line, or empty.
std::string blas_warning();

}  // namespace gioul
