// Executes gioul-train, the only program that links LibTorch, which takes half a second to load.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// Continues as gioul-train: replaces this process by that program, with these arguments. Throws
/// std::runtime_error if it is missing or cannot be executed.
[[noreturn]] void exec_gioul_train(std::vector<std::string> arguments);

}  // namespace gioul
