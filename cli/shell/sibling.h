// The program gioul-train beside this one. Only that one is linked to LibTorch, which takes half a
// second to load.
#pragma once

#include <string>
#include <vector>

namespace gioul {

/// Becomes gioul-train with these arguments. Throws std::runtime_error if it is missing or can't
/// run.
[[noreturn]] void become_gioul_train(std::vector<std::string> arguments);

}  // namespace gioul
