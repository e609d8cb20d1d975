// Executes gioul-train, the only program that links LibTorch, which takes half a second to load.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// Replaces this process by gioul-train with these arguments. Throws std::runtime_error if it is
/// missing or cannot be executed.
[[noreturn]] void exec_gioul_train(std::vector<std::string> arguments);

}  // namespace gioul
