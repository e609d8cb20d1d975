// The program gioul-train beside this one. Only that one is linked to LibTorch, which takes half a
// second to load.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// How LibTorch and its BLAS shall calculate: with the same instructions on every processor that
/// has AVX2, so that a training run has the same bits on all of them, or as fast as they can.
enum class Arithmetic { kSameEverywhere, kFastest };

/// Whether there is such a program.
bool has_gioul_train();

/// Becomes gioul-train with these arguments. Throws std::runtime_error if it is missing or can't
/// run.
[[noreturn]] void become_gioul_train(std::vector<std::string> arguments, Arithmetic arithmetic);

}  // namespace gioul
